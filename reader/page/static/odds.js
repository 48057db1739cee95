/** The odds of a roll as a small plot; and where the result fell in it. */

import { get } from "./api.js";
import { h, percent, s } from "./dom.js";

const WIDTH = 340;
const HEIGHT = 92;
const RARE = 0.0004;
const MOST_KNOWN = 40;
const TRIES = 6;
const AGAIN_MS = 4000;
const known = new Map();

/** The odds; a roll is asked for once, and again while a busy box is still at it. */
export function oddsOf(roll) {
  if (!known.has(roll)) {
    known.set(roll, patiently(roll, TRIES));
    known.get(roll).catch(() => known.delete(roll));
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value);
  }
  return known.get(roll);
}

async function patiently(roll, tries) {
  try {
    return await get("/api/odds", { roll });
  } catch (error) {
    if (error.status !== 503 || !error.message.endsWith("ask again") || tries === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return patiently(roll, tries - 1);
  }
}

/** What the total is as a number: the last one in it. */
export function totalOf(readout) {
  const found = readout.total.replaceAll("−", "-").match(/-?\d+/g);
  return readout.state === "outcome" && found ? Number(found.at(-1)) : null;
}

/** A card that fills itself when the odds are known. */
export function oddsShown(readout) {
  const card = h("section", { class: "plot card stack", "aria-label": "Odds" });
  card.hidden = true;
  if (readout.roll && readout.roll !== "free") {
    oddsOf(readout.roll).then((odds) => fill(card, odds, totalOf(readout), readout.state === "outcome" ? readout : null), () => {});
  }
  return card;
}

export function fill(card, odds, total = null, outcome = null) {
  const { totals } = odds;
  if (!totals.length && !Object.keys(odds.labels).length && !Object.keys(odds.winners).length) return;
  card.hidden = false;
  const shares = { ...odds.labels, ...Object.fromEntries(Object.entries(odds.winners).map(([name, chance]) => [`${name} wins`, chance])) };
  const here = outcome ? [outcome.label, outcome.winner && `${outcome.winner} wins`] : [];
  card.replaceChildren(
    h("h3", {}, "Odds", " ", h("span", { class: "quiet small" }, heading(odds, total))),
    ...(totals.length > 1 ? [plot(totals, odds.mean, total)] : []),
    ...(Object.keys(shares).length ? [chances(shares, here)] : []),
    ...odds.notes.map((note) => h("p", { class: "quiet small" }, note)),
  );
}

function heading(odds, total) {
  const { totals } = odds;
  if (total === null || !totals.length) return odds.mean === null ? "" : `on average ${Math.round(odds.mean * 10) / 10}`;
  const least = totals.filter(([each]) => each >= total).reduce((sum, [, chance]) => sum + chance, 0);
  const most = totals.filter(([each]) => each <= total).reduce((sum, [, chance]) => sum + chance, 0);
  return least <= most ? `${percent(least)} come to ${total} or more` : `${percent(most)} come to ${total} or less`;
}

function plot(totals, mean, total) {
  const highest = Math.max(...totals.map(([, chance]) => chance));
  const shown = totals.filter(([each, chance]) => chance >= Math.min(RARE, highest / 50) || each === total);
  const low = shown[0][0];
  const high = Math.max(shown.at(-1)[0], low + 1);
  const step = WIDTH / (high - low + 1);
  const x = (each) => (each - low + 0.5) * step;
  const gap = step > 6 ? 2 : step > 3 ? 0.8 : 0;
  const bars = shown.map(([each, chance]) => {
    const tall = Math.max(1, (chance / highest) * HEIGHT);
    const bar = s("rect", { class: each === total ? "bar here" : "bar", x: x(each) - step / 2 + gap / 2, y: HEIGHT - tall, width: Math.max(0.8, step - gap), height: tall, rx: Math.min(3, step / 4) });
    bar.append(s("title", {}, `${each}: ${percent(chance)}`));
    return bar;
  });
  const spread = `From ${low} to ${high}, likeliest ${percent(highest)}${mean === null ? "" : `, average ${mean.toFixed(1)}`}${total === null ? "" : `; this roll came to ${total}`}.`;
  return s(
    "svg",
    { viewBox: `0 -14 ${WIDTH} ${HEIGHT + 34}`, role: "img", "aria-label": spread },
    bars,
    mean !== null && mean >= low && mean <= high ? s("line", { class: "mean", x1: x(mean), x2: x(mean), y1: -6, y2: HEIGHT }) : null,
    s("text", { class: "peak", x: WIDTH, y: -3 }, percent(highest)),
    ticks(low, high, total).map((each) => s("text", { class: "axis", x: x(each), y: HEIGHT + 15, "font-weight": each === total ? 700 : 400 }, each)),
  );
}

function ticks(low, high, total) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 250, 500, 1000].find((each) => (high - low) / each <= 10) ?? high - low;
  const found = [];
  for (let each = Math.ceil(low / step) * step; each <= high; each += step) found.push(each);
  if (total === null) return found;
  return [...found.filter((each) => Math.abs(each - total) >= step * 0.7), total].filter((each) => each >= low && each <= high);
}

function chances(shares, here) {
  const rows = Object.entries(shares).sort(([, one], [, other]) => other - one);
  return h("div", { class: "chances" }, rows.map(([name, chance]) => [h("span", { class: here.includes(name) ? "here" : "" }, name), h("span", { class: "track" }, h("i", { place: { width: `${chance * 100}%` } })), h("span", {}, percent(chance))]));
}
