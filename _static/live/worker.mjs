// Python beside the page: the first question starts it, Stop ends it. It asks nothing but this site.
import { loadPyodide } from "../../_live/pyodide.mjs";

const home = new URL("../../_live/", import.meta.url).href;
const zipped = (...names) => names.map(async (name) => (await fetch(`${home}${name}.zip`)).arrayBuffer());

async function unpack(python, zips) {
  for (const zip of zips) python.unpackArchive(await zip, "zip", { extractDir: "/home/pyodide" });
  return python;
}

async function start() {
  const zips = zipped("mpmath", "sympy", "mlbook");
  return unpack(await loadPyodide({ indexURL: home, packages: ["numpy"] }), zips);
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
    self.postMessage([number, JSON.stringify({ failed: String(error.message ?? error) })]);
  }
};
