import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openBase } from "./base.ts";
import { compareRows, renderComparison } from "./compare-rows.ts";
import { describeMachine } from "./machine.ts";
import { measureSection } from "./measure.ts";
import { mergeBenches } from "./merge-benches.ts";
import { updatePage } from "./performance-page.ts";
import { readWishes, wishOptions, wishWords } from "./section-wishes.ts";
import { sections } from "./sections/index.ts";
import { readBench, storeBench } from "./stored-bench.ts";
import { missed, renderTable } from "./table.ts";
import type { Row } from "./table.ts";

/**
 * Prints the table of figures and goals. `--smoke` is small and quick, `--only a,b` measures some
 * sections, `--write` puts the table on the page `docs/performance.md`, `--json FILE` keeps the figures,
 * `--compare BASE` holds them against those of such a file, or of a commit: what has become worse is named,
 * and the exit code is 1. `--runs N`, `--names a,b` and `--shard 1/4` say how much of a section with many
 * faults is measured. `--merge FILE...` measures nothing: it puts together what `--json` has kept of parts.
 */
const usual = Object.keys(sections).filter((name) => sections[name]?.isLong !== true);
const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: "boolean", default: false },
    only: { type: "string" },
    write: { type: "boolean", default: false },
    json: { type: "string" },
    compare: { type: "string" },
    merge: { type: "boolean", default: false },
    ...wishOptions,
  },
});
const { smoke, only, write, json, compare, merge, ...typedWishes } = options;
const measuring = [smoke || undefined, only, compare, ...Object.values(typedWishes)];
if (merge && measuring.some((option) => option !== undefined)) {
  throw new RangeError("--merge measures nothing: it goes with --write and --json");
}
if (!merge && files.length > 0) {
  throw new RangeError(`${files.join(", ")}: files are taken with --merge`);
}
readWishes(typedWishes);
const words = [smoke ? "smoke" : "full", ...wishWords(typedWishes)];
const names = only?.split(",") ?? usual;
const unknown = names.filter((name) => sections[name] === undefined);
if (unknown.length > 0) {
  const known = Object.keys(sections).join(", ");
  throw new RangeError(`there is no section ${unknown.join(", ")}; there are ${known}`);
}
const own = fileURLToPath(new URL("run-section.js", import.meta.url));
using base = compare === undefined ? undefined : openBase(compare);

const merged = merge
  ? mergeBenches(files.map((file) => ({ file, ...readBench(file) })))
  : undefined;
const measured = new Map<string, readonly Row[]>(merged?.measured);
const before = new Map<string, readonly Row[]>(base?.kind === "stored" ? base.measured : []);
for (const name of merged?.measured.keys() ?? names) {
  process.stdout.write(`${sections[name]?.title ?? name}\n\n`);
  const rows = merged?.measured.get(name) ?? (await measure(own, name));
  if (rows !== undefined) measured.set(name, rows);
  process.stdout.write(`${renderTable(rows ?? [])}\n\n`);
  // Side by side, so that what disturbs the machine disturbs both.
  const old = base?.kind === "built" ? await measure(base.program, name) : undefined;
  if (old !== undefined) before.set(name, old);
}
const machine = merged?.machine ?? describeMachine();
const late = missed([...measured.values()].flat()).map((row) => row.name.trim());
if (late.length > 0) process.stdout.write(`Goals missed: ${late.join("; ")}\n`);
if (write) updatePage(measured, machine);
if (json !== undefined) writeFileSync(json, storeBench({ measured, machine }));
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
