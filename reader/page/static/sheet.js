/** A dialog over the page. Escape or a tap beside it closes it. */

import { h } from "./dom.js";

/** Open until `submit` says true, or somebody closes it: then false. */
export function sheet(title, content, submit = async () => true) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { "aria-label": title });
    const close = (result) => {
      dialog.close();
      dialog.remove();
      resolve(result);
    };
    const form = h(
      "form",
      {
        method: "dialog",
        onsubmit: async (event) => {
          event.preventDefault();
          if (await submit(event.submitter)) close(true);
        },
      },
      h("div", { class: "row" }, h("h2", { class: "grow" }, title), h("button", { type: "button", class: "plain", "aria-label": "Close", onclick: () => close(false) }, "✕")),
      content,
    );
    dialog.append(form);
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      close(false);
    });
    dialog.addEventListener("click", (event) => event.target === dialog && close(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
