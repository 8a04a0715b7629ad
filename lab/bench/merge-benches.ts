import type { StoredBench } from "./stored-bench.ts";
import { addTallies } from "./tally-row.ts";
import type { Row } from "./row-table.ts";

export interface BenchPart extends StoredBench {
  readonly file: string;
}

/**
 * Merges the figures of several runs. Rows stay in the order of the files. Counts are added up and come last.
 *
 * @throws RangeError if two files contain the same figure, or come from different machines, whose figures cannot be
 * compared.
 */
export function mergeBenches(parts: readonly BenchPart[]): StoredBench {
  const [first] = parts;
  if (first === undefined) throw new RangeError("--merge needs files written by --json");
  const other = parts.find(({ machine }) => machine !== first.machine);
  if (other !== undefined) {
    throw new RangeError(
      `${other.file} is of another machine than ${first.file}: ${other.machine}; ${first.machine}`,
    );
  }
  const sections = new Set(parts.flatMap(({ measured }) => [...measured.keys()]));
  const measured = new Map([...sections].map((section) => [section, rowsOf(section, parts)]));
  return { machine: first.machine, measured };
}

function rowsOf(section: string, parts: readonly BenchPart[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { file, measured } of parts) {
    for (const row of measured.get(section) ?? []) {
      const known = rows.get(row.name);
      const merged = known === undefined ? row : addTallies(known, row);
      if (merged === undefined) {
        throw new RangeError(
          `${file} has "${row.name}" of ${section}, and so has a file before it`,
        );
      }
      rows.set(row.name, merged);
    }
  }
  const all = [...rows.values()];
  return [...all.filter((row) => !isCount(row)), ...all.filter(isCount)];
}

function isCount({ outOf }: Row): boolean {
  return outOf !== undefined;
}
