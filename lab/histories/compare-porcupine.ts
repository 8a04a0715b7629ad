import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkHistory, HistoryBuilder } from "#checker";
import type { HistoryLine, OperationLine } from "#checker";
import { exportEdn, exportPorcupine, logFormats } from "#wings/logs";
import { operationInjections } from "../../suites/checker/testing/inject-operations.ts";
import { Random } from "../../suites/checker/testing/random-source.ts";
import { Timeline } from "../../suites/checker/testing/simulated-timeline.ts";
import { record } from "../../suites/checker/testing/workload.ts";
import { judgeText } from "../../suites/wings/logs/testing/judged-log.ts";

export interface Agreement {
  readonly samples: number;
  readonly illegal: number;
  /**
   * Number of samples on which porcupine disagrees with this checker, or on which this checker judges the exported
   * sample differently from the original.
   */
  readonly disagreements: number;
  /** Number of samples for which at least one checker is inconclusive. */
  readonly undecided: number;
}

/** Maximum number of operations per sample. It is small, because porcupine takes exponential time. */
const maxOperations = 40;

const batch = 200;

/**
 * Checks sample histories directly, after a round trip through EDN, and with porcupine. Returns the reason if porcupine
 * cannot be built.
 */
export function compareWithPorcupine(samples: number, folder: string): Agreement | string {
  const program = join(folder, "porcupine");
  const cwd = resolve("lab/bench/porcupine");
  const { error, stderr, status } = spawnSync("go", ["build", "-o", program, "."], {
    cwd,
    encoding: "utf8",
  });
  if (error !== undefined) return "Go is not installed";
  if (status !== 0) return `its build failed: ${stderr.trim()}`;
  mkdirSync(join(folder, "samples"));
  const all = Array.from({ length: samples }, (_, seed) => inCommonWords(sampleOf(seed + 1)));
  const theirs: string[] = [];
  for (let from = 0; from < all.length; from += batch) {
    const files = all.slice(from, from + batch).map((lines, i) => {
      const file = join(folder, "samples", `${from + i}.json`);
      writeFileSync(file, exportPorcupine(lines).text);
      return file;
    });
    const {
      stdout,
      stderr: statusFailure,
      status: code,
    } = spawnSync(program, ["-rounds", "1", "-timeout", "10s", ...files], {
      encoding: "utf8",
    });
    if (code !== 0) throw new Error(`porcupine failed with ${String(code)}: ${statusFailure}`);
    theirs.push(...stdout.trim().split("\n").map(resultIn));
  }
  return agreementOf(all, theirs);
}

function agreementOf(
  all: readonly (readonly HistoryLine[])[],
  theirs: readonly string[],
): Agreement {
  let [illegal, disagreements, undecided] = [0, 0, 0];
  for (const [i, lines] of all.entries()) {
    const ours = verdictOn(lines);
    const exported = verdictOnEdn(exportEdn(lines).text);
    if (ours === "illegal") illegal += 1;
    const verdicts = [exported, theirs[i] ?? "undetermined"];
    if (ours === "undetermined" || verdicts.includes("undetermined")) undecided += 1;
    else if (verdicts.some((verdict) => verdict !== ours)) disagreements += 1;
  }
  return { samples: all.length, illegal, disagreements, undecided };
}

/**
 * Generates a sample. Every second sample is illegal, if a violation can be planted in it. Contains only reads and
 * conditional writes, which porcupine's model supports.
 */
function sampleOf(seed: number): readonly HistoryLine[] {
  const random = new Random(seed);
  const operations = 10 + (seed % (maxOperations - 10));
  const mix = { operations, objects: 1, clients: 2 + (seed % 4), reads: 0.5 };
  const recording = record({ seed, versions: "opaque", ...mix });
  if (seed % 2 === 0) return recording.lines;
  const usable = operationInjections.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  for (let attempt = 0; attempt < usable.length; attempt += 1) {
    const one = usable[(seed + attempt) % usable.length];
    if (one === undefined) continue;
    const lines = attempted(() => one.inject(new Timeline(recording, random)));
    if (lines !== undefined && lines.every(isKnownToModel)) return lines;
  }
  return recording.lines;
}

/** Reduces a sample to what both checkers support: no contents, and integer times in the same order. */
function inCommonWords(lines: readonly HistoryLine[]): readonly HistoryLine[] {
  const times = lines.flatMap((line) =>
    line.kind === "operation" ? [line.invoke, line.return ?? Infinity] : [],
  );
  const ranks = new Map(
    [...new Set(times)].toSorted((left, right) => left - right).map((time, i) => [time, i]),
  );
  const rank = (time: number): number => ranks.get(time) ?? 0;
  return lines.map((line) => {
    const { value: _content, ...known } = { value: undefined, ...line };
    if (known.kind !== "operation") return known;
    return { ...known, invoke: rank(known.invoke), return: rank(known.return ?? Infinity) };
  });
}

/** Returns the result of `make`, or undefined if it throws. Some violations cannot be planted in a small recording. */
function attempted(make: () => readonly HistoryLine[]): readonly HistoryLine[] | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function isKnownToModel(line: HistoryLine): boolean {
  if (line.kind !== "operation") return line.kind === "initial";
  const isKnownKind = line.operation === "read" || line.operation === "cas";
  return isKnownKind && (line.outcome === "ok" || isConflict(line));
}

function isConflict({ operation, outcome }: OperationLine): boolean {
  return operation === "cas" && outcome === "conflict";
}

function verdictOn(lines: readonly HistoryLine[]): string {
  const builder = new HistoryBuilder("opaque");
  lines.forEach((line, i) => builder.add(line, i + 2));
  return checkHistory(builder.finish()).verdict;
}

function verdictOnEdn(text: string): string {
  const { verdict, facts } = judgeText(logFormats.jepsen, text);
  return facts.skipped.size > 0 ? "undetermined" : verdict.verdict;
}

function resultIn(line: string): string {
  const report: { readonly result?: string } = line === "" ? {} : JSON.parse(line);
  if (report.result === "Ok") return "legal";
  return report.result === "Illegal" ? "illegal" : "undetermined";
}
