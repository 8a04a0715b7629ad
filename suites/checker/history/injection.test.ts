import { describe, expect, it } from "vitest";
import type { AnomalyType } from "./anomaly.ts";
import { checkHistory, type HistoryVerdict } from "../verdict/check-history.ts";
import type { HistoryLine, VersionOrder } from "./history.ts";
import { HistoryBuilder } from "../reading/history-builder.ts";
import { eventInjections } from "../testing/inject-events.ts";
import { operationInjections } from "../testing/inject-operations.ts";
import { Random } from "../testing/random-source.ts";
import { Timeline } from "../testing/simulated-timeline.ts";
import { record, watchLines, type Recording } from "../testing/workload.ts";

const rounds = 6;

function recording(versions: VersionOrder, seed: number): Recording {
  const mix = { operations: 1500, objects: 15, clients: 6, reads: 0.35, puts: 0.05, lives: 0.15 };
  return record({ seed, versions, ...mix });
}

function recordings(versions: VersionOrder): readonly Recording[] {
  return Array.from({ length: rounds }, (_, i) => recording(versions, i + 1));
}

function judge(versions: VersionOrder, lines: readonly HistoryLine[]): HistoryVerdict {
  return judgeNumbered(versions, [...lines.entries()]);
}

function judgeNumbered(
  versions: VersionOrder,
  lines: readonly (readonly [number: number, line: HistoryLine])[],
): HistoryVerdict {
  const builder = new HistoryBuilder(versions);
  for (const [number, line] of lines) builder.add(line, number + 2);
  return checkHistory(builder.finish());
}

describe.each(["comparable", "opaque"] as const)("in recordings with %s versions", (versions) => {
  const recorded = recordings(versions);

  it.each([
    ["conditional writes", {}],
    ["lost answers", { unknown: 0.1 }],
    ["unconditional writes", { puts: 0.5, unknown: 0.05 }],
    ["creations and deletions", { lives: 0.3 }],
    ["everything", { puts: 0.1, lives: 0.1, unknown: 0.1 }],
  ])("finds nothing in legal %s and what watches showed of them", (_, mix) => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const objects = seed % 2 === 0 ? 1 : 5;
      const options = { seed, versions, operations: 600, objects, clients: 8, ...mix };
      const { lines, log } = record(options);
      const all = watchLines(log, { watch: "all", bookmarkEvery: 7, reopenEvery: 50 });
      const one = watchLines(log, { watch: "one", object: "default/o0", reopenEvery: 20 });

      const verdict = judge(versions, [...lines, ...all, ...one]);

      expect(verdict).toMatchObject({ verdict: "legal", anomalies: [], open: [] });
    }
  });

  const trials = operationInjections.map(({ name, names, inject }) => ({
    name,
    names,
    found: once(() =>
      recorded.map((legal, i) => {
        const timeline = new Timeline(legal, new Random(i + 1));
        return judge(versions, inject(timeline)).anomalies[0]?.type;
      }),
    ),
  }));

  it.each(trials)("finds it every time when $name", (trial) => {
    expect(trial.found()).not.toContain(undefined);
    expect(fitting(trial).length, `found ${trial.found().join(", ")}`).toBeGreaterThan(rounds - 2);
  });

  it("identifies at least 95 of 100, of at least 18 types", () => {
    const named = trials.flatMap((trial) => fitting(trial));

    expect(trials.length).toBeGreaterThanOrEqual(18);
    expect(named.length / (trials.length * rounds)).toBeGreaterThanOrEqual(0.95);
  });
});

describe("in watches", () => {
  const recorded = recordings("comparable");

  const trials = eventInjections.map(({ name, names, inject }) => ({
    name,
    names,
    found: once(() =>
      recorded.map(({ lines, log }, i) => {
        const watch = watchLines(log, { watch: "w", bookmarkEvery: 9, reopenEvery: 100 });
        const injected = inject(watch, new Random(i + 1));
        return judge("comparable", [...lines, ...injected]).anomalies[0]?.type;
      }),
    ),
  }));

  it.each(trials)("finds it every time when $name", (trial) => {
    expect(trial.found()).not.toContain(undefined);
    expect(fitting(trial).length, `found ${trial.found().join(", ")}`).toBeGreaterThan(rounds - 2);
  });

  // For a watch on one namespace, the checker examines every line individually. For a watch on all objects, it skips
  // most of them.
  it.each(eventInjections)(
    "finds the same at a glance and by looking closely when $name",
    (trial) => {
      for (const versions of ["comparable", "opaque"] as const) {
        const { lines, log } = recording(versions, 1);
        const watch = watchLines(log, { watch: "w", bookmarkEvery: 9, reopenEvery: 100 });
        const injected = trial.inject(watch, new Random(1));
        const ofNamespace = injected.map((line) =>
          line.event === "open" && line.object === undefined
            ? { ...line, namespace: "default" }
            : line,
        );

        const messages = [injected, ofNamespace].map((watched) =>
          judge(versions, [...lines, ...watched]).anomalies.map((anomaly) => ({
            ...anomaly,
            counterexample: [],
            message: anomaly.message.replace(" on namespace default", ""),
          })),
        );

        expect(messages[0]).toEqual(messages[1]);
      }
    },
  );

  it.each(eventInjections)(
    "finds the same in whatever order lines are written when $name",
    (trial) => {
      const { lines, log } = recording("comparable", 2);
      const watch = watchLines(log, { watch: "w", bookmarkEvery: 9, reopenEvery: 100 });
      const numbered = [...[...lines, ...trial.inject(watch, new Random(2))].entries()];

      const { anomalies } = judgeNumbered("comparable", numbered.toReversed());

      expect(anomalies).toEqual(judgeNumbered("comparable", numbered).anomalies);
      expect(anomalies).not.toEqual([]);
    },
  );

  it("identifies at least 95 of 100, of at least 14 types", () => {
    const named = trials.flatMap((trial) => fitting(trial));

    expect(trials.length).toBeGreaterThanOrEqual(14);
    expect(named.length / (trials.length * rounds)).toBeGreaterThanOrEqual(0.95);
  });
});

interface Trial {
  readonly names: readonly AnomalyType[];
  readonly found: () => readonly (AnomalyType | undefined)[];
}

function fitting({ names, found }: Trial): readonly (AnomalyType | undefined)[] {
  return found().filter((type) => names.some((name) => name === type));
}

/** Cached, because two tests use the same rounds. Each test must also be able to run alone. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
