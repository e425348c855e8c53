// Compiles the modules of wheels by the Python of the browser, which then need not do it.
// node compile.mjs PYODIDE TARGET WHEEL ...        a zip for each wheel
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [core, target, ...wheels] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(core, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: core + path.sep });
const COMPILE = `
import io, py_compile, warnings, zipfile

def compiled(wheel):
    """A zip with the modules of a wheel as bytecode, and its licences."""
    warnings.simplefilter("ignore", SyntaxWarning)
    given, made = zipfile.ZipFile(io.BytesIO(wheel.to_bytes())), io.BytesIO()
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in sorted(given.namelist()):
            content = given.read(name)
            if name.endswith(".py"):
                with open("/tmp/module.py", "wb") as file:
                    file.write(content)
                py_compile.compile("/tmp/module.py", "/tmp/module.pyc", name, True, 0, mode)
                with open("/tmp/module.pyc", "rb") as file:
                    name, content = name + "c", file.read()
            packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()

compiled`;
const compiled = python.runPython(COMPILE);
for (const wheel of wheels) {
  const name = path.basename(wheel).split("-")[0];
  fs.writeFileSync(path.join(target, `${name}.zip`), compiled(new Uint8Array(fs.readFileSync(wheel))).toJs());
}
