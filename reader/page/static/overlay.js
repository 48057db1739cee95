/** Only the result, on a transparent page; gone when the next roll begins. */

import { diceShown } from "./die.js";
import { $, h } from "./dom.js";
import { listen, live } from "./live.js";
import { resultShown } from "./stage.js";

document.documentElement.dataset.theme = "dark";
live.addEventListener("readout", ({ detail: { state: { readout } } }) => {
  const isOver = readout.state === "outcome";
  $("main").replaceChildren(...(isOver ? [h("div", { class: "result" }, h("p", { class: "roll" }, readout.roll), resultShown(readout), readout.dice.length ? diceShown(readout.dice) : null)] : []));
});
listen();
