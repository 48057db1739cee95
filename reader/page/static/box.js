/** The box: its screen, lamp, camera and health; who is paired; and how this page looks and speaks. */

import { get, pairing, remove } from "./api.js";
import { h } from "./dom.js";
import { live } from "./live.js";
import { order } from "./order.js";
import { offCard } from "./off.js";
import { pair } from "./pair.js";
import { prefer, preferred } from "./prefs.js";

const TURN_MS = 2000;
const LAMPS = { ready: "ready", busy: "looking", "throw again": "throw again", trouble: "trouble", off: "off" };

export function boxView(main) {
  let tick = 0;
  const screen = h("img", { class: "oled", alt: "The box's own screen", width: 512, height: 256 });
  const lamp = h("p", { class: "row" });
  const camera = h("div", { class: "stack" });
  const checks = h("ul", { class: "checks" });
  const about = h("p", { class: "quiet small" });
  const devices = h("div", { class: "stack" });
  const said = h("p", { class: "said", role: "alert" });
  const off = h("div", { class: "stack" });

  const mirror = () => {
    screen.src = `/api/screen.png?tick=${tick}&of=${live.state?.id ?? ""}`;
    lamp.replaceChildren(h("span", { class: "lamp", "data-lamp": live.state?.lamp ?? "off" }), `Lamp: ${LAMPS[live.state?.lamp] ?? "off"}`);
  };
  const shown = () => {
    tick = 0;
    mirror();
  };
  const turning = setInterval(() => (tick++, mirror()), TURN_MS);
  const load = async () => {
    try {
      const box = await get("/api/box");
      checks.replaceChildren(...[...box.checks].map(checked));
      off.replaceChildren(...(box.can_switch_off ? [offCard()] : []));
      about.textContent = `dice-reader ${box.version} on ${box.name} · ${box.viewers} ${box.viewers === 1 ? "page watches" : "pages watch"}`;
      camera.replaceChildren(...(box.camera.image ? [h("img", { class: "view", src: box.camera.image, alt: "What the camera sees" }), h("ul", { class: "checks" }, box.camera.hints.map(checked))] : [h("p", { class: "quiet" }, "No picture has been taken yet.")]));
    } catch (error) {
      said.textContent = error.message;
    }
  };
  const glance = async () => (await order({ do: "glance" }, (sentence) => (said.textContent = sentence))) && load();
  const paired = () => listDevices(devices);
  main.append(
    h("h1", { class: "head" }, "The box"),
    h("div", { class: "cards" },
      h("section", { class: "card stack" }, h("h2", {}, "Screen and lamp"), screen, lamp),
      h("section", { class: "card stack" }, h("div", { class: "row" }, h("h2", { class: "grow" }, "Camera"), h("button", { type: "button", onclick: glance }, "Look now"), h("a", { class: "button", href: "#calibrate" }, "Calibrate")), camera, said, h("p", { class: "quiet small" }, "Looking here counts nothing.")),
      h("section", { class: "card stack" }, h("h2", {}, "Health"), checks, about),
      h("section", { class: "card stack" }, h("h2", {}, "Who may play from a page"), devices),
      h("section", { class: "card stack" }, h("h2", {}, "This page"), preferences()),
      off,
    ),
  );
  live.addEventListener("readout", shown);
  document.addEventListener("pairing", paired);
  mirror();
  load();
  paired();
  return () => {
    clearInterval(turning);
    live.removeEventListener("readout", shown);
    document.removeEventListener("pairing", paired);
  };
}

const checked = (one) => h("li", { class: one.is_well ? "well" : "ill" }, h("b", {}, one.what), " ", one.says, one.remedy ? `; ${one.remedy}` : "");

async function listDevices(place) {
  if (!pairing.paired) {
    place.replaceChildren(h("p", { class: "quiet" }, "Everybody may look. To press, choose and correct from here, pair this device with the code that the box shows."), h("button", { type: "button", class: "main", onclick: pair }, "Pair this device"));
    return;
  }
  const { devices } = await get("/api/devices").catch(() => ({ devices: [] }));
  place.replaceChildren(...devices.map((one) => deviceShown(one, () => listDevices(place))));
}

function deviceShown(one, changed) {
  const unpair = async () => {
    await remove(`/api/devices/${encodeURIComponent(one.id)}`).catch(() => null);
    if (one.is_this) pairing.paired = false;
    document.dispatchEvent(new Event("pairing"));
    changed();
  };
  return h("div", { class: "row" }, h("span", { class: "grow" }, one.name, h("br"), h("span", { class: "quiet small" }, one.is_this ? "this device" : `since ${one.since.slice(0, 10)}`)), h("button", { type: "button", class: "bad", onclick: unpair }, "Unpair"));
}

function preferences() {
  const theme = h("select", { onchange: () => prefer("theme", theme.value) }, [["auto", "as the device"], ["dark", "dark"], ["light", "light"]].map(([value, words]) => h("option", { value, ...(preferred("theme") === value ? { selected: true } : {}) }, words)));
  const speak = h("input", { type: "checkbox", onchange: () => prefer("speak", speak.checked ? "yes" : "no"), ...(preferred("speak") === "yes" ? { checked: true } : {}) });
  return [
    h("label", {}, "Colours", theme),
    h("label", { class: "check" }, speak, h("span", {}, "Speak", h("br"), h("span", { class: "quiet small" }, "Results and prompts are read out loud."))),
    h("div", { class: "row" }, h("a", { class: "button", href: "#big" }, "Large, for everybody"), h("a", { class: "button", href: "/overlay", target: "_blank", rel: "noopener" }, "Overlay for streams")),
  ];
}
