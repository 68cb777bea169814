/* Numbers in the style of the page's language, with Latin digits (docs/translating.md) and true minus signs. */

/** Return a function that formats numbers. `options` are those of Intl.NumberFormat. */
export function numberFormat(options = {}) {
  const format = new Intl.NumberFormat(document.documentElement.lang, { numberingSystem: "latn", ...options });
  return (value) => format.format(value).replace("-", "−");
}

/** Return a whole number with its sign: "+3", "−2", "+0". */
export const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

/** Return the numbers of these items, counted from 0, beginning with `first` and going round. */
export const numbersFrom = (first, items) => items.map((_, place) => (first + place) % items.length);

/** The steps between the labels of an axis that counts something, so that all labels are whole numbers. */
export const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
