// Makes the figures light whose paths come in, in place; answers with their number.
import { readFileSync, writeFileSync } from "node:fs";
import { optimize } from "svgo";

// Places to a hundredth of a point, which nobody sees. Matplotlib names by hashes; svgo leaves names
// alone where there is a style sheet, but that of Matplotlib names none.
const overrides = { cleanupIds: { force: true } };
const config = { floatPrecision: 2, plugins: [{ name: "preset-default", params: { overrides } }] };

const paths = JSON.parse(readFileSync(0));
for (const path of paths) writeFileSync(path, optimize(readFileSync(path, "utf8"), config).data);
console.log(paths.length);
