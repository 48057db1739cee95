/** A book's form, field by field, and the roll string that it says. */

import { h } from "./dom.js";

const BARE = /^(?!(?:ranges|pass-fail|d10ish|limited|d2)$)[^\s=,"'“„‘+-]+$/;
const QUOTES = [['"', '"'], ["'", "'"], ["“", "”"]];

export function quoted(text) {
  const [left, right] = QUOTES.find(([one, other]) => !text.includes(one) && !text.includes(other)) ?? ["„", "“"];
  return `${left}${text}${right}`;
}

const signed = (number) => (Number(number) < 0 ? `${Number(number)}` : `+${Number(number)}`);
const title = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
const says = (field) => h("span", { class: "quiet small" }, field.says);

/** {element, text()}: what is filled in, as it would be typed. */
const SORTS = {
  flag(field, changed) {
    const box = h("input", { type: "checkbox", onchange: changed });
    return { element: h("label", { class: "check" }, box, h("span", {}, title(field.name), h("br"), says(field))), text: () => (box.checked ? field.name : "") };
  },
  tally(field, changed) {
    const count = h("input", { type: "number", min: 0, max: 9, inputmode: "numeric", placeholder: "0", oninput: changed });
    return { element: h("label", {}, title(field.name), says(field), count), text: () => Array(Math.min(9, Math.max(0, Number(count.value) || 0))).fill(field.name).join(" ") };
  },
  number(field, changed) {
    const number = h("input", { type: "number", min: field.low, max: field.high, inputmode: field.low < 0 ? "text" : "numeric", required: field.needed, placeholder: field.needed ? `${field.low}–${field.high}` : "", oninput: changed });
    return { element: h("label", {}, title(field.name), says(field), number), text: () => (number.value === "" ? "" : `${field.name}=${number.value}`) };
  },
  numbers(field, changed) {
    const line = h("input", { inputmode: "text", placeholder: "2, 2", oninput: changed });
    return { element: h("label", {}, title(field.name), says(field), line), text: () => (line.value.trim() ? `${field.name}=${line.value.trim().split(/[\s,]+/).join(",")}` : "") };
  },
  pick(field, changed) {
    const select = h("select", { onchange: changed }, field.options.map((option) => h("option", { value: option }, option)));
    return { element: h("label", {}, title(field.name), says(field), select), text: () => (select.value === (field.default || field.options[0]) ? "" : `${field.name}=${select.value}`) };
  },
  modifier(field, changed) {
    const number = h("input", { type: "number", min: field.low, max: field.high, placeholder: "+0", oninput: changed });
    return { element: h("label", {}, title(field.name), says(field), number), text: () => (number.value === "" || Number(number.value) === 0 ? "" : signed(number.value)) };
  },
  dice(field, changed) {
    const line = h("input", { class: "mono", placeholder: "2d6+1", autocapitalize: "off", autocomplete: "off", spellcheck: "false", required: field.needed, oninput: changed });
    return { element: h("label", {}, title(field.name), says(field), line), text: () => line.value.trim() };
  },
  ranges(field, changed) {
    const lines = h("textarea", { placeholder: field.options.includes("Win") ? "[Win] disarms\n[Lose] drops" : "[..6] misses\n[7..9] hits\n[10..] hits hard", oninput: changed });
    const text = () => lines.value.split("\n").map((line) => line.trim().replace(/,$/, "")).filter(Boolean).join(", ");
    return { element: h("label", {}, title(field.name), says(field), lines), text: () => (text() ? `${field.name}=${quoted(text())}` : "") };
  },
  parties(field, changed) {
    const isDice = field.options.includes("dice");
    const rows = h("div", { class: "stack" });
    const add = () => rows.append(party(isDice, changed, rows));
    add();
    add();
    const more = h("button", { type: "button", onclick: () => (add(), changed()) }, "One more");
    return { element: h("fieldset", { class: "stack" }, h("legend", {}, "Who throws"), says(field), rows, more), text: () => [...rows.children].map((row) => row.text()).filter(Boolean).join(" ") };
  },
};

function party(isDice, changed, rows) {
  const name = h("input", { placeholder: "Name", "aria-label": "Name", oninput: changed });
  const number = (label, placeholder) => h("input", { type: "number", placeholder, "aria-label": label, title: label, oninput: changed });
  const dice = h("input", { class: "mono", placeholder: "2d4", "aria-label": "Dice", oninput: changed });
  const [modifier, plus, minus] = [number("Modifier", "+0"), number("Advantages", "adv"), number("Disadvantages", "dis")];
  const remove = h("button", { type: "button", class: "plain", "aria-label": "Remove", onclick: () => rows.children.length > 2 && (row.remove(), changed()) }, "✕");
  const row = h("div", { class: "party" }, name, isDice ? dice : [modifier, plus, minus], remove);
  row.text = () => {
    const who = name.value.trim();
    if (!who) return "";
    const called = BARE.test(who) ? who : quoted(who);
    if (isDice) return `${called}=${dice.value.trim()}`;
    const counts = [["advantages", plus], ["disadvantages", minus]].filter(([, input]) => Number(input.value) > 0);
    return [`${called}=${signed(modifier.value || 0)}`, ...counts.map(([word, input]) => `${word}=${Number(input.value)}`)].join(",");
  };
  return row;
}

export function formFor(form, changed) {
  const fields = form.fields.map((field) => SORTS[field.sort](field, changed));
  return { elements: fields.map((field) => field.element), text: () => [form.word, ...fields.map((field) => field.text())].filter(Boolean).join(" ") };
}
