/* The list of a page's keyboard shortcuts (templates/games/parts/_keys.html), opened by its button or by “?”. */

import { byId } from "./dom.js";

/** Show the list. */
export const showKeys = () => byId("keys").showModal();

/** The keys that show the list: the question marks of Latin and Arabic keyboards. */
export const KEYS_OF_LIST = ["?", "؟"];

byId("show-keys").addEventListener("click", showKeys);
