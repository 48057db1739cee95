/** Which view is shown; what is announced; and keys. */

import { learnPairing } from "./api.js";
import { bigView } from "./big.js";
import { boxView } from "./box.js";
import { calibrateView } from "./calibrate.js";
import { chooseView } from "./choose.js";
import { diceView } from "./dice.js";
import { $, announce } from "./dom.js";
import { historyView } from "./history.js";
import { listen, live } from "./live.js";
import { dress, preferred } from "./prefs.js";
import { spoken } from "./stage.js";
import { teachView } from "./teach.js";
import { throwView } from "./throw.js";

const VIEWS = { throw: throwView, choose: chooseView, history: historyView, dice: diceView, box: boxView, calibrate: calibrateView, teach: teachView, big: bigView };
const ATTENTION = ["prompt", "choice", "entry", "trouble"];
const BUZZ_MS = [120, 80, 120];
const LOST_MS = 1500;
const TYPING = "input, textarea, select, button, a, summary, dialog";

let leave = null;
let lost = null;

function show() {
  const name = location.hash.slice(1);
  const view = VIEWS[name] ? name : "throw";
  leave?.();
  $("main").replaceChildren();
  for (const tab of document.querySelectorAll(".tabs a")) tab.toggleAttribute("aria-current", false);
  document.querySelector(`.tabs a[data-view="${view}"]`)?.setAttribute("aria-current", "page");
  leave = VIEWS[view]($("main")) ?? null;
  scrollTo(0, 0);
}

/** Nobody shall miss that something is asked of them. */
function tell({ detail: { state: { readout }, before } }) {
  if (readout.is_lesson && !before?.readout.is_lesson && ["", "#throw"].includes(location.hash)) location.hash = "#teach";
  const words = readout.is_lesson ? readout.trouble || readout.prompt : spoken(readout);
  const asks = ATTENTION.includes(readout.state);
  document.title = readout.state === "outcome" ? `${readout.total || readout.label} · dice-reader` : asks ? `▶ ${readout.prompt || readout.trouble}` : "dice-reader";
  if (!before || !words || words === (readout.is_lesson ? before.readout.trouble || before.readout.prompt : spoken(before.readout))) return;
  announce(words, asks);
  if (asks) navigator.vibrate?.(BUZZ_MS);
  if (preferred("speak") === "yes" && "speechSynthesis" in window) {
    speechSynthesis.cancel();
    speechSynthesis.speak(new SpeechSynthesisUtterance(words));
  }
}

function connection() {
  clearTimeout(lost);
  if (live.connected) {
    $("lost").hidden = true;
    learnPairing().then(() => document.dispatchEvent(new Event("pairing")), () => {});
  } else lost = setTimeout(() => ($("lost").hidden = false), LOST_MS);
}

/** Space presses, wherever nothing else wants it. */
function key(event) {
  if (event.code !== "Space" || event.repeat || event.target.closest?.(TYPING)) return;
  const press = $("press");
  if (press) {
    event.preventDefault();
    press.click();
  }
}

dress();
addEventListener("hashchange", show);
addEventListener("keydown", key);
live.addEventListener("readout", tell);
live.addEventListener("connection", connection);
show();
listen();
