import { sections } from "./sections/index.ts";
import { parseSectionArguments } from "./section-options.ts";
import { writeRows } from "./section-rows.ts";

/** Measures one section and prints its rows: `run-section.js NAME FOLDER full|smoke [--runs N …]`. */
const [name = "", folder = "", size, ...words] = process.argv.slice(2);
const section = sections[name];
if (section === undefined) throw new RangeError(`there is no section ${name}`);
const rows = await section.measure({
  folder,
  isSmoke: size === "smoke",
  options: parseSectionArguments(words),
  note: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${writeRows(rows)}\n`);
