/* Whether the player wants to be coached: switched on, switched off, or not decided (null). */

import { load, save } from "../lib/store.js";

const KEY = "coach";

export const coachingWanted = () => load(KEY);

export const setCoaching = (on) => save(KEY, on);
