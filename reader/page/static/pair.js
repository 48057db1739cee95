/** Pairing: the box shows six digits, the player types them here. */

import { learnPairing, pairing, post } from "./api.js";
import { h } from "./dom.js";
import { sheet } from "./sheet.js";

let asking = null;

/** Whether this device is paired in the end. */
export function pair() {
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

async function ask() {
  const said = h("p", { class: "said", role: "alert" });
  const where = h("p", { class: "quiet" }, "Asking the box for a code…");
  const code = h("input", {
    class: "code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 7, "aria-label": "The six digits", placeholder: "······", required: true,
  });
  const send = h("button", { class: "main", type: "submit" }, "Pair");
  const again = h("button", { type: "button", onclick: show }, "New code");

  async function show() {
    said.textContent = "";
    try {
      const shown = await post("/api/pairing");
      where.textContent = `Six digits are shown for two minutes ${shown.shown}. Type them here, once; this device may then command the table.`;
      code.value = "";
      code.focus();
    } catch (error) {
      said.textContent = error.message;
    }
  }

  const open = sheet("Pair this device", [where, code, said, h("div", { class: "row" }, h("span", { class: "grow" }), again, send)], async () => {
    send.disabled = true;
    try {
      Object.assign(pairing, await post("/api/pairing/code", { code: code.value }));
      return true;
    } catch (error) {
      said.textContent = error.message;
      code.select();
      return false;
    } finally {
      send.disabled = false;
    }
  });
  show();
  await open;
  await learnPairing().catch(() => false);
  document.dispatchEvent(new Event("pairing"));
  return pairing.paired;
}
