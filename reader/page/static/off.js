/** Switching the box off from the page: asked twice, since somebody must walk to it to switch it on again. */

import { pairing, post } from "./api.js";
import { h } from "./dom.js";
import { pair } from "./pair.js";
import { sheet } from "./sheet.js";

export function offCard() {
  const said = h("p", { class: "said", role: "alert" });
  const button = h("button", { type: "button", class: "bad" }, "Switch off");
  button.addEventListener("click", async () => {
    said.textContent = "";
    if (!pairing.paired && !(await pair())) return;
    const sure = h("div", { class: "row" }, h("span", { class: "grow" }), h("button", { type: "submit", class: "bad" }, "Switch it off"));
    if (!(await sheet("Switch the box off?", [h("p", {}, "A roll in progress goes on next time. To switch the box on again, pull its plug and put it back."), sure]))) return;
    try {
      await post("/api/box/off");
      button.disabled = true;
      said.textContent = "The box is switching off. Pull the plug when the green light on the Pi is out.";
    } catch (error) {
      said.textContent = error.message;
    }
  });
  return h("section", { class: "card stack" }, h("h2", {}, "Switch off"), h("p", { class: "quiet" }, "Before the plug is pulled. Holding a button of the box for six seconds does the same."), button, said);
}
