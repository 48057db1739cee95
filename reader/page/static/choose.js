/** Choose the roll: a preset, a book's form, or a line; with its odds before it is thrown. */

import { books } from "./api.js";
import { h } from "./dom.js";
import { formFor } from "./fields.js";
import { live } from "./live.js";
import { fill, oddsOf } from "./odds.js";
import { order } from "./order.js";

const WAIT_MS = 250;

export function chooseView(main) {
  let timer = null;
  let asked = "";
  const said = h("p", { class: "said", role: "alert" });
  const line = h("input", { class: "mono", id: "line", "aria-label": "The roll, as it is written", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "4d6kh3", oninput: () => check() });
  const plot = h("section", { class: "plot card stack", "aria-label": "Odds" });
  plot.hidden = true;
  const roll = h("button", { class: "main", type: "submit" }, "Roll this");

  function check() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const text = (asked = line.value.trim());
      if (!text) return;
      try {
        const odds = await oddsOf(text);
        if (text !== asked) return;
        said.textContent = "";
        plot.hidden = true;
        fill(plot, odds);
      } catch (error) {
        if (text === asked) (said.textContent = error.message), (plot.hidden = true);
      }
    }, WAIT_MS);
  }

  const say = (sentence) => (said.textContent = sentence);
  const pick = async (text) => {
    if (text && (await order({ do: "pick", roll: text }, say))) location.hash = "#throw";
  };
  const put = (text) => {
    line.value = text;
    check();
  };
  const presets = h("div", { class: "chips", role: "group", "aria-label": "Presets" });
  const shelves = h("div", { class: "stack shelves" });
  const form = h("form", { class: "card stack written", onsubmit: (event) => (event.preventDefault(), pick(line.value.trim())) }, h("label", {}, "The roll", h("div", { class: "row" }, h("div", { class: "grow" }, line), roll)), said);
  main.append(h("div", { class: "choose" }, h("div", { class: "stack head-area" }, h("h1", {}, "Choose the roll"), presets), h("div", { class: "stack side" }, form, plot), shelves));
  const begin = () => {
    put(live.state.readout.roll);
    for (const preset of presets.children) preset.setAttribute("aria-pressed", String(preset.textContent === live.state.readout.title));
  };
  if (live.state) begin();
  else live.addEventListener("readout", begin, { once: true });

  books().then((all) => {
    presets.append(...all.presets.map((text) => h("button", { type: "button", "aria-pressed": text === live.state?.readout.title, onclick: () => pick(text) }, text)));
    shelves.append(...all.books.map((book) => shelf(book, put)));
  }, (error) => say(error.message));
  return () => {
    clearTimeout(timer);
    live.removeEventListener("readout", begin);
  };
}

function shelf(book, put) {
  return h("details", { class: "card book" }, h("summary", {}, h("h2", {}, book.title), h("p", { class: "quiet small" }, book.says)), h("div", { class: "stack" }, book.forms.map((form) => formShown(form, put))));
}

function formShown(form, put) {
  const { elements, text } = formFor(form, () => put(text()));
  const examples = form.examples.map((one) => h("li", {}, h("button", { type: "button", class: "plain example", onclick: () => put(one.text) }, h("span", { class: "mono" }, one.text), h("span", { class: "quiet small" }, one.says))));
  return h("section", { class: "stack form" }, h("h3", {}, form.word || "dice"), h("p", { class: "quiet small" }, form.says), h("div", { class: "fields" }, elements), elements.length ? null : h("button", { type: "button", onclick: () => put(form.word) }, "Take this"), h("details", {}, h("summary", { class: "small" }, "Examples"), h("ul", { class: "examples" }, examples)));
}
