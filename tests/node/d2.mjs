// Draws each D2 file that is named beside it, as SVG. A file with an error is named, and ends the run with 1.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , modules, ...files] = process.argv;
const { D2 } = await import(pathToFileURL(`${modules}/@terrastruct/d2/dist/node-esm/index.js`));
const d2 = new D2();
let failed = 0;
for (const file of files) {
  try {
    const { diagram, renderOptions } = await d2.compile(readFileSync(file, "utf8"));
    writeFileSync(`${file}.svg`, await d2.render(diagram, renderOptions));
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    failed = 1;
  }
}
process.exit(failed);
