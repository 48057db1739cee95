/** The large view: for a tablet that everybody at the table can see. */

import { h } from "./dom.js";
import { live } from "./live.js";
import { stageShown } from "./stage.js";

export function bigView(main) {
  const view = h("div", { class: "big" });
  main.append(view);
  const draw = (event) => {
    if (!live.state) return;
    const { readout } = live.state;
    const stage = stageShown(readout);
    stage.classList.toggle("fresh", Boolean(event && readout.state === "outcome"));
    view.replaceChildren(h("header", {}, h("span", {}, readout.roll || readout.title), h("a", { class: "button", href: "#throw", "aria-label": "Close the large view" }, "✕")), stage, h("p", { class: "quiet how" }, readout.warning));
  };
  live.addEventListener("readout", draw);
  draw();
  return () => live.removeEventListener("readout", draw);
}
