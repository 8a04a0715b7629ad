import { HistoryBuilder } from "#checker";
import type { History, HistoryLine, VersionOrder } from "#checker";
import { fileOf } from "../../suites/checker/testing/history-file.ts";
import { record } from "../../suites/checker/testing/workload.ts";
import type { WorkloadOptions } from "../../suites/checker/testing/workload.ts";

/** A recording to be made: sizes and mix. */
export type Mix = Omit<WorkloadOptions, "seed" | "versions"> & {
  readonly versions?: VersionOrder;
};

/** Reads and conditional writes spread over a hundred objects. */
export function spread(operations: number, clients = 20): Mix {
  return { operations, objects: 100, clients };
}

/** Reads and conditional writes on one object. */
export function hot(operations: number, clients: number): Mix {
  return { operations, objects: 1, clients };
}

/** Everything that can happen to a hundred objects, deletions and lost answers among it. */
export function lifecycles(operations: number): Mix {
  const parts = { reads: 0.45, puts: 0.1, lives: 0.05, unknown: 0.01 };
  return { operations, objects: 100, clients: 20, ...parts };
}

/** The lines of a legal recording, always the same for the same mix. */
export function linesOf(mix: Mix): readonly HistoryLine[] {
  return record({ seed: 7, versions: "comparable", ...mix }).lines;
}

/** A recording as columns. */
export function historyOf(mix: Mix): History {
  return columnsOf(mix.versions ?? "comparable", linesOf(mix));
}

/** Lines as columns; they are numbered from 2, after the header. */
export function columnsOf(versions: VersionOrder, lines: Iterable<HistoryLine>): History {
  const builder = new HistoryBuilder(versions);
  let line = 1;
  for (const added of lines) {
    line += 1;
    builder.add(added, line);
  }
  return builder.finish();
}

/** A recording as the text of a file. */
export function textOf(mix: Mix): string {
  return fileOf(mix.versions ?? "comparable", linesOf(mix));
}
