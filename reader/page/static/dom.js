/** Elements from words: h("button", {class: "main", onclick: press}, "Press"). Text is always text, never markup. */

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

export function s(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "place") for (const [side, where] of Object.entries(value)) element.style.setProperty(side, where);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const $ = (id) => document.getElementById(id);

export const percent = (share) => {
  const hundredths = share * 100;
  if (hundredths >= 99.95 && share < 1) return "> 99.9 %";
  if (hundredths < 0.1 && share > 0) return "< 0.1 %";
  return `${hundredths >= 10 ? Math.round(hundredths) : Math.round(hundredths * 10) / 10} %`;
};

/** For screen readers: politely, or at once. */
export function announce(words, atOnce = false) {
  const place = $(atOnce ? "alert" : "say");
  if (place && place.textContent !== words) place.textContent = words;
}
