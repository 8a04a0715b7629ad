import { checkObject } from "../../../suites/checker/verdict/check-object.ts";
import { checkWatches } from "../../../suites/checker/watches/check-watches.ts";
import { collectCommits, emptyCommits } from "../../../suites/checker/objects/commits.ts";
import type { Commits } from "../../../suites/checker/objects/commits.ts";
import { ObjectLoader } from "../../../suites/checker/objects/object-loader.ts";
import { record, watchLines } from "../../../suites/checker/testing/workload.ts";
import type { Committed } from "../../../suites/checker/testing/workload.ts";
import type { History, HistoryLine, WatchLine } from "#checker";
import { columnsOf } from "../histories.ts";
import type { Section } from "../section.ts";
import { median } from "../row-table.ts";
import { processorMs, ratios } from "../timing.ts";

/** Number of warm-up rounds, whose results are discarded. Most of the compilation happens in them. */
const uncounted = 6;

export const watches: Section = {
  title: "Watch checker",
  measure: async ({ isSmoke }) => {
    const rounds = isSmoke ? 1 : 7;
    const streams = isSmoke ? 10 : 1000;
    const mix = { seed: 11, versions: "comparable", objects: 20, clients: 8, reads: 0.2 } as const;
    const { lines, log } = record({ ...mix, operations: 4000 });
    const shown = shownOf(log);
    const one = columnsOf("comparable", [...lines, ...oneStream(shown, streams)]);
    const many = columnsOf("comparable", [...lines, ...manyStreams(shown, streams)]);
    const events = many.watches.count;
    const took = { one: Array.of<number>(), many: Array.of<number>() };
    for (let round = -uncounted; round < rounds; round += 1) {
      const [oneMs, manyMs] = [timeOfWatches(one), timeOfWatches(many)];
      if (round < 0) continue;
      took.one.push(oneMs);
      took.many.push(manyMs);
    }
    const unit = "million/s";
    const speed = (ms: number): number => events / ms / 1000;
    const size = `${events} lines, ${log.length} changes`;
    return [
      { name: `one stream, ${size}`, values: took.one.map(speed), unit, atLeast: 30 },
      { name: `${streams} streams, ${size}`, values: took.many.map(speed), unit, atLeast: 30 },
      {
        name: `cost of a line: ${streams} streams / one`,
        values: ratios(took.many, took.one),
        unit: "×",
        atMost: 1.5,
        note: `${((median(took.many) / events) * 1e6).toFixed(0)} ns each`,
      },
    ];
  },
};

/**
 * Generates streams that all deliver each change at the same time. The lines are in the order in which a recorder
 * writes them.
 */
function* manyStreams(lines: readonly WatchLine[], streams: number): Generator<HistoryLine> {
  for (const line of lines) {
    for (let stream = 0; stream < streams; stream += 1) yield { ...line, watch: `w${stream}` };
  }
}

/** Repeats the same lines in one stream, which is reopened from the start each time. */
function* oneStream(lines: readonly WatchLine[], openings: number): Generator<HistoryLine> {
  const lengthTicks = (lines.at(-1)?.time ?? 0) + 1;
  for (let opening = 0; opening < openings; opening += 1) {
    for (const line of lines) yield { ...line, time: line.time + opening * lengthTicks };
  }
}

function shownOf(log: readonly Committed[]): readonly WatchLine[] {
  const lines = watchLines(log, { watch: "w", bookmarkEvery: 100 });
  return lines.map((line) => ({ ...line, time: line.time * 4 }));
}

function timeOfWatches(history: History): number {
  const commits = commitsOf(history);
  const startedMs = processorMs();
  const found = checkWatches(history, commits);
  const tookMs = processorMs() - startedMs;
  const [wrong] = found.anomalies;
  if (wrong !== undefined) throw new Error(`a legal watch was found illegal: ${wrong.message}`);
  return tookMs;
}

function commitsOf(history: History): Commits {
  const commits = emptyCommits();
  const loader = new ObjectLoader(history);
  for (const object of history.texts.objects.keys()) {
    collectCommits(commits, checkObject(loader, object).model, true);
  }
  return commits;
}
