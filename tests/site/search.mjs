// Answers of the site's search, without a page: node search.mjs SITE, with questions as JSON on stdin.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const site = process.argv[2];
const scripts = ["_static/language_data.js", "_static/search.js", "searchindex.js"];
const context = createContext({ location: { search: "" }, URLSearchParams });
runInContext(scripts.map((name) => readFileSync(`${site}/${name}`, "utf8")).join("\n;"), context);
context.questions = JSON.parse(readFileSync(0, "utf8"));
const answers = runInContext(
  "questions.map((question) => Search.find(question).map(({ page, anchor, title }) => [page, anchor, title]))",
  context,
);
console.log(JSON.stringify(answers));
