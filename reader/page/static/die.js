/** A die as a drawing: its outline tells the kind. */

import { h, s } from "./dom.js";

const SHAPES = {
  d4: ["32,5 60,55 4,55"],
  d6: [],
  d8: ["32,3 59,32 32,61 5,32", "5,32 59,32"],
  d10: ["32,3 60,34 32,61 4,34", "4,34 18,39 32,3 46,39 60,34", "18,39 32,45 46,39", "32,45 32,61"],
  d12: ["32,3 50,9 61,24 61,40 50,55 32,61 14,55 3,40 3,24 14,9", "32,13 50,26 43,47 21,47 14,26 32,13"],
  d20: ["32,3 58,18 58,46 32,61 6,46 6,18", "32,14 50,44 14,44 32,14", "32,3 32,14", "58,46 50,44", "6,46 14,44"],
};

function drawing(kind) {
  const shape = SHAPES[kind === "d%" ? "d10" : kind];
  if (kind === "d6") return s("svg", { viewBox: "0 0 64 64", "aria-hidden": "true" }, s("rect", { class: "body", x: 5, y: 5, width: 54, height: 54, rx: 11 }));
  if (!shape) return s("svg", { viewBox: "0 0 64 64", "aria-hidden": "true" }, s("circle", { class: "body", cx: 32, cy: 32, r: 28 }));
  const [outline, ...edges] = shape;
  return s("svg", { viewBox: "0 0 64 64", "aria-hidden": "true" }, s("polygon", { class: "body", points: outline }), edges.map((points) => s("polyline", { class: "edge", points })));
}

const FATES = { dropped: "not counted", exploded: "explodes", replaced: "thrown again", resolved: "decided" };

/** `correct` is called when it is tapped; without it the die is only shown. */
export function dieShown(die, correct = null) {
  const text = die.text;
  const size = text.length > 4 ? "longest" : text.length > 2 ? "longer" : "";
  const marks = die.corrected ? "corrected" : die.typed ? "typed" : "";
  const fate = die.is_struck ? "not counted" : FATES[die.fate];
  const name = [die.name || (die.kind === "any" ? "die" : die.kind), text, fate, marks].filter(Boolean).join(", ");
  const canCorrect = correct !== null && die.number !== null;
  return h(
    canCorrect ? "button" : "span",
    {
      class: die.is_struck ? "die struck" : "die", "data-kind": die.kind, "data-fate": die.fate, type: canCorrect ? "button" : null,
      "aria-label": canCorrect ? `${name}; correct it` : name, role: canCorrect ? null : "img", title: name, onclick: canCorrect ? () => correct(die) : undefined,
    },
    drawing(die.kind),
    h("b", { class: size }, text),
    h("small", {}, die.kind === "any" ? "" : die.kind),
    marks ? h("span", { class: "mark" }, marks === "corrected" ? "✎" : "⌨") : null,
  );
}

const MANY = 8;
const CROWD = 16;

export const diceShown = (dice, correct = null) => h("div", { class: dice.length > CROWD ? "dice crowd" : dice.length > MANY ? "dice many" : "dice", role: "group", "aria-label": "Dice" }, dice.map((die) => dieShown(die, correct)));
