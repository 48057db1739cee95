/** The tray as the reader saw it: each die outlined, with what was read, how sure it is, or why it was not. */

import { h } from "./dom.js";

const MANY = 8;
const PLACES = ["", "low", "right", "left"]; // of a label: above its die if nothing speaks against it
const OUTSIDE = 3; // how much worse it is to be beyond the tray than to cover something in it

export function trayShown(state, correct) {
  const { readout, image } = state;
  if (!image) {
    return h("div", { class: "tray empty" }, h("p", {}, readout.dice.some((die) => die.typed) ? "Typed in, without a picture." : "The tray appears here after the first look."));
  }
  const picture = h("img", { src: image, alt: `The tray: ${inWords(readout.sightings)}`, decoding: "async" });
  const tray = h("div", { class: readout.sightings.length > MANY ? "tray many" : "tray", role: "group", "aria-label": "The tray" }, picture, readout.sightings.map((seen) => outlined(seen, correct)));
  picture.addEventListener("load", () => tray.style.setProperty("aspect-ratio", `${picture.naturalWidth} / ${picture.naturalHeight}`));
  picture.addEventListener("error", () => picture.remove());
  new ResizeObserver(() => arrange(tray)).observe(tray);
  return tray;
}

/** Every label goes where it covers least: of the labels before it, of other dice, and of what is beyond the tray. */
function arrange(tray) {
  const dice = [...tray.querySelectorAll(".seen")];
  const boxes = dice.map((die) => die.getBoundingClientRect());
  const room = tray.getBoundingClientRect();
  const taken = [];
  dice.forEach((die, number) => {
    const others = boxes.filter((_, other) => other !== number);
    const tries = PLACES.map((place) => {
      die.dataset.label = place;
      const plate = die.firstElementChild.getBoundingClientRect();
      const covered = [...others, ...taken, ...taken].reduce((sum, other) => sum + shared(plate, other), 0);
      return { place, plate, cost: covered + OUTSIDE * (plate.width * plate.height - shared(plate, room)) };
    });
    const best = tries.reduce((one, other) => (other.cost < one.cost - 1 ? other : one));
    die.dataset.label = best.place;
    taken.push(best.plate);
  });
}

const shared = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

function outlined(seen, correct) {
  const [left, top, width, height] = seen.box.map((share) => `${share * 100}%`);
  const isUnread = seen.face === null;
  const classes = ["seen", isUnread && "unread", seen.number === null && !isUnread && "other"];
  const canCorrect = seen.number !== null;
  return h(
    "button",
    {
      type: "button", class: classes.filter(Boolean).join(" "), place: { left, top, width, height }, disabled: !canCorrect, "aria-label": canCorrect ? `${spoken(seen)}; correct it` : spoken(seen),
      onclick: canCorrect ? () => correct({ number: seen.number, kind: seen.kind, face: seen.face, candidates: seen.candidates }) : undefined,
    },
    h("span", {}, h("i", {}, seen.name || (seen.kind ?? "die")), isUnread ? doubt(seen) : seen.face, isUnread ? null : h("em", {}, `${Math.floor(seen.confidence * 100)} %`)),
  );
}

function doubt(seen) {
  const faces = [...new Set(seen.candidates.map(([, face]) => face))];
  return seen.why === "not sure" && faces.length > 1 ? `${faces[0]} or ${faces[1]}?` : seen.why;
}

const called = (seen) => seen.name || `${seen.colour} ${seen.kind ?? "die"}`;

const spoken = (seen) =>
  seen.face === null ? `${called(seen)}, not read: ${doubt(seen)}` : `${called(seen)} shows ${seen.face}, ${Math.floor(seen.confidence * 100)} % sure`;

const inWords = (sightings) => (sightings.length ? sightings.map(spoken).join("; ") : "no dice");
