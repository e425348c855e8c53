// The style sheets whose paths come in as one, with the rules alone that some class here can match;
// and which elements are set in the fonts of KaTeX, whose own rules for these are left out.
import { readFileSync } from "node:fs";
import { transform } from "lightningcss";

const { sheets, known } = JSON.parse(readFileSync(0));
const classes = new Set();
const typeset = [];

function value(declarations, name) {
  return declarations.find((one) => one.property === name)?.value;
}

function noteFont({ value: { selectors, declarations: { declarations } } }) {
  const family = value(declarations, "font-family")?.[0];
  if (!String(family).startsWith("KaTeX")) return;
  const style = value(declarations, "font-style")?.type ?? "normal";
  const weight = value(declarations, "font-weight")?.value.value ?? 400;
  for (const selector of selectors) {
    const last = selector.slice(selector.findLastIndex((part) => part.type === "combinator") + 1);
    const named = (type) => last.filter((part) => part.type === type).map((part) => part.name);
    typeset.push({ family, style, weight, tag: named("type")[0] ?? "", classes: named("class") });
  }
}

function isOwnFace({ value: { properties } }) {
  const family = properties.find((one) => one.type === "font-family").value;
  return /^(KaTeX|Font ?Awesome)/.test(family);
}

const reader = {
  Rule: { style: noteFont },
  Selector: (parts) => parts.forEach((part) => part.type === "class" && classes.add(part.name)),
};
const pruner = { Rule: { "font-face": (rule) => (isOwnFace(rule) ? [] : rule) } };
const book = { filename: "book.css", code: Buffer.concat(sheets.map((name) => readFileSync(name))) };
transform({ ...book, visitor: reader });
const unusedSymbols = [...classes].filter((name) => !known.includes(name));
const light = transform({ ...book, visitor: pruner, unusedSymbols, minify: true });
console.log(JSON.stringify({ css: light.code.toString(), typeset }));
