/* What html-validate checks on the site's own pages: everything that it recommends, except matters of taste. */

export default {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // template tags leave blank lines and spaces behind, which mean nothing in HTML
    "no-trailing-whitespace": "off",
    // in the replay's list, moves come and go in groups; a <ul> may only have <li> as children
    "prefer-native-element": ["error", { exclude: ["list"] }],
  },
};
