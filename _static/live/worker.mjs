// Python beside the page: the first question starts it, Stop ends it. It asks nothing but this site.
import { loadPyodide } from "../../_live/pyodide.mjs";

const home = new URL("../../_live/", import.meta.url).href;
const tell = (number, said) => self.postMessage([number, JSON.stringify(said)]);

// What is fetched is counted while it comes. A file that does not come ends Python, because
// `loadPyodide` would wait for it for ever.
const ask = self.fetch.bind(self);
let loaded = 0;

function lost(error) {
  tell(null, { failed: "the connection failed. Press again when there is one" });
  throw error;
}

self.fetch = async (...asked) => {
  const answer = await ask(...asked).catch(lost);
  if (!answer.ok) tell(null, { failed: "these pages were put here without the folder _live, which holds Python" });
  const reader = answer.body.getReader();
  const counted = new ReadableStream({
    async pull(stream) {
      const { done, value } = await reader.read().catch(lost);
      if (done) return stream.close();
      loaded += value.length;
      tell(null, { loaded });
      return stream.enqueue(value);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(counted, { status, statusText, headers: { "content-type": headers.get("content-type") } });
};

const zipped = (...names) => names.map(async (name) => (await fetch(`${home}${name}.zip`)).arrayBuffer());

async function unpack(python, zips) {
  for (const zip of await Promise.all(zips)) python.unpackArchive(zip, "zip", { extractDir: "/home/pyodide" });
  return python;
}

async function start() {
  const zips = Promise.all(zipped("mpmath", "sympy", "mlbook"));
  const python = await loadPyodide({ indexURL: home, packages: ["numpy"] });
  return unpack(python, await zips);
}

// A cell of code needs more, which is brought when the first one runs.
async function equip() {
  const zips = zipped("cells"), python = await started;
  await python.loadPackage("matplotlib");
  return unpack(python, zips);
}

const started = start();
let equipped;

async function answer(question) {
  if (JSON.parse(question).ask !== "run") return (await started).pyimport("texproof.questions").answer(question);
  return (await (equipped ??= equip())).pyimport("tools.live.cells").run_cell(question);
}

self.onmessage = async ({ data: [number, question] }) => {
  try {
    self.postMessage([number, await answer(question)]);
  } catch (error) {
    tell(number, { failed: String(error.message ?? error) });
  }
};
