/** Talking to the box. Every error is a sentence that can be shown as it is. */

export class Refused extends Error {
  constructor(sentence, status) {
    super(sentence.charAt(0).toUpperCase() + sentence.slice(1));
    this.status = status;
  }
}

async function answered(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new Refused("the box does not answer; is it on, and are you in its network?", 0);
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(body.error ?? `the box says ${response.status}`, response.status);
  return body;
}

export const get = (path, query = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const search = new URLSearchParams(given).toString();
  return answered(fetch(search ? `${path}?${search}` : path, { headers: { Accept: "application/json" } }));
};

export const post = (path, body = {}) =>
  answered(
    fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  );

export const remove = (path) => answered(fetch(path, { method: "DELETE" }));

let known = null;

/** The books, their forms and the faces of dice; they never change while the box runs. */
export const books = () => (known ??= get("/api/books").catch((error) => ((known = null), Promise.reject(error))));

/** Whether this device may command; null until the box has said so. */
export const pairing = { paired: null, id: null, name: null };

export async function learnPairing() {
  Object.assign(pairing, await get("/api/pairing"));
  return pairing.paired;
}
