/* The same for the admin. What Django's own templates do differently is left out. */

import site from "./html-validate.mjs";

const DJANGO = [
  "form-dup-name", // the check boxes of a list of rows
  "long-title", // it contains the row's name
  "no-implicit-button-type",
  "no-redundant-for",
  "prefer-button",
  "prefer-tbody",
  "wcag/h30", // links that are drawn by a style sheet
  "wcag/h32", // forms of rows that nobody may change
  "wcag/h63",
  "wcag/h71", // fieldsets without a heading
];

export default {
  ...site,
  rules: { ...site.rules, ...Object.fromEntries(DJANGO.map((rule) => [rule, "off"])) },
};
