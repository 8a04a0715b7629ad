import { expect, it } from "vitest";
import type { HistoryLine, VersionOrder, WatchLine } from "../history/history.ts";
import { parseHistory } from "../reading/history-reader.ts";
import { fileOf } from "../testing/history-file.ts";
import { record, watchLines } from "../testing/workload.ts";
import { checkHistory } from "../verdict/check-history.ts";

const seeds = Array.from({ length: 120 }, (_one, seed) => seed + 1);

/** Events that show versions, but neither contents nor uids. */
function bare({ value: _value, uid: _uid, ...line }: WatchLine): WatchLine {
  return line;
}

interface Recorded {
  readonly operations: readonly HistoryLine[];
  readonly events: readonly WatchLine[];
}

function recorded(seed: number, versions: VersionOrder): Recorded {
  const { lines, log } = record({
    seed,
    versions,
    operations: 200,
    objects: 3,
    clients: 4,
    reads: 0.2,
    puts: 0.2,
    lives: 0.15,
    unknown: 0.2,
  });
  return { operations: lines, events: watchLines(log, { watch: "w" }).map(bare) };
}

function verdictOn({ operations, events }: Recorded, versions: VersionOrder): string {
  return checkHistory(parseHistory(fileOf(versions, [...operations, ...events]))).verdict;
}

it.each(["comparable", "opaque"] as const)(
  "lost responses and events without content show no anomaly of a correct system with %s versions",
  (versions) => {
    const illegal = seeds.filter(
      (seed) => verdictOn(recorded(seed, versions), versions) === "illegal",
    );

    expect(illegal).toEqual([]);
  },
);

it("a lost event is found in most of these histories", () => {
  const found = seeds.filter((seed) => {
    const { operations, events } = recorded(seed, "comparable");
    const lost = Math.floor(events.length / 2);
    const spoilt = { operations, events: events.filter((_event, at) => at !== lost) };
    return verdictOn(spoilt, "comparable") === "illegal";
  });

  expect(found.length).toBeGreaterThan(0.6 * seeds.length);
});
