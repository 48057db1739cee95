/** What each die has shown so far, and whether it is fair. */

import { get } from "./api.js";
import { h, s } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 84;
const VERDICTS = { "too early": "too early to tell", fair: "looks fair", suspicious: "suspicious", loaded: "probably loaded" };

export function diceView(main) {
  const list = h("div", { class: "cards" });
  main.append(h("div", { class: "stack" }, h("div", { class: "row" }, h("h1", { class: "grow" }, "Your dice"), h("a", { class: "button", href: "#teach" }, "Teach a die")), h("p", { class: "quiet" }, "Counted is what the camera saw thrown: dice that you taught by name, others by kind and colour. The verdict stays honest however often you look."), list));
  get("/api/statistics").then(
    ({ dice }) => list.append(...(dice.length ? dice.map(shown) : [h("p", { class: "quiet card" }, "No die has been thrown yet.")])),
    (error) => list.append(h("p", { class: "said" }, error.message)),
  );
}

function shown(die) {
  return h("section", { class: "card stack plot" }, h("div", { class: "row" }, h("h2", { class: "grow" }, die.name || `${die.colour} ${die.kind}`.trim()), h("span", { class: `verdict ${die.verdict.replace(" ", "-")}` }, VERDICTS[die.verdict])), bars(die), h("p", { class: "quiet small" }, `${die.throws} ${die.throws === 1 ? "throw" : "throws"}; ${die.sentence}.`));
}

function bars(die) {
  const expected = die.throws / die.counts.length;
  const most = Math.max(...die.counts.map(([, count]) => count), expected * 1.3, 1);
  const step = WIDTH / die.counts.length;
  const height = (count) => (count / most) * HEIGHT;
  const line = HEIGHT - height(expected);
  return s(
    "svg",
    { viewBox: `0 -4 ${WIDTH} ${HEIGHT + 22}`, role: "img", "aria-label": die.counts.map(([face, count]) => `${face}: ${count}`).join(", ") },
    die.counts.map(([face, count], at) => [
      s("rect", { class: "bar", x: at * step + 1, y: HEIGHT - height(count), width: step - 2, height: Math.max(count ? 1 : 0, height(count)), rx: Math.min(3, step / 5) }, s("title", {}, `${face}: ${count} times`)),
      s("text", { class: "axis", x: (at + 0.5) * step, y: HEIGHT + 14 }, face),
    ]),
    s("line", { class: "mean", x1: 0, x2: WIDTH, y1: line, y2: line }),
  );
}
