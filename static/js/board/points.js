/* Expected points, which are fractions with a sign. */

const format = new Intl.NumberFormat(document.documentElement.lang, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** Return expected points as text: "+1.3", "−0.4". */
export const signedPoints = (points) => format.format(points).replace("-", "−");
