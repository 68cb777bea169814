/* Expected points, which are fractions. */

import { numberFormat } from "../lib/numbers.js";

/** Return expected points as text: "+1.3", "−0.4". */
export const signedPoints = numberFormat({
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** Return a difference of expected points as text: "1.3". */
export const points = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
