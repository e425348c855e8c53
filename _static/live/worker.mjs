// Python beside the page: the first question starts it, Stop ends it. It asks nothing but this site.
import { loadPyodide } from "../../_live/pyodide.mjs";

const home = new URL("../../_live/", import.meta.url).href;

async function start() {
  const source = fetch(`${home}mlbook.zip`).then((found) => found.arrayBuffer());
  const python = await loadPyodide({ indexURL: home, packages: ["numpy", "sympy"] });
  python.unpackArchive(await source, "zip", { extractDir: "/home/pyodide" });
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
