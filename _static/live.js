// Answers are typed on the page, and Python, in a worker, says what is wrong with them.
// Nothing of it is loaded before the reader asks; nothing leaves the site.
const STATIC = new URL(".", document.currentScript.src).href;
const LIVE = new URL("../_live/", STATIC).href;

const Python = {
  waiting: new Map(), number: 0,

  // The answer to a question; null if the reader stopped it.
  ask(question) {
    if (!this.worker) {
      this.worker = new Worker(`${STATIC}live/worker.mjs`, { type: "module" });
      this.worker.onmessage = ({ data: [number, said] }) => this.told(number, JSON.parse(said));
      this.worker.onerror = (event) => this.end({ failed: event.message || "Python does not start here" });
    }
    const number = ++this.number;
    this.worker.postMessage([number, JSON.stringify(question)]);
    return new Promise((done) => this.waiting.set(number, done));
  },

  told(number, said) {
    this.started = true;
    this.waiting.get(number)?.(said);
    this.waiting.delete(number);
  },

  // Ends the worker; the next question starts another.
  end(said = null) {
    this.worker?.terminate();
    this.worker = this.started = null;
    for (const done of this.waiting.values()) done(said);
    this.waiting.clear();
  },
};

// What is fetched or loaded once, by its address.
const once = new Map();
const kept = (address, load) => once.get(address) ?? once.set(address, load(address)).get(address);
const stateOf = (chapter) => kept(`${LIVE}state/${chapter}.json`, async (address) => (await fetch(address)).json());

function element(tag, said) {
  return Object.assign(document.createElement(tag), said);
}

// KaTeX's script, its fonts and the text of its rules, when a line is first used.
function typesetter() {
  return kept(`${LIVE}katex/`, async (address) => {
    const [faces, rules] = ["faces", "rules"].map(async (name) => (await fetch(`${address}${name}.txt`)).text());
    document.head.append(element("style", { textContent: (await faces).replaceAll("fonts/", `${address}fonts/`) }));
    await new Promise((done) => document.head.append(element("script", { src: `${address}katex.min.js`, onload: done })));
    return { rules: await rules, render: window.katex.render };
  });
}

// What is typed, typeset in a shadow tree: the page's own formulas are slimmer and have other rules.
async function typeset(box, latex) {
  const { rules, render } = await typesetter();
  const root = box.shadowRoot ?? box.attachShadow({ mode: "open" });
  const shown = element("span");
  render(latex, shown, { throwOnError: false, errorColor: "currentColor", displayMode: true, strict: false });
  root.replaceChildren(element("style", { textContent: rules }), shown);
}

// Lines of an answer; one in which a caret points at a letter keeps its letters below each other.
function say(box, kind, lines) {
  box.className = `ask-said ${kind}`;
  box.replaceChildren(...lines.filter(Boolean).map((line) => element(line.includes("\n") ? "pre" : "p", { textContent: line })));
}

function prepare(form) {
  const input = form.querySelector("input"), stop = form.querySelector(".stop");
  const shown = form.querySelector(".ask-shown"), said = form.querySelector(".ask-said");
  const placeholder = input.value;
  let tries = 0;
  const show = () => typeset(shown, input.value);
  input.addEventListener("focus", show);
  input.addEventListener("input", show);
  stop.addEventListener("click", () => Python.end());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!stop.hidden) return;
    if (location.protocol === "file:") {
      say(said, "wrong", ["A browser runs Python only in pages that come from a server: type",
        "python -m http.server", "in the folder of index.html, and open http://localhost:8000."]);
      return;
    }
    say(said, "", [Python.started ? "…" : "Python starts, once for this page …"]);
    stop.hidden = false;
    const { derivations, attempts } = await stateOf(form.dataset.chapter);
    const { of, after, ...asked } = attempts[form.dataset.cell];
    const { sizes, steps } = derivations[of];
    const answer = await Python.ask({ ask: "attempt", ...asked, answer: input.value, tries, state: { sizes, steps: steps.slice(0, after) } });
    stop.hidden = true;
    if (!answer) return say(said, "", ["Stopped."]);
    if (answer.failed) return say(said, "wrong", ["Python failed, which says nothing of the answer:", answer.failed]);
    tries += !answer.right;
    const still = input.value === placeholder ? " (the placeholder)" : "";
    say(said, answer.right ? "right" : "wrong", answer.right ? ["✓ right"] : [`✗${still} ${answer.said}`, answer.hint && `Hint: ${answer.hint}`]);
  });
  form.hidden = false;
}

document.querySelectorAll("form.ask").forEach(prepare);
