/** What the player must see: the prompt, or the result and its dice. The same small, large and in the overlay. */

import { diceShown } from "./die.js";
import { h } from "./dom.js";

const LONG = 4;

/** A sentence for ears. */
export function spoken(readout) {
  const said = {
    outcome: () => [readout.winner && `${readout.winner} wins`, readout.total.replace("−", "minus ").replace("→", ", makes"), readout.label],
    trouble: () => [readout.trouble, readout.remedy],
    prompt: () => [readout.prompt, readout.why],
    choice: () => [readout.prompt, readout.options.join(", ")],
    entry: () => [readout.prompt, readout.why],
  }[readout.state];
  return said ? said().filter(Boolean).join(". ") : "";
}

export function resultShown(readout) {
  const total = readout.total;
  const size = /[A-Za-z]/.test(total) ? "word" : total.length > LONG ? "long" : "";
  const won = readout.winner ? `${readout.winner} wins` : "";
  return [
    total && h("p", { class: `total ${size}` }, total),
    (won || readout.label) && h("p", { class: "label" }, [won, readout.label].filter(Boolean).join(" · ")),
  ];
}

/** `answers` are what can be done here: {correct, choose, enter}; none of them for those who only look. */
export function stageShown(readout, answers = {}) {
  const { state } = readout;
  const stage = h("section", { class: "stage card", "data-state": state, "aria-label": "The roll" });
  const dice = readout.dice.length ? diceShown(readout.dice, answers.correct ?? null) : null;
  if (state === "outcome") stage.append(...kept(resultShown(readout)), ...kept([dice, h("p", { class: "quiet small how" }, struckAsText(readout.text))]));
  else if (state === "trouble") {
    stage.append(h("p", { class: "prompt" }, readout.trouble), h("p", { class: "why" }, sentence(readout.remedy)), ...kept([waits(readout), dice]));
  } else {
    const prompt = readout.prompt || "Throw, then press";
    stage.append(h("p", { class: "prompt" }, prompt), ...kept([readout.why && h("p", { class: "why quiet" }, sentence(readout.why)), dice]));
    if (state === "choice") stage.append(options(readout, answers.choose));
    if (state === "entry") stage.append(values(readout, answers.enter));
  }
  return stage;
}

/** In trouble nothing is lost: what the roll came to, or what it still waits for. */
function waits(readout) {
  if (readout.total || readout.label) return h("p", { class: "waits" }, "The last roll: ", h("b", {}, [readout.total, readout.label].filter(Boolean).join(" · ")));
  return readout.is_in_progress && readout.prompt ? h("p", { class: "waits" }, "The roll waits: ", h("b", {}, readout.prompt)) : null;
}

const kept = (children) => children.flat().filter(Boolean);
const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const struckAsText = (text) => text.replaceAll("~~", "").replace(/(^|[\s:(])-(?=\d)/g, "$1−");

function options(readout, choose) {
  return h("div", { class: "options" }, readout.options.map((option, at) => h("button", { type: "button", "data-selected": at === readout.selected, disabled: !choose, onclick: () => choose(option) }, option)));
}

function values(readout, enter) {
  const inputs = readout.values.map((value, at) => h("input", { inputmode: "numeric", value, "aria-label": `Value ${at + 1}, ${readout.allowed}`, placeholder: readout.allowed, disabled: !enter }));
  const send = () => enter?.(inputs.map((input) => input.value.trim()).join(" "));
  return h("form", { class: "values", onsubmit: (event) => (event.preventDefault(), send()) }, inputs, h("button", { class: "unseen", type: "submit", tabindex: -1, disabled: !enter }, "Done"));
}
