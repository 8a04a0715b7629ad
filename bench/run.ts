import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openBase, storeBench } from "./base.ts";
import { compareRows, renderComparison } from "./compare-rows.ts";
import { describeMachine } from "./machine.ts";
import { measureSection } from "./measure.ts";
import { updatePage } from "./performance-page.ts";
import { readWishes, wishOptions, wishWords } from "./section-wishes.ts";
import { sections } from "./sections/index.ts";
import { missed, renderTable } from "./table.ts";
import type { Row } from "./table.ts";

/**
 * Prints the table of figures and goals. `--smoke` is small and quick, `--only a,b` measures some
 * sections, `--write` puts the table on the page `docs/performance.md`, `--json FILE` keeps the figures,
 * `--compare BASE` holds them against those of such a file, or of a commit: what has become worse is named,
 * and the exit code is 1. `--runs N`, `--names a,b` and `--shard 1/4` say how much of a section with many
 * faults is measured.
 */
const usual = Object.keys(sections).filter((name) => sections[name]?.isLong !== true);
const { values: options } = parseArgs({
  options: {
    smoke: { type: "boolean", default: false },
    only: { type: "string", default: usual.join(",") },
    write: { type: "boolean", default: false },
    json: { type: "string" },
    compare: { type: "string" },
    ...wishOptions,
  },
});
const { smoke, only, write, json, compare, ...typedWishes } = options;
readWishes(typedWishes);
const words = [smoke ? "smoke" : "full", ...wishWords(typedWishes)];
const names = only.split(",");
const unknown = names.filter((name) => sections[name] === undefined);
if (unknown.length > 0) {
  const known = Object.keys(sections).join(", ");
  throw new RangeError(`there is no section ${unknown.join(", ")}; there are ${known}`);
}
const own = fileURLToPath(new URL("run-section.js", import.meta.url));
using base = compare === undefined ? undefined : openBase(compare);

const measured = new Map<string, readonly Row[]>();
const before = new Map<string, readonly Row[]>(base?.kind === "stored" ? base.measured : []);
for (const name of names) {
  process.stdout.write(`${sections[name]?.title}\n\n`);
  const rows = await measure(own, name);
  if (rows !== undefined) measured.set(name, rows);
  process.stdout.write(`${renderTable(rows ?? [])}\n\n`);
  // Side by side, so that what disturbs the machine disturbs both.
  const old = base?.kind === "built" ? await measure(base.program, name) : undefined;
  if (old !== undefined) before.set(name, old);
}
const machine = describeMachine();
const late = missed([...measured.values()].flat()).map((row) => row.name.trim());
if (late.length > 0) process.stdout.write(`Goals missed: ${late.join("; ")}\n`);
if (write) updatePage(measured, machine);
if (json !== undefined) writeFileSync(json, storeBench(measured, machine));
if (base !== undefined) {
  if (base.kind === "stored" && base.machine !== machine) {
    process.stdout.write(`The figures compared with are of another machine: ${base.machine}\n`);
  }
  const compared = compareRows(before, measured);
  process.stdout.write(`Compared with ${compare}:\n${renderComparison(compared)}\n`);
  if (compared.some(({ change }) => change === "worse")) process.exitCode = 1;
}

async function measure(program: string, section: string): Promise<readonly Row[] | undefined> {
  try {
    return await measureSection({ program, section, words });
  } catch (error) {
    // The other sections are worth having all the same. A base may not have this one yet.
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n\n`);
    if (program === own) process.exitCode = 1;
    return undefined;
  }
}
