/** Teaching: the owner lays a die down face by face, the box says what it sees, and learns what it really was. */

import { get, pairing } from "./api.js";
import { h } from "./dom.js";
import { live } from "./live.js";
import { order } from "./order.js";
import { pair } from "./pair.js";
import { sheet } from "./sheet.js";
import { trayShown } from "./tray.js";

const KINDS = ["d4", "d6", "d8", "d10", "d%", "d12", "d20"];
const MARKS = { seen: "learned", unsure: "seen, not sure yet", unseen: "not seen yet" };

const NAMED = 5;

/** What to do next, in the page's words: the box's own screen has less room. */
function wanted({ prompt, faces }) {
  const left = faces.filter((face) => face.mark !== "seen").map((face) => face.face);
  if (!faces.length) return prompt;
  if (!left.length) return "All faces are learned";
  return left.length > NAMED ? `${left.length} faces to go: throw it, or lay it down, and look` : `Lay it down with ${left.join(", ")} up, and look`;
}

export function teachView(main) {
  const view = h("div", { class: "teach" });
  main.append(view);
  let known = { dice: [], rebuilding: { done: 0, total: 0 } };
  let said = "";
  let fresh = 0;
  let tray = { key: "", element: null };

  const say = (sentence) => {
    said = sentence;
    draw();
  };
  const load = async () => {
    known = await get("/api/dice").catch((error) => ((said = error.message), known));
    fresh += 1;
    draw();
  };
  const command = async (what) => (await order(what, say)) && load();

  function draw() {
    const { state } = live;
    if (!state) return;
    const parts = state.readout.is_lesson ? lesson(state).filter(Boolean) : shelf();
    if (view.firstChild !== parts[0]) view.replaceChildren(...parts);
  }

  function lesson(state) {
    const { readout } = state;
    const key = JSON.stringify([state.image, readout.sightings]);
    if (tray.key !== key) tray = { key, element: trayShown(state, () => {}) };
    const guess = readout.state === "lesson" && readout.options.length ? readout.options[readout.selected] : "";
    const die = known.dice.find((one) => one.shown_name.toLowerCase() === readout.title.toLowerCase());
    const learned = readout.faces.filter((face) => face.mark === "seen").length;
    return [
      h("header", { class: "row" }, h("h1", { class: "grow" }, readout.title), h("span", { class: "verdict" }, readout.faces.length ? `${learned} of ${readout.faces.length} faces` : "new")),
      h("section", { class: "card stack told", "aria-live": "polite" }, ...told(readout, guess), said ? h("p", { class: "said", role: "alert" }, said) : null),
      h("div", { class: "face-map", role: "group", "aria-label": "Faces" }, readout.faces.map((face) => cell(face, die, guess))),
      tray.element,
      actions(readout, guess),
    ];
  }

  function told(readout, guess) {
    if (readout.state === "trouble") return [h("h2", { class: "ill-head" }, readout.trouble), h("p", { class: "quiet" }, readout.remedy)];
    if (guess) return [h("p", { class: "quiet" }, "It shows"), h("p", { class: "guess" }, guess), h("p", { class: "quiet" }, readout.why.startsWith("it looks like") ? `${readout.why.split(";")[0]}. Confirm, or tap what it really shows.` : "Confirm, or tap what it really shows.")];
    if (readout.state === "busy") return [h("h2", {}, readout.prompt)];
    return [h("h2", {}, wanted(readout)), readout.why ? h("p", { class: "quiet" }, `${readout.why.split(";")[0]}.`) : null];
  }

  function cell(face, die, guess) {
    const has = face.mark !== "unseen" && die;
    const picture = has ? h("img", { src: `/api/dice/${die.id}/${face.face}.jpg?of=${fresh}`, alt: "", loading: "lazy" }) : null;
    return h(
      "button",
      { type: "button", class: `cell is-${face.mark}`, "aria-pressed": String(face.is_now), disabled: !guess || !pairing.paired, "aria-label": `${face.face}: ${MARKS[face.mark]}`, onclick: () => command({ do: "answer", option: face.face }) },
      picture,
      h("span", {}, face.face),
    );
  }

  function actions(readout, guess) {
    if (!pairing.paired) return h("div", { class: "actions" }, h("button", { type: "button", class: "main press", onclick: pair }, "Pair to teach from here"));
    const isBusy = readout.state === "busy";
    const label = isBusy ? "Looking…" : guess ? `Yes, ${guess}` : "Look";
    const isLearned = !guess && !isBusy && / learned;/.test(readout.why);
    return h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "main press", id: "press", disabled: isBusy, onclick: () => command({ do: "press" }) }, label),
      isLearned ? h("button", { type: "button", onclick: () => command({ do: "step", by: 1 }) }, "That was wrong") : null,
      h("button", { type: "button", onclick: () => command({ do: "cancel" }) }, guess ? "Not this one" : "End"),
    );
  }

  /** Drawn once: whoever is typing a name must not lose it when something is shown. */
  function shelf() {
    const { done, total } = known.rebuilding;
    refusal.textContent = said;
    rebuilding.textContent = done < total ? `New networks are looking at your dice: ${done} of ${total}. Meanwhile they are read as strangers.` : "";
    rebuilding.hidden = done >= total;
    list.replaceChildren(...known.dice.map(taught));
    return standing;
  }

  function form() {
    const name = h("input", { "aria-label": "Name", placeholder: "Red Chessex d20", maxlength: 60, autocomplete: "off", required: true });
    const kind = h("select", { "aria-label": "Kind" }, h("option", { value: "" }, "as named"), KINDS.map((each) => h("option", { value: each }, each)));
    const start = (event) => {
      event.preventDefault();
      command({ do: "teach", name: name.value.trim(), ...(kind.value ? { kind: kind.value } : {}) });
    };
    return h("form", { class: "card stack", onsubmit: start }, h("div", { class: "filters" }, h("label", {}, "What you call it", name), h("label", {}, "Kind", kind)), h("button", { class: "main", type: "submit" }, "Begin the lesson"));
  }

  function taught(die) {
    const seen = die.faces.filter(([, count]) => count).length;
    const map = die.faces.map(([face, count]) => h("span", { class: `cell is-${count ? "seen" : "unseen"}` }, count ? h("img", { src: `/api/dice/${die.id}/${face}.jpg?of=${fresh}`, alt: "", loading: "lazy" }) : null, h("span", {}, face)));
    return h(
      "section",
      { class: "card stack" },
      h("div", { class: "row" }, h("h2", { class: "grow" }, die.shown_name), h("span", { class: "verdict" }, `${seen} of ${die.faces.length}`)),
      h("div", { class: "face-map small-map", role: "img", "aria-label": `${seen} of ${die.faces.length} faces learned` }, map),
      die.name ? null : h("p", { class: "quiet small" }, "You put this die right; it has no name yet."),
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => command({ do: "teach", name: die.shown_name, kind: die.kind }) }, "Teach on"), h("button", { type: "button", onclick: () => rename(die) }, die.name ? "Rename" : "Name it"), h("button", { type: "button", class: "bad", onclick: () => forget(die) }, "Forget")),
    );
  }

  async function rename(die) {
    const name = h("input", { "aria-label": "Name", value: die.name, maxlength: 60, autocomplete: "off" });
    const done = await sheet("What do you call it?", [name, h("button", { class: "main", type: "submit" }, "Call it so")], async () => name.value.trim() !== "");
    if (done) await command({ do: "name die", die: die.id, name: name.value.trim() });
  }

  async function forget(die) {
    const done = await sheet(`Forget ${die.shown_name}?`, [h("p", {}, `Its name and ${die.examples} pictures go for good. What was rolled with it stays on record.`), h("button", { class: "bad", type: "submit" }, "Forget it")]);
    if (done) await command({ do: "forget die", die: die.id });
  }

  const refusal = h("p", { class: "said", role: "alert" });
  const rebuilding = h("p", { class: "warning", role: "status", hidden: true });
  const list = h("div", { class: "cards" });
  const standing = [h("h1", {}, "Teach your dice"), h("p", { class: "quiet" }, "Lay a die down face by face and say what it shows; it takes about a minute. After that the box knows it, whatever its numerals look like."), form(), refusal, rebuilding, list];
  live.addEventListener("readout", draw);
  document.addEventListener("pairing", draw);
  draw();
  load();
  return () => {
    live.removeEventListener("readout", draw);
    document.removeEventListener("pairing", draw);
  };
}
