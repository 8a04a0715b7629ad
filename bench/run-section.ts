import { sections } from "./sections/index.ts";
import { writeRows } from "./section-rows.ts";

/** Measures one section and prints its rows: `run-section.js NAME FOLDER [--smoke]`. */
const [name = "", folder = "", size] = process.argv.slice(2);
const section = sections[name];
if (section === undefined) throw new RangeError(`there is no section ${name}`);
const rows = await section.measure({ folder, isSmoke: size === "--smoke" });
process.stdout.write(`${writeRows(rows)}\n`);
