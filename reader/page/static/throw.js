/** The throw: what the table shows, and everything that can be done about it. */

import { pairing } from "./api.js";
import { askFace, askValues } from "./byhand.js";
import { h, s } from "./dom.js";
import { live } from "./live.js";
import { oddsShown } from "./odds.js";
import { order } from "./order.js";
import { pair } from "./pair.js";
import { stageShown } from "./stage.js";
import { trayShown } from "./tray.js";


export function throwView(main) {
  const view = h("div", { class: "throw" });
  main.append(view);
  let tray = { key: "", element: null };
  let said = "";

  const say = (sentence) => {
    said = sentence;
    draw();
  };
  const correct = async (die) => {
    const about = live.state.id;
    const face = await askFace(die);
    if (face) await order({ do: "correct", die: die.number, on: about, ...face }, say);
  };
  const answers = {
    correct,
    choose: (option) => order({ do: "answer", option, on: live.state.id }, say),
    enter: (values) => order({ do: "enter", values, on: live.state.id }, say),
  };

  function draw(event) {
    const { state } = live;
    if (!state) return;
    if (event?.detail) said = "";
    const { readout } = state;
    const key = JSON.stringify([state.image, readout.sightings, readout.dice.length]);
    if (tray.key !== key) tray = { key, element: trayShown(state, correct) };
    const typing = view.querySelector(".values :focus") && event?.detail?.before?.readout.state === "entry" && readout.state === "entry";
    if (typing) return;
    const stage = stageShown(readout, answers);
    const isFresh = event?.detail && readout.state === "outcome" && event.detail.before?.readout.state !== "outcome";
    stage.classList.toggle("fresh", Boolean(isFresh));
    view.replaceChildren(
      rollbar(state, say),
      ...(readout.warning ? [h("p", { class: "warning", role: "status" }, readout.warning)] : []),
      stage,
      ...(said ? [h("p", { class: "said", role: "alert" }, said)] : []),
      tray.element,
      oddsShown(readout),
      actions(readout, say),
    );
  }

  live.addEventListener("readout", draw);
  document.addEventListener("pairing", draw);
  draw();
  return () => {
    live.removeEventListener("readout", draw);
    document.removeEventListener("pairing", draw);
  };
}

function rollbar(state, say) {
  const { readout } = state;
  const adjust = (by) => () => order({ do: "adjust", modifier: by }, say);
  const pencil = s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4" }));
  return h(
    "header",
    { class: "rollbar" },
    h("span", { class: "lamp", "data-lamp": state.lamp, role: "img", "aria-label": `Lamp: ${state.lamp}` }),
    h("a", { class: "what button", href: "#choose", "aria-label": `${readout.roll || readout.title}; choose another roll` }, h("span", {}, readout.roll || readout.title), pencil),
    readout.is_in_progress || !readout.takes_modifier
      ? null
      : h("div", { class: "stepper", role: "group", "aria-label": "Modifier" }, h("button", { type: "button", "aria-label": "One less", onclick: adjust(-1) }, "−"), h("output", {}, readout.modifier || "±0"), h("button", { type: "button", "aria-label": "One more", onclick: adjust(1) }, "+")),
  );
}

function actions(readout, say) {
  if (pairing.paired === null) return "";
  if (!pairing.paired) {
    return h("div", { class: "actions" }, h("button", { type: "button", class: "main press", onclick: pair }, "Pair to play from here"));
  }
  const isBusy = readout.state === "busy";
  const press = h("button", { type: "button", class: "main press", id: "press", disabled: isBusy, onclick: () => order({ do: "press" }, say) }, isBusy ? "Looking…" : pressLabel(readout));
  const type = readout.asks_for === "throw" ? h("button", { type: "button", disabled: isBusy, onclick: () => typeIn(say) }, "Type in") : null;
  const cancel = h("button", { type: "button", class: readout.is_in_progress ? "bad" : "", onclick: () => order({ do: "cancel" }, say) }, isBusy ? "Stop" : readout.is_in_progress ? "Cancel" : readout.state === "entry" || readout.state === "choice" ? "Back" : "Clear");
  if (readout.state === "entry") return h("div", { class: "actions" }, h("button", { type: "button", class: "main press", onclick: () => document.querySelector(".values")?.requestSubmit() }, "Done"), cancel);
  if (readout.offers_reroll) return h("div", { class: "actions" }, press, h("button", { type: "button", onclick: () => order({ do: "reroll" }, say) }, "Re-roll"), type);
  return h("div", { class: "actions" }, press, type, readout.is_in_progress || isBusy || ["outcome", "choice"].includes(readout.state) || readout.total ? cancel : null);
}

/** What the button on the box would do now. */
function pressLabel(readout) {
  if (readout.state === "choice") return readout.options[readout.selected];
  return readout.asks_for === "choice" || readout.asks_for === "entry" ? "Begin" : "Read the tray";
}

async function typeIn(say) {
  const about = live.state;
  const values = await askValues(about.readout);
  if (values) await order({ do: "enter", values }, say);
}
