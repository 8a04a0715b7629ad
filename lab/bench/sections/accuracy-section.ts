import type { AnomalyType, HistoryLine, VersionOrder } from "#checker";
import { checkHistory } from "#checker";
import { compareWithTrial } from "../../../suites/checker/testing/compare-with-trial.ts";
import { eventInjections } from "../../../suites/checker/testing/inject-events.ts";
import { operationInjections } from "../../../suites/checker/testing/inject-operations.ts";
import { Random } from "../../../suites/checker/testing/random-source.ts";
import { Timeline } from "../../../suites/checker/testing/simulated-timeline.ts";
import { record, watchLines } from "../../../suites/checker/testing/workload.ts";
import type { Recording } from "../../../suites/checker/testing/workload.ts";
import { columnsOf } from "../histories.ts";
import type { Section } from "../section.ts";
import type { Row } from "../row-table.ts";

const orders: readonly VersionOrder[] = ["comparable", "opaque"];

export const accuracy: Section = {
  title: "Verdicts and faults",
  measure: async ({ isSmoke }) => {
    const runs = isSmoke ? 500 : 50_000;
    const rounds = isSmoke ? 1 : 20;
    const trials = orders.flatMap((versions) => operationTrials(versions, rounds));
    return [
      ...orders.flatMap((versions) => agreement(versions, runs)),
      ...detection("faults of operations", operationInjections.length, trials),
      ...detection("faults of watches", eventInjections.length, eventTrials(rounds)),
    ];
  },
};

function agreement(versions: VersionOrder, runs: number): readonly Row[] {
  const found = compareWithTrial(versions, { firstSeed: 300_000_001, runs });
  const { legal, illegal, undetermined } = found;
  return [
    {
      name: `disagreements with the brute-force oracle, ${versions} versions`,
      values: [found.disagreements.length + found.unsound.length],
      unit: `of ${runs}`,
      atMost: 0,
      note: `${legal} legal, ${illegal} illegal, ${undetermined} undetermined`,
    },
  ];
}

interface Trial {
  readonly names: readonly AnomalyType[];
  readonly found: AnomalyType | undefined;
}

function operationTrials(versions: VersionOrder, rounds: number): readonly Trial[] {
  return recordings(versions, rounds).flatMap((recording, i) =>
    operationInjections.map(({ names, inject }) => ({
      names,
      found: firstAnomaly(versions, inject(new Timeline(recording, new Random(i + 1)))),
    })),
  );
}

function eventTrials(rounds: number): readonly Trial[] {
  return recordings("comparable", rounds).flatMap(({ lines, log }, i) => {
    const shown = watchLines(log, { watch: "w", bookmarkEvery: 9, reopenEvery: 100 });
    return eventInjections.map(({ names, inject }) => ({
      names,
      found: firstAnomaly("comparable", [...lines, ...inject(shown, new Random(i + 1))]),
    }));
  });
}

function recordings(versions: VersionOrder, rounds: number): readonly Recording[] {
  const mix = { operations: 1500, objects: 15, clients: 6, reads: 0.35, puts: 0.05, lives: 0.15 };
  return Array.from({ length: rounds }, (_, i) => record({ seed: 100 + i, versions, ...mix }));
}

function firstAnomaly(
  versions: VersionOrder,
  lines: readonly HistoryLine[],
): AnomalyType | undefined {
  return checkHistory(columnsOf(versions, lines)).anomalies[0]?.type;
}

function detection(what: string, types: number, trials: readonly Trial[]): readonly Row[] {
  const detected = trials.filter(({ found }) => found !== undefined);
  const named = detected.filter(({ names, found }) => names.some((name) => name === found));
  const percent = (part: readonly Trial[]): readonly number[] => [
    (100 * part.length) / trials.length,
  ];
  const note = `${types} types, ${trials.length} injected`;
  return [
    { name: `${what}: detected`, values: percent(detected), unit: "%", atLeast: 100, note },
    { name: `${what}: named correctly`, values: percent(named), unit: "%", atLeast: 95 },
  ];
}
