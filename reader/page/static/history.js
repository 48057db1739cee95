/** What was rolled, with pictures; by roll and by day. */

import { get } from "./api.js";
import { dieShown } from "./die.js";
import { h } from "./dom.js";
import { live } from "./live.js";

const WAIT_MS = 250;

export function historyView(main) {
  let timer = null;
  let more = null;
  let round = 0;
  const list = h("div", { class: "stack", role: "feed", "aria-label": "Rolls" });
  const roll = h("input", { type: "search", placeholder: "any", oninput: later });
  const day = h("input", { type: "date", onchange: later });
  const table = h("a", { class: "button", download: "dice-reader.csv" }, "CSV");
  const further = h("button", { type: "button", onclick: () => load() }, "Earlier rolls");
  main.append(h("div", { class: "stack" }, h("div", { class: "row" }, h("h1", { class: "grow" }, "History"), table), h("div", { class: "filters" }, h("label", {}, "Roll", roll), h("label", {}, "Day", day)), list, further));

  function later() {
    clearTimeout(timer);
    timer = setTimeout(restart, WAIT_MS);
  }

  function restart() {
    more = null;
    list.replaceChildren();
    table.href = `/api/history.csv?${new URLSearchParams({ roll: roll.value, ...within(day.value) })}`;
    load();
  }

  async function load() {
    const mine = ++round;
    further.hidden = true;
    try {
      const found = await get("/api/history", { roll: roll.value, ...within(day.value), before: more, last: 30 });
      if (mine !== round) return;
      if (!found.rolls.length && !list.children.length) list.append(h("p", { class: "quiet card" }, roll.value || day.value ? "No roll is like that." : "Nothing here yet. Throw, and press."));
      append(list, found.rolls);
      more = found.more;
      further.hidden = more === null;
    } catch (error) {
      if (mine === round) list.append(h("p", { class: "said" }, error.message));
    }
  }
  /** A roll that is finished meanwhile appears, unless somebody is reading. */
  function played({ detail: { state, before } }) {
    const { roll_id: now, state: is } = state.readout;
    const isNews = is === "outcome" && (before?.readout.roll_id !== now || before.readout.total !== state.readout.total);
    if (isNews && !list.querySelector("[open]") && scrollY < innerHeight) later();
  }
  live.addEventListener("readout", played);
  restart();
  return () => {
    clearTimeout(timer);
    live.removeEventListener("readout", played);
  };
}

/** A day as it is here, in the box's own time. */
function within(day) {
  if (!day) return {};
  const [year, month, date] = day.split("-").map(Number);
  return { since: new Date(year, month - 1, date).toISOString(), until: new Date(year, month - 1, date + 1).toISOString() };
}

function append(list, rolls) {
  for (const one of rolls) {
    const day = dayInWords(one.at);
    if (list.dataset.day !== day || !list.children.length) {
      list.dataset.day = day;
      list.append(h("h2", { class: "day" }, day));
    }
    list.append(rollShown(one));
  }
}

function dayInWords(at) {
  const when = new Date(at);
  return Number.isNaN(when.getTime()) ? at.slice(0, 10) : when.toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

const time = (at) => {
  const when = new Date(at);
  return Number.isNaN(when.getTime()) ? "" : when.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
};

function rollShown(one) {
  const total = one.state === "outcome" ? String(one.total ?? one.label ?? "").replace("-", "−") : one.state === "cancelled" ? "✕" : "…";
  const marks = [one.corrections.length && "corrected", one.throws.flat().some((die) => die.typed) && "typed"].filter(Boolean);
  const opened = h("details", { class: "card past" }, h("summary", {}, h("span", { class: "past-total" }, total), h("span", { class: "grow" }, h("b", {}, one.roll), h("span", { class: "quiet small" }, [one.winner && `${one.winner} wins`, one.label, one.state === "outcome" ? null : one.state, ...marks].filter(Boolean).join(" · "))), h("time", { class: "quiet small", datetime: one.at }, time(one.at))));
  opened.addEventListener("toggle", () => opened.open && opened.children.length === 1 && opened.append(inside(one)), { once: true });
  return opened;
}

/** The dice of the roll that were taught, each with what it showed. */
const known = (one) => one.throws.flat().filter((die) => die.name).map((die) => `${die.name}: ${die.face}`);

function inside(one) {
  const dice = one.dice.map((die) => dieShown({ ...die, is_struck: die.fate === "dropped", number: null }));
  return h(
    "div",
    { class: "stack" },
    one.text && h("p", { class: "how" }, one.text.replaceAll("~~", "")),
    dice.length ? h("div", { class: "dice" }, dice) : null,
    known(one).length ? h("p", { class: "quiet small" }, `Thrown with ${known(one).join(", ")}`) : null,
    one.corrections.map((fix) => h("p", { class: "quiet small" }, `Corrected: ${fix.was.kind} ${fix.was.face} was really ${fix.now.kind === fix.was.kind ? "" : `a ${fix.now.kind} with `}${fix.now.face}`)),
    one.answers.length ? h("p", { class: "quiet small" }, `Answered: ${one.answers.join(", ")}`) : null,
    h("div", { class: "pictures" }, one.pictures.map((name) => picture(name))),
  );
}

function picture(name) {
  const image = h("img", { src: `/api/throws/${name}`, alt: "The tray at this throw", loading: "lazy" });
  image.addEventListener("error", () => image.remove());
  return image;
}
