/* Names as pages show them: those that the site gives are put into the reader's words. */

const given = (name) => /^(Guest|Closed) (\d+)$/.exec(name) ?? [];

/** Whether a name stands for who closed an account; that has no page. */
export const isClosed = (name) => given(name)[1] === "Closed";

export function shownName(name) {
  const [, kind, number] = given(name);
  if (kind === "Guest") return interpolate(gettext("Guest %s"), [number]);
  return kind === "Closed" ? gettext("Closed account") : name;
}
