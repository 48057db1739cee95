/** Setting up the tray, step by step: camera and light with a live picture, the empty tray, what came of it. */

import { get, pairing } from "./api.js";
import { h } from "./dom.js";
import { live } from "./live.js";
import { order } from "./order.js";
import { pair } from "./pair.js";

const TITLE = "Calibrate";
const LOOK_EVERY_MS = 1200;
const STEPS = ["Camera and light", "Empty the tray", "Done"];

export function calibrateView(main) {
  let known = null;
  let said = "";
  let waiting = null;
  let isGone = false;
  const view = h("div", { class: "calibrate" });
  const picture = h("img", { class: "view", alt: "What the camera sees" });
  main.append(h("h1", { class: "head" }, "Calibrate the tray"), view);

  const shown = () => (live.state?.readout.title === TITLE ? live.state.readout : null);
  const say = (sentence) => {
    said = sentence;
    draw();
  };
  const step = async (name) => {
    clearTimeout(waiting);
    await order({ do: "calibrate", step: name }, say);
    await learn();
    look();
  };
  const learn = async () => {
    known = await get("/api/calibration").catch((error) => ((said = error.message), known));
    draw();
  };

  /** Looks again and again while somebody turns the lens or moves the lamp. */
  async function look() {
    clearTimeout(waiting);
    const state = shown()?.state;
    if (isGone || !known?.can || !pairing.paired || state === "busy" || state === "trouble" || state === "outcome") return;
    if (document.visibilityState === "visible" && (await order({ do: "glance" }, say))) await learn();
    if (!isGone) waiting = setTimeout(look, LOOK_EVERY_MS);
  }

  function draw() {
    if (isGone || known === null) return;
    const readout = shown();
    const isMeasured = readout && (readout.state === "outcome" || readout.state === "trouble") && known.measured;
    show(picture, isMeasured ? `/api/calibration/seen.jpg?of=${known.number}` : (known.live?.image ?? ""));
    const at = !readout ? 0 : readout.state === "outcome" ? 2 : 1;
    view.replaceChildren(
      h("section", { class: "card stack" }, picture.src ? picture : h("p", { class: "quiet" }, "No picture has been taken yet."), findingsShown(isMeasured ? known.measured.findings : (known.live?.findings ?? []))),
      h("section", { class: "card stack" }, h("ol", { class: "steps" }, STEPS.map((name, number) => h("li", { class: number < at ? "past" : "", "aria-current": number === at ? "step" : undefined }, name))), stage(readout), said ? h("p", { class: "said", role: "alert" }, said) : null, keptShown(known, step)),
    );
  }

  function stage(readout) {
    if (!known.can) return h("p", { class: "quiet" }, "This box has no camera that could be calibrated.");
    if (!pairing.paired) return h("div", { class: "stack" }, h("p", {}, "Pair this device to calibrate from here; or run dice-reader calibrate on the box."), h("button", { type: "button", class: "main", onclick: pair }, "Pair this device"));
    if (!readout) return camera();
    if (readout.state === "outcome") return done();
    if (readout.state === "trouble") return trouble(readout);
    const isBusy = readout.state === "busy";
    return h("div", { class: "stack" }, h("h2", {}, isBusy ? readout.prompt : "Take everything out of the tray"), h("p", { class: "quiet" }, isBusy ? "Exposure, white balance and focus settle and are locked." : "Keep your hands out of the picture. Then measure here, or press the box's button."), h("div", { class: "row" }, button("Measure the empty tray", "measure", "main", isBusy), button("Leave", "leave", "", isBusy)));
  }

  const button = (words, name, kind = "", disabled = false) => h("button", { type: "button", class: kind, disabled, onclick: () => step(name) }, words);
  const camera = () => h("div", { class: "stack" }, h("h2", {}, "Look at the picture"), h("p", { class: "quiet" }, "The whole tray should be in it, sharp, and lit without glare. Move camera and lamp until nothing is red; the picture follows."), h("div", { class: "row" }, button("Next: empty the tray", "open", "main")));
  const done = () => h("div", { class: "stack" }, h("h2", {}, "Ready"), h("p", {}, "The tray is measured, and the camera holds still: ", known.measured.locks.join(", ") || "it has nothing to lock", "."), notLocked(known.measured), h("figure", { class: "evened" }, h("img", { class: "view", src: `/api/calibration/evened.jpg?of=${known.number}`, alt: "The tray in even light" }), h("figcaption", { class: "quiet small" }, "The tray as it counts: corners evened out, seen from above.")), h("div", { class: "row" }, button("Done", "leave", "main"), button("Measure again", "measure")));
  const trouble = (readout) => h("div", { class: "stack" }, h("h2", { class: "ill-head" }, readout.trouble), h("p", {}, readout.remedy.replace(/; mode keeps.*/, "")), h("div", { class: "row" }, button("Measure again", "measure", "main"), known.measured && !known.is_kept ? button("Keep it anyway", "keep") : null, button("Leave", "leave")));

  const redraw = () => learn().then(look);
  live.addEventListener("readout", onReadout);
  document.addEventListener("pairing", redraw);
  function onReadout({ detail: { state, before } }) {
    if (looks(state.readout) !== looks(before?.readout)) redraw();
  }
  redraw();
  return () => {
    isGone = true;
    clearTimeout(waiting);
    live.removeEventListener("readout", onReadout);
    document.removeEventListener("pairing", redraw);
    if (shown() && pairing.paired) order({ do: "calibrate", step: "leave" });
  };
}

const looks = (readout) => (readout?.title === TITLE ? `${readout.state} ${readout.trouble} ${readout.label}` : "");

/** Exchanged only when the new one is here, or it would flicker. */
function show(picture, source) {
  if (!source || picture.dataset.source === source) return;
  picture.dataset.source = source;
  if (!picture.src) picture.src = source;
  const next = new Image();
  next.onload = () => picture.dataset.source === source && (picture.src = source);
  next.src = source;
}

const findingsShown = (findings) => h("ul", { class: "checks" }, findings.map((one) => h("li", { class: one.is_well ? "well" : "ill" }, h("b", {}, one.what), " ", one.says, one.remedy ? h("span", { class: "remedy" }, one.remedy) : null)));

const notLocked = (measured) => (measured.not_locked.length ? h("p", { class: "quiet small" }, `This camera cannot lock: ${measured.not_locked.join(", ")}.`) : null);

function keptShown(known, step) {
  if (!known.made_at) return h("p", { class: "quiet small" }, "Not calibrated yet. Everything works without; with it, light and dark are told better, and you hear of a camera that has moved.");
  const when = new Date(known.made_at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return h("div", { class: "stack" }, known.remark ? h("p", { class: "warning", role: "status" }, known.remark) : null, h("div", { class: "row" }, h("p", { class: "quiet small grow" }, `Calibrated ${when}.`), pairing.paired ? h("button", { type: "button", class: "plain", onclick: () => step("forget") }, "Forget it") : null));
}
