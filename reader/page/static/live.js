/** What the box shows, as it comes. One connection for the whole page; it finds its way back by itself. */

const LATER_MS = 2000;

export const live = new EventTarget();
live.state = null;
live.connected = false;

let source = null;
let retry = null;

export function listen() {
  source?.close();
  clearTimeout(retry);
  source = new EventSource("/api/events");
  source.addEventListener("open", () => connected(true));
  source.addEventListener("readout", (event) => take(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    connected(false);
    if (source.readyState === EventSource.CLOSED) retry = setTimeout(listen, LATER_MS);
  });
}

/** The answer to a command is often here before its event. */
export function take(state) {
  const before = live.state;
  if (before && before.run === state.run && state.readout.sequence <= before.readout.sequence) return;
  live.state = state;
  live.dispatchEvent(new CustomEvent("readout", { detail: { state, before } }));
}

function connected(is) {
  if (live.connected === is) return;
  live.connected = is;
  live.dispatchEvent(new Event("connection"));
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && source?.readyState !== EventSource.OPEN) listen();
});
