// Equations wider than the page scroll in their own box: let the keyboard reach them.
document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll(".katex-display")) {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "equation, scrolls sideways");
    }
  }
  // A search result shows each formula once, not also its MathML and its TeX.
  if (typeof Search !== "undefined") {
    const text = Search.htmlToText;
    const mathml = /<span class="katex-mathml">[\s\S]*?<\/math><\/span>/g;
    Search.htmlToText = (page, anchor) => text(page.replace(mathml, ""), anchor);
  }
});
