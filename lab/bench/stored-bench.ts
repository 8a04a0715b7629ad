import { readFileSync } from "node:fs";
import type { Measured } from "./compare-rows.ts";
import { readRows } from "./section-rows.ts";

export interface StoredBench {
  readonly measured: Measured;
  readonly machine: string;
}

interface BenchFile {
  readonly machine: string;
  readonly sections: Readonly<Record<string, readonly unknown[]>>;
}

export function storeBench({ measured, machine }: StoredBench): string {
  const stored: BenchFile = { machine, sections: Object.fromEntries(measured) };
  return `${JSON.stringify(stored, undefined, 2)}\n`;
}

/**
 * Reads a file that `--json` wrote.
 *
 * @throws RangeError with the file name if the file has another format.
 */
export function readBench(file: string): StoredBench {
  const { machine, sections } = parseBench(readFileSync(file, "utf8"), file);
  const measured = new Map(
    Object.entries(sections).map(([section, rows]) => [section, readRows(JSON.stringify(rows))]),
  );
  return { measured, machine };
}

function parseBench(text: string, file: string): BenchFile {
  try {
    const parsed: Partial<BenchFile> = JSON.parse(text);
    const { machine, sections } = parsed;
    if (machine !== undefined && sections !== undefined) return { machine, sections };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new RangeError(`${file} contains no figures: create such a file with --json FILE`);
}
