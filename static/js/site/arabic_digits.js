/* Show Arabic-Indic digits on Arabic pages, for readers who prefer them. All other code writes Latin digits, so only
   this script knows about Arabic-Indic ones. Names, codes and what people type or copy stay as they are. */

const EXEMPT = "bdi:not([dir]), code, kbd, pre, input, textarea, select, script, style, [translate='no'], [lang]:not(:root)";
const ZERO = "٠".charCodeAt(0);

const converted = (text) => text.replace(/\d/g, (digit) => String.fromCharCode(ZERO + Number(digit)));

function convert(node) {
  if (!/\d/.test(node.data) || node.parentElement?.closest(EXEMPT)) return;
  node.data = converted(node.data);
}

function convertAll(root) {
  if (root.nodeType === Node.TEXT_NODE) {
    convert(root);
    return;
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) convert(texts.currentNode);
}

convertAll(document.body);
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === "characterData") convert(target);
    else addedNodes.forEach(convertAll);
  }
}).observe(document.body, { childList: true, subtree: true, characterData: true });
