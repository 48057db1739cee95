/** By hand: the right face of a misread die, and throws that are typed in. */

import { books } from "./api.js";
import { h } from "./dom.js";
import { sheet } from "./sheet.js";

const KINDS = ["d4", "d6", "d8", "d10", "d%", "d12", "d20"];

/** The face that a die really shows: {face, kind}, or null. */
export async function askFace(die) {
  const { faces } = await books();
  let chosen = null;
  let kind = die.kind;
  const list = h("div", { class: "chips", role: "group", "aria-label": "Faces" });
  const draw = () => list.replaceChildren(...(faces[kind] ?? []).map((face) => faceButton(face)));
  const faceButton = (face) => h("button", { "aria-pressed": kind === die.kind && face === die.face, value: face }, face);
  const kinds = h("select", { "aria-label": "Kind of die", onchange: () => ((kind = kinds.value), draw()) }, KINDS.map((each) => h("option", { value: each, ...(each === die.kind ? { selected: true } : {}) }, each)));
  draw();
  const done = await sheet(
    `It was read as ${die.face ?? "nothing"}. What does it show?`,
    [list, KINDS.includes(die.kind) ? h("label", {}, "It is a", kinds) : null, h("p", { class: "quiet small" }, "The roll is counted again with what you pick. The record keeps both.")],
    async (button) => {
      if (!button) return false;
      chosen = button.value;
      return true;
    },
  );
  return done && chosen !== null ? { face: chosen, ...(kind === die.kind ? {} : { kind }) } : null;
}

/** What was thrown, as a line, or null. */
export async function askValues(readout) {
  const pool = readout.asked[0] ?? [];
  const line = h("input", { "aria-label": "Values", placeholder: example(pool), autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const picked = pool.map(() => "");
  const rows = pool.length && pool.length <= 8 ? pool.map((want, at) => wantRow(want, (face) => ((picked[at] = face), (line.value = picked.some((one) => !one) ? "" : words(pool, picked))))) : [];
  const text = rows.length ? "Throw by hand and tap what each die shows, or write it." : "Throw by hand and write what the dice show.";
  const done = await sheet("Type in", [h("p", { class: "quiet" }, text), rows, line, h("button", { class: "main", type: "submit" }, "Count it")], async () => line.value.trim() !== "");
  return done ? line.value.trim() : null;
}

function wantRow(want, choose) {
  const buttons = want.faces.map((face) => h("button", { type: "button", "aria-pressed": "false", onclick: (event) => {
    for (const each of buttons) each.setAttribute("aria-pressed", String(each === event.currentTarget));
    choose(face);
  } }, face));
  return h("div", { class: "stack", role: "group", "aria-label": want.name }, h("h3", {}, want.name), h("div", { class: "chips" }, buttons));
}

const words = (pool, faces) => faces.map((face, at) => {
  const { kind, shade } = pool[at];
  if (kind === "any") return face;
  return shade ? `${kind}:${face}:${shade}` : `${kind}:${face}`;
}).join(" ");

/** Faces alone are enough where all dice are alike. */
function example(pool) {
  if (!pool.length) return "d20:17 d6:3";
  const areAlike = pool.every(({ kind, shade }) => kind === pool[0].kind && !shade);
  return areAlike ? pool.map((want, at) => want.faces[at % want.faces.length]).join(" ") : words(pool, pool.map((want) => want.faces[0]));
}
