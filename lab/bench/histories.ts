import { HistoryBuilder } from "#checker";
import type { History, HistoryLine, VersionOrder } from "#checker";
import { fileOf } from "../../suites/checker/testing/history-file.ts";
import { record } from "../../suites/checker/testing/workload.ts";
import type { WorkloadOptions } from "../../suites/checker/testing/workload.ts";

export type Mix = Omit<WorkloadOptions, "seed" | "versions"> & {
  readonly versions?: VersionOrder;
};

export function spread(operations: number, clients = 20): Mix {
  return { operations, objects: 100, clients };
}

export function hot(operations: number, clients: number): Mix {
  return { operations, objects: 1, clients };
}

export function lifecycles(operations: number): Mix {
  const parts = { reads: 0.45, puts: 0.1, lives: 0.05, unknown: 0.01 };
  return { operations, objects: 100, clients: 20, ...parts };
}

export function linesOf(mix: Mix): readonly HistoryLine[] {
  return record({ seed: 7, versions: "comparable", ...mix }).lines;
}

export function historyOf(mix: Mix): History {
  return columnsOf(mix.versions ?? "comparable", linesOf(mix));
}

export function columnsOf(versions: VersionOrder, lines: Iterable<HistoryLine>): History {
  const builder = new HistoryBuilder(versions);
  let line = 1;
  for (const added of lines) {
    line += 1;
    builder.add(added, line);
  }
  return builder.finish();
}

export function textOf(mix: Mix): string {
  return fileOf(mix.versions ?? "comparable", linesOf(mix));
}
