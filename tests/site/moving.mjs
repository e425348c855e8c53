// The numbers of things to move, without a page: {"pca-turn": [state, ...]} as JSON in, the same with numbers out.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const scripts = new URL("../../_ext/directives/moving/", import.meta.url);
const run = (name) => runInThisContext(readFileSync(new URL(`${name}.js`, scripts), "utf8"));
const asked = JSON.parse(readFileSync(0, "utf8"));
run("kit");
const answers = {};
for (const [name, states] of Object.entries(asked)) {
  run(name);
  const { start, compute } = moving.things[name];
  answers[name] = { start, found: states.map((state) => compute({ ...structuredClone(start), ...state })) };
}
console.log(JSON.stringify(answers));
