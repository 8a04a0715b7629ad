import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTelling } from "./process.ts";
import { readRows } from "./section-rows.ts";
import type { Row } from "./row-table.ts";

export interface MeasureOptions {
  readonly program: string;
  readonly section: string;
  readonly words: readonly string[];
}

/**
 * Measures in a separate process, so that no section inherits the heap or compiled code of another one.
 *
 * @throws Error with the output of the process if the process fails.
 */
export async function measureSection(options: MeasureOptions): Promise<readonly Row[]> {
  const { program, section, words } = options;
  const folder = await mkdtemp(join(tmpdir(), "conformance-bench-"));
  try {
    const flags = ["--max-old-space-size=6000"];
    const { exitCode, output } = await runTelling(...flags, program, section, folder, ...words);
    if (exitCode !== 0) {
      throw new Error(`the section ${section} failed with ${exitCode}:\n${output}`);
    }
    return readRows(output.trim().split("\n").at(-1) ?? "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
