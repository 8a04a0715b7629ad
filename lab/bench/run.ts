import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { openBase } from "./base.ts";
import { readBenchOptions } from "./bench-options.ts";
import type { BenchOptions } from "./bench-options.ts";
import { compareRows, renderComparison } from "./compare-rows.ts";
import { describeMachine } from "./machine.ts";
import { measureSection } from "./measure-section.ts";
import { mergeBenches } from "./merge-benches.ts";
import { updatePage } from "./performance-page.ts";
import { sections } from "./sections/index.ts";
import { readBench, storeBench } from "./stored-bench.ts";
import { missed, renderTable } from "./row-table.ts";
import type { Row } from "./row-table.ts";

// Prints the table of figures and goals; `--help` lists the options.
const options = optionsOf(process.argv.slice(2));
const { names, compare, json, merged: files, words } = options;
const own = fileURLToPath(new URL("run-section.js", import.meta.url));
using base = compare === undefined ? undefined : openBase(compare);

const merged = files && mergeBenches(files.map((file) => ({ file, ...readBench(file) })));
const measured = new Map<string, readonly Row[]>(merged?.measured);
const before = new Map<string, readonly Row[]>(base?.kind === "stored" ? base.measured : []);
for (const name of merged?.measured.keys() ?? names) {
  process.stdout.write(`${sections[name]?.title ?? name}\n\n`);
  const rows = merged?.measured.get(name) ?? (await measure(own, name));
  if (rows !== undefined) measured.set(name, rows);
  process.stdout.write(`${renderTable(rows ?? [])}\n\n`);
  // Measures the baseline and the new build in alternation, so that disturbances affect both.
  const old = base?.kind === "built" ? await measure(base.program, name) : undefined;
  if (old !== undefined) before.set(name, old);
}
const machine = merged?.machine ?? describeMachine();
const late = missed([...measured.values()].flat()).map((row) => row.name.trim());
if (late.length > 0) process.stdout.write(`Goals missed: ${late.join("; ")}\n`);
if (options.isWritten) updatePage(measured, machine);
if (json !== undefined) writeFileSync(json, storeBench({ measured, machine }));
if (base !== undefined) {
  if (base.kind === "stored" && base.machine !== machine) {
    process.stdout.write(`The baseline was measured on another machine: ${base.machine}\n`);
  }
  const compared = compareRows(before, measured);
  process.stdout.write(`Compared with ${compare}:\n${renderComparison(compared)}\n`);
  if (compared.some(({ change }) => change === "worse")) process.exitCode = 1;
}

function optionsOf(typed: readonly string[]): BenchOptions {
  try {
    return readBenchOptions(typed, sections, {
      writeOut: (text) => process.stdout.write(text),
      writeErr: (text) => process.stderr.write(text),
    });
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode);
    throw error;
  }
}

async function measure(program: string, section: string): Promise<readonly Row[] | undefined> {
  try {
    return await measureSection({ program, section, words });
  } catch (error) {
    // Continues with the other sections, because the baseline may not have this one yet.
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n\n`);
    if (program === own) process.exitCode = 1;
    return undefined;
  }
}
