// What scrolls sideways can be reached with the keyboard, and only while it does scroll.
const SCROLLERS = ".katex-display, .check-body, .bd-article pre, .cell_output .output, .table-scroll, " +
  ".pst-scrollable-table-container, .figure-scroll";
const NAMES = { "katex-display": "equation", "check-body": "check", "figure-scroll": "figure", PRE: "code" };

function reachable({ target: box }) {
  const wide = box.scrollWidth > box.clientWidth + 1;
  if (wide === (box.tabIndex === 0 && box.hasAttribute("tabindex"))) return;
  if (!wide) {
    for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
    return;
  }
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", `${NAMES[box.classList[0]] ?? NAMES[box.tagName] ?? "table"}, scrolls sideways`);
}

function unfoldTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (target.matches("details.check")) target.open = true;
  hold(target);
}

// A link to where the page has been led already changes no address, and may lead into a closed fold.
function followAgain(event) {
  const link = event.target.closest("a[href*='#']");
  if (link && link.href === location.href && !event.defaultPrevented) unfoldTarget();
}

// Sections that come near the window are laid out and push the target away: follow it for a while.
function hold(target) {
  let frames = 0;
  const release = () => (frames = Infinity);
  for (const move of ["wheel", "touchmove", "keydown"]) addEventListener(move, release, { once: true });
  const follow = () => {
    target.scrollIntoView();
    if (++frames < 30) requestAnimationFrame(follow);
  };
  follow();
}

// The contents beside the page show what is being read: the sections that cross its upper third.
function followReader() {
  const links = new Map([...document.querySelectorAll(".page-toc a")].map((link) => [link.hash.slice(1), link]));
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = links.get(target.id);
      link.classList.toggle("active", isIntersecting);
      link.parentElement.classList.toggle("active", isIntersecting);
    }
  }, { rootMargin: "-33% 0px -66% 0px" });
  for (const id of links.keys()) {
    const section = document.getElementById(decodeURIComponent(id));
    if (section) observer.observe(section);
  }
}

// A menu opens by its button, and closes by the button, by Escape and by a press elsewhere.
function openMenu(event) {
  const button = event.key ? null : event.target.closest(".dropdown-toggle");
  for (const one of document.querySelectorAll(".dropdown-toggle")) {
    const open = one === button && one.getAttribute("aria-expanded") === "false";
    one.setAttribute("aria-expanded", open);
    one.nextElementSibling.classList.toggle("show", open);
  }
}

// What is copied of a formula is its LaTeX.
function copyLatex(event) {
  const selection = document.getSelection();
  if (selection.isCollapsed) return;
  const range = selection.getRangeAt(0).cloneRange();
  const formula = (node) => (node.nodeType === 1 ? node : node.parentElement).closest(".katex");
  if (formula(range.startContainer)) range.setStartBefore(formula(range.startContainer));
  if (formula(range.endContainer)) range.setEndAfter(formula(range.endContainer));
  const copied = range.cloneContents();
  const formulas = copied.querySelectorAll(".katex");
  if (!formulas.length) return;
  for (const one of formulas) {
    const latex = one.querySelector("math").dataset.tex;
    one.replaceWith(one.closest(".katex-display") || latex.includes("\\begin") ? `\n$$\n${latex}\n$$\n` : `$${latex}$`);
  }
  const aside = document.body.appendChild(document.createElement("div"));
  aside.append(copied);
  event.clipboardData.setData("text/plain", aside.innerText);
  aside.remove();
  event.preventDefault();
}

// A notebook installs the package from where its page came from: the address is put into its first cell.
// A folder lets no script read a notebook, so a script brings it.
function takeHome(event) {
  const link = event.target.closest(".btn-download-source-button");
  if (!link?.pathname.endsWith(".ipynb") || "published" in document.body.dataset || !window.DecompressionStream) return;
  event.preventDefault();
  const script = document.createElement("script");
  window.bringNotebook = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt());
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
    const root = new URL(document.documentElement.dataset.content_root, location.href).href.replace(/\/$/, "");
    const pages = root.replace(/['$()!]/g, (sign) => `%${sign.charCodeAt().toString(16)}`); // signs of a shell
    const notebook = new Blob([text.replace('pages = \\"\\"', () => `pages = \\"${pages}\\"`)]);
    const file = Object.assign(document.createElement("a"), { href: URL.createObjectURL(notebook) });
    file.download = link.pathname.split("/").pop();
    file.click();
    script.remove();
  };
  script.onerror = () => location.assign(link.href);
  script.src = link.href.replace(/ipynb$/, "js");
  document.head.append(script);
}

// What a formula may be changed to comes when a button asks for it first, and with it what shows it.
const brought = {};

function bring(address) {
  return (brought[address] ??= new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement("script"), { src: address, onload, onerror }));
  }));
}

async function breakFormula({ target }) {
  const button = target.closest("button.break");
  if (!button) return;
  const root = document.documentElement.dataset.content_root;
  await bring(`${root}_static/break.js`);
  await bring(`${root}breaks/${button.dataset.chapter}.js`);
  window.toggleBreaks(button);
}

// Chromium tells a screen reader of no section that is not laid out: when the page has come, all are, in
// idle moments. Where nothing holds the text that is read in its place, they would move it.
async function layOut() {
  if (!CSS.supports("overflow-anchor: auto")) return;
  for (const section of document.querySelectorAll(".bd-article > section > section")) {
    await new Promise((done) => requestIdleCallback(done));
    section.style.contentVisibility = "visible";
  }
}

// What can be moved is loaded when the reader comes near its figure; without it the figure stays.
function loadMoving() {
  const loads = {};
  const load = (src) => (loads[src] ??= new Promise((done) =>
    document.head.append(Object.assign(document.createElement("script"), { src, onload: done }))));
  const observer = new IntersectionObserver(async (entries) => {
    for (const { target } of entries.filter((one) => one.isIntersecting)) {
      observer.unobserve(target);
      const box = document.querySelector(`.moving[data-figure="${target.id}"]`);
      await load(`${box.dataset.from}kit.js`);
      await load(`${box.dataset.from}${box.dataset.name}.js`);
      moving.begin(box);
    }
  }, { rootMargin: "100% 0px" });
  for (const box of document.querySelectorAll(".moving")) observer.observe(document.getElementById(box.dataset.figure));
}

document.addEventListener("DOMContentLoaded", () => {
  const observer = new ResizeObserver((entries) => entries.forEach(reachable));
  const observe = () => {
    observer.disconnect();
    document.querySelectorAll(SCROLLERS).forEach((box) => observer.observe(box));
  };
  observe();
  followReader();
  loadMoving();
  document.fonts.addEventListener("loadingdone", observe); // letters become wider, boxes do not
  document.addEventListener("click", (event) => {
    const mark = event.target.closest("a.mark");
    if (!mark) return;
    event.preventDefault();
    const check = document.querySelector(mark.getAttribute("href"));
    check.open = !check.open;
  });
  document.addEventListener("click", openMenu);
  document.addEventListener("keydown", (event) => event.key === "Escape" && openMenu(event));
  document.addEventListener("click", takeHome);
  document.addEventListener("click", breakFormula);
  document.addEventListener("copy", copyLatex);
  document.addEventListener("click", followAgain);
  window.addEventListener("hashchange", unfoldTarget);
  unfoldTarget();
  window.addEventListener("load", unfoldTarget);
  window.addEventListener("load", () => setTimeout(layOut, 4000));
});
