// Python beside the page: the first question starts it, Stop ends it. It asks nothing but this site.
import { loadPyodide } from "../../_live/pyodide.mjs";

const home = new URL("../../_live/", import.meta.url).href;

async function start() {
  const zips = ["mpmath", "sympy", "mlbook"].map(async (name) => (await fetch(`${home}${name}.zip`)).arrayBuffer());
  const python = await loadPyodide({ indexURL: home, packages: ["numpy"] });
  for (const zip of zips) python.unpackArchive(await zip, "zip", { extractDir: "/home/pyodide" });
  return python.pyimport("mlbook.derive.asked").answer;
}

const ready = start();

self.onmessage = async ({ data: [number, question] }) => {
  try {
    self.postMessage([number, (await ready)(question)]);
  } catch (error) {
    self.postMessage([number, JSON.stringify({ failed: String(error.message ?? error) })]);
  }
};
