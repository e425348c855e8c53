// Answers, statements and code are typed on the page, and Python, in a worker, says what it finds of them.
// Nothing of it is loaded before the reader asks; nothing leaves the site.
const STATIC = new URL(".", document.currentScript.src).href;
const LIVE = new URL("../_live/", STATIC).href;
const CHAPTER = location.pathname.split("/").pop().replace(/\.html$/, "");

const MOST_MINUTES = 5; // for one question
const Python = {
  waiting: new Map(), number: 0, loaded: 0,

  // The answer to a question; null if the reader stopped it.
  ask(question) {
    if (!this.worker) {
      this.worker = new Worker(`${STATIC}live/worker.mjs`, { type: "module" });
      this.worker.onmessage = ({ data: [number, said] }) => this.told(number, JSON.parse(said));
      this.worker.onerror = (event) => this.end({ failed: event.message || "its program could not be fetched. Press again when there is a connection" });
    }
    const number = ++this.number;
    this.worker.postMessage([number, JSON.stringify(question)]);
    return new Promise((done) => this.waiting.set(number, done));
  },

  told(number, said) {
    if (said.loaded) { // a part of what it fetches to start
      this.loaded = said.loaded;
      document.querySelectorAll(".ask-said progress").forEach((bar) => { bar.value = said.loaded; });
      return;
    }
    this.started = !said.failed;
    this.waiting.get(number)?.(said);
    this.waiting.delete(number);
    if (said.failed) this.end(said); // what has failed is not asked again
  },

  // Ends the worker; the next question starts another.
  end(said = null) {
    this.worker?.terminate();
    this.worker = this.started = null;
    for (const done of this.waiting.values()) done(said);
    this.waiting.clear();
  },
};

// What is fetched or loaded once, by its address; what failed is tried again when it is next asked for.
const once = new Map();
const kept = (address, load) => once.get(address)
  ?? once.set(address, load(address).catch((error) => { once.delete(address); throw error; })).get(address);
const ofChapter = (kind) => kept(`${LIVE}${kind}/${CHAPTER}.json`, async (address) => (await fetched(address)).json());

async function fetched(address) {
  const answer = await fetch(address).catch(() => { throw new Error("the connection failed. Press again when there is one"); });
  if (!answer.ok) throw new Error("these pages were put here without the folder _live, which holds Python");
  return answer;
}

// What the reader typed, kept while the tab is open, also when the page is loaded again.
const typedBefore = (key) => sessionStorage.getItem(`${CHAPTER} ${key}`);
function keep(key, text) {
  if (text === null) sessionStorage.removeItem(`${CHAPTER} ${key}`);
  else sessionStorage.setItem(`${CHAPTER} ${key}`, text);
}

function element(tag, said, ...inside) {
  const made = Object.assign(document.createElement(tag), said);
  made.append(...inside);
  return made;
}

// KaTeX's script, its fonts and the text of its rules, when a line is first used.
function typesetter() {
  return kept(`${LIVE}katex/`, async (address) => {
    const [faces, rules] = ["faces", "rules"].map(async (name) => (await fetched(`${address}${name}.txt`)).text());
    document.head.append(element("style", { textContent: (await faces).replaceAll("fonts/", `${address}fonts/`) }));
    await new Promise((done, failed) => document.head.append(element("script", { src: `${address}katex.min.js`, onload: done, onerror: failed })));
    return { rules: await rules, render: window.katex.render };
  });
}

// What is typed, typeset in a shadow tree: the page's own formulas are slimmer and have other rules.
async function typeset(box, latex, displayMode = true) {
  const { rules, render } = await typesetter();
  const root = box.shadowRoot ?? box.attachShadow({ mode: "open" }), shown = element("span");
  render(latex, shown, { throwOnError: false, errorColor: "currentColor", displayMode, strict: false });
  root.replaceChildren(element("style", { textContent: rules }), shown);
}

// An answer; one in which a caret points at a letter keeps its letters below each other.
function say(form, kind, ...lines) {
  const box = form.querySelector(".ask-said");
  box.className = `ask-said ${kind}`;
  const shown = (line) => element(line.includes("^") && line.includes("\n") ? "pre" : "p", { textContent: line });
  box.replaceChildren(...lines.filter(Boolean).map(shown));
}

// A form that asks when it is sent, and can be stopped. What `question` gives is asked, or is the
// answer already; `answered` shows an answer.
function prepare(form, question, answered) {
  const stop = form.querySelector(".stop");
  let stopped = false;
  stop.addEventListener("click", () => {
    stopped = true;
    Python.end();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!stop.hidden) return;
    if (location.protocol === "file:") {
      say(form, "wrong", "A browser runs Python only in pages that come from a server: in the folder of index.html type",
        "python -m http.server", "and open http://localhost:8000.");
      return;
    }
    stop.hidden = stopped = false;
    if (Python.started) say(form, "", "Python is asked …");
    else await starting(form);
    const late = setTimeout(() => Python.end({ failed: `it took more than ${MOST_MINUTES} minutes and was stopped` }), MOST_MINUTES * 60_000);
    const answer = await question().then((asked) => (stopped || !asked ? null : asked.message || asked.failed ? asked : Python.ask(asked))).catch((error) => ({ failed: error.message }));
    stop.hidden = true;
    clearTimeout(late);
    if (!answer) say(form, "", "Stopped.");
    else if (answer.failed) say(form, "wrong", "Python could not be asked, which says nothing of what is typed:", answer.failed);
    else answered(answer);
  });
  form.hidden = false;
}

// Says that Python starts, of what size it is, and how much of it has come.
async function starting(form) {
  const bytes = await kept(`${LIVE}start.json`, async (address) => (await fetched(address)).json()).catch(() => 0);
  const size = bytes && ` (${Math.round(bytes / 1e6)} MB, once)`;
  say(form, "", `Python starts for this page${size || ""} …`);
  if (bytes) form.querySelector(".ask-said").append(element("progress", { max: bytes, value: Python.loaded, ariaLabel: "how much of Python has come" }));
}

// A form that shows what is typed and says what is found of it.
function judged(form, written, question, answered) {
  // Without a connection what is typed is not typeset; the answer says so when it is asked for.
  const shown = form.querySelector(".ask-shown"), show = () => typeset(shown, written()).catch(() => {});
  form.addEventListener("focusin", ({ target }) => target.matches("input, textarea") && show());
  form.addEventListener("input", show);
  prepare(form, question, (answer) => {
    say(form, answer.right ? "right" : "wrong", answer.message, answer.hint && `Hint: ${answer.hint}`);
    answered?.(answer);
  });
}

// The state of a derivation where a check or an attempt stands, and what is known of it.
async function placed(kind, name) {
  const { derivations, [kind]: { [name]: found } } = await ofChapter("state");
  if (!found) throw new Error("it uses a program that is in its notebook alone, so that it cannot be asked here");
  const { of, after, ...about } = found, made = derivations[of];
  return { ...about, state: { ...made, steps: made.steps.slice(0, after) } };
}

function attempt(form) {
  const input = form.querySelector("input"), key = `answer ${form.dataset.cell}`;
  let tries = 0;
  input.value = typedBefore(key) ?? "";
  input.addEventListener("input", () => keep(key, input.value));
  // The answer that the notebook holds is wrong; here the reader's own comes first.
  form.parentElement.querySelectorAll(".cell_output").forEach((output) => { output.hidden = true; });
  judged(form, () => input.value,
    async () => ({ ask: "attempt", ...await placed("attempts", form.dataset.cell), answer: input.value, tries }),
    ({ right }) => { tries += !right; });
}

// --- the statement of a check, to be changed ---

const lines = (area) => area.value.split("\n").map((line) => line.trim()).filter(Boolean);
const SIGNS = { "<=": "\\le", ">=": "\\ge", "≤": "\\le", "≥": "\\ge", "≈": "\\approx", "∝": "\\propto" };

// Lines as they are typeset: hypotheses, then a chain.
function chain(given, [first = "", ...rows]) {
  const row = (line) => line.replace(/^(<=|>=|[=<>≤≥≈∝]|\\[A-Za-z]+)/, (sign) => `& ${SIGNS[sign] ?? sign} `);
  const rest = rows.length ? `\\begin{aligned}${[`${first} ${row(rows[0])}`, ...rows.slice(1).map(row)].join("\\\\")}\\end{aligned}` : first;
  return given.length ? `\\begin{gathered}\\text{given } ${given.join(",\\quad ")}\\\\${rest}\\end{gathered}` : rest;
}

function area(label, value) {
  const typed = element("textarea", { value, rows: value.split("\n").length + !value, spellcheck: false });
  return [typed, element("label", {}, label, typed)];
}

// The names in force, as a list: kind, shape and what they mean.
function names(steps) {
  const item = ({ latex, kind, shape, meaning }) => element("li", {}, element("code", { textContent: latex }),
    ` ${[kind, ...(shape ?? [])].join(" ")}${meaning ? `, ${meaning}` : ""}`);
  const defined = (text) => element("li", {}, element("code", { textContent: text }));
  const list = steps.flatMap((step) => (typeof step === "string" ? [defined(step)] : step.map(item)));
  return element("details", {}, element("summary", { textContent: "the names in force" }), element("ul", {}, ...list));
}

// A form for a statement and what is given, with more fields between them and the buttons.
function board(first, given, more, asked) {
  const [statement, statementLabel] = area("The statement: a term, then a line for each relation", first);
  const [known, knownLabel] = area("Given, each in a line", given);
  const stop = element("button", { type: "button", className: "stop", textContent: "Stop", hidden: true });
  const form = element("form", { className: "ask" }, statementLabel, knownLabel, more,
    element("p", { className: "ask-line" }, element("button", { textContent: "Check" }), stop),
    element("p", { className: "ask-shown" }), element("div", { className: "ask-said" }));
  form.lastChild.setAttribute("role", "status");
  judged(form, () => chain(lines(known), lines(statement)),
    () => asked({ lines: lines(statement), given: lines(known) }));
  return form;
}

async function change(button, label) {
  const { first, rows, given = [], order, state } = await placed("checks", label);
  const written = [first, ...rows.map(([sign, term]) => `${sign} ${term}`)].join("\n");
  const form = board(written, given.join("\n"), names(state.steps), async (typed) => ({ ask: "check", state, order, ...typed }));
  button.replaceWith(form);
  form.querySelector("textarea").focus();
}

// A statement of the reader's own; names are proposed for what is typed where none are declared.
function scratch(place) {
  const [declared, label] = area("Names, each in a line, such as A : matrix n n, symmetric; empty, they are proposed", "");
  const form = board(place.dataset.first, "", label, async (typed) => {
    if (!declared.value.trim()) {
      const proposed = await Python.ask({ ask: "names", ...typed });
      if (!proposed?.right) return proposed;
      declared.value = proposed.message;
      declared.rows = proposed.message.split("\n").length;
    }
    return { ask: "check", names: declared.value, ...typed };
  });
  form.classList.add("ask-own");
  place.replaceWith(form);
}

// --- cells of code ---

const changed = new Map(); // what the reader made of the code of a cell, by its place

// What a cell and those above it say now, in order.
async function codeTo(place) {
  const cells = (await ofChapter("cells")).filter(([above]) => above <= place);
  return cells.map(([above, code]) => changed.get(above) ?? code);
}

// The formulas in some HTML.
function formulasIn(box) {
  const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), texts = [];
  while (walk.nextNode()) if (/\$.+\$/.test(walk.currentNode.data)) texts.push(walk.currentNode);
  for (const text of texts) {
    text.replaceWith(...text.data.split(/\$(.+?)\$/).map((part, k) => {
      if (k % 2 === 0) return part;
      const formula = element("span");
      typeset(formula, part, false);
      return formula;
    }));
  }
  return box;
}

const OUTPUT = {
  text: (text) => element("pre", { textContent: text, tabIndex: 0 }), // a long one scrolls
  html: (text) => formulasIn(element("div", { innerHTML: text })),
  markdown: (text) => element("pre", { textContent: text.replace(/^`{3,}.*\n?/gm, "") }),
  figure: (text) => element("img", { alt: "what the code draws", src: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })) }),
  error: (text) => element("pre", { className: "wrong", textContent: text }),
};

// The code of a cell, to be changed and run; Reset gives back the page's own.
function edit(cell, button, place, before = null) {
  const code = cell.querySelector(".cell_input"), stored = cell.querySelector(".cell_output");
  const [typed, label] = area("Code, to be changed and run; what it needs of the cells above runs first", code.querySelector("pre").textContent.trimEnd());
  const [stop, reset] = ["Stop", "Reset"].map((name) => element("button", { type: "button", textContent: name, className: name.toLowerCase() }));
  const said = element("div", { className: "ask-said" }), shown = element("div", { className: "cell_output" });
  const form = element("form", { className: "ask ask-code" }, label,
    element("p", { className: "ask-line" }, element("button", { textContent: "Run" }), reset, stop), said);
  said.setAttribute("role", "status");
  stop.hidden = true;
  const change = (text) => {
    keep(`code ${place}`, text);
    if (text === null) changed.delete(place);
    else changed.set(place, text);
  };
  typed.addEventListener("input", () => change(typed.value));
  typed.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    form.requestSubmit();
  });
  reset.addEventListener("click", () => {
    change(null);
    if (!stop.hidden) Python.end();
    code.hidden = false;
    if (stored) stored.hidden = false;
    form.remove();
    shown.remove();
    button.focus();
  });
  prepare(form, async () => ({ ask: "run", cells: await codeTo(place) }), (outputs) => {
    if (stored) stored.hidden = true;
    said.replaceChildren(outputs.length ? "" : "It ran, and shows nothing.");
    shown.replaceChildren(...outputs.map(([kind, text]) => OUTPUT[kind](text)));
  });
  code.hidden = true;
  code.after(form);
  cell.append(shown);
  if (before === null) form.requestSubmit();
  else change(typed.value = before);
}

function offerRun(cell) {
  const button = element("button", { type: "button", className: "ask-try run", textContent: "Run" });
  const place = Number(cell.id.slice("cell-".length)), before = typedBefore(`code ${place}`);
  button.addEventListener("click", () => edit(cell, button, place));
  cell.querySelector(".cell_input").append(button);
  if (before !== null) edit(cell, button, place, before);
}

// What opens at a mark gets a button, when it opens.
function offer({ target }) {
  const body = target.matches?.("details.check.exact[id], details.check.at-sizes[id]") && target.querySelector(".check-body");
  if (!body || body.querySelector(".ask-try, form.ask")) return;
  const button = element("button", { type: "button", className: "ask-try", textContent: "Change it and ask" });
  const label = target.id.slice("check-".length);
  button.addEventListener("click", () => change(button, label).catch((error) => button.replaceWith(element("p", { textContent: `This one stays as it is: ${error.message}.` }))));
  body.prepend(button);
}

document.querySelectorAll("form.ask[data-cell]").forEach(attempt);
document.querySelectorAll(".ask-scratch").forEach(scratch);
document.querySelectorAll("div.cell[id^=cell-]").forEach(offerRun);
document.addEventListener("toggle", offer, true);
