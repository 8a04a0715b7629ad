import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeMachine } from "./machine.ts";
import { updatePage } from "./performance-page.ts";
import { runTelling } from "./process.ts";
import { readWishes, wishOptions, wishWords } from "./section-wishes.ts";
import { readRows } from "./section-rows.ts";
import { sections } from "./sections/index.ts";
import { missed, renderTable } from "./table.ts";
import type { Row } from "./table.ts";

/**
 * Prints the table of figures and goals. `--smoke` is small and quick, `--only a,b` measures some
 * sections, `--write` puts the table on the page `docs/performance.md`. `--runs N`, `--names a,b` and
 * `--shard 1/4` say how much of a section with many faults is measured.
 */
const usual = Object.keys(sections).filter((name) => sections[name]?.isLong !== true);
const { values: options } = parseArgs({
  options: {
    smoke: { type: "boolean", default: false },
    only: { type: "string", default: usual.join(",") },
    write: { type: "boolean", default: false },
    ...wishOptions,
  },
});
const { smoke, only, write, ...typedWishes } = options;
readWishes(typedWishes);
const names = only.split(",");
const unknown = names.filter((name) => sections[name] === undefined);
if (unknown.length > 0) {
  const known = Object.keys(sections).join(", ");
  throw new RangeError(`there is no section ${unknown.join(", ")}; there are ${known}`);
}

const measured = new Map<string, readonly Row[]>();
for (const name of names) {
  process.stdout.write(`${sections[name]?.title}\n\n`);
  try {
    const rows = await measureSection(name);
    measured.set(name, rows);
    process.stdout.write(`${renderTable(rows)}\n\n`);
  } catch (error) {
    // The other sections are worth having all the same.
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n\n`);
    process.exitCode = 1;
  }
}
const late = missed([...measured.values()].flat()).map((row) => row.name.trim());
if (late.length > 0) process.stdout.write(`Goals missed: ${late.join("; ")}\n`);
if (write) updatePage(measured, describeMachine());

/** In a process of its own, so that no section finds the heap and the compiled code of another. */
async function measureSection(name: string): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-bench-"));
  try {
    const program = fileURLToPath(new URL("run-section.js", import.meta.url));
    const words = [smoke ? "smoke" : "full", ...wishWords(typedWishes)];
    const flags = ["--max-old-space-size=6000"];
    const { exitCode, output } = await runTelling(...flags, program, name, folder, ...words);
    if (exitCode !== 0) throw new Error(`the section ${name} ended with ${exitCode}:\n${output}`);
    return readRows(output.trim().split("\n").at(-1) ?? "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
