/** Commands to the table. Whoever is not paired yet is asked to pair first. */

import { pairing, post } from "./api.js";
import { announce } from "./dom.js";
import { take } from "./live.js";
import { pair } from "./pair.js";

/** Does it, and tells whether it was done; `say` is told why not. */
export async function order(what, say = (sentence) => announce(sentence, true)) {
  say("");
  if (!pairing.paired && !(await pair())) return false;
  try {
    const done = await post("/api/commands", what);
    take(done.state);
    return true;
  } catch (error) {
    if (error.status === 401) {
      pairing.paired = false;
      return (await pair()) ? order(what, say) : false;
    }
    say(error.message);
    return false;
  }
}
