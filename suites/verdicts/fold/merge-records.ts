import { RunEvidence } from "#harness";
import { applyBaseline } from "../baseline/apply-baseline.ts";
import { dayOf } from "../baseline/baseline-entries.ts";
import { settledIn } from "../judging/conclusion.ts";
import { withoutDisturbed } from "../judging/disturbed-kinds.ts";
import { judgeAll, withSensitivity } from "../judging/judge-all.ts";
import { possibleFaults } from "../judging/requirement-causes.ts";
import type { KnownFault } from "../judging/requirement-causes.ts";
import type { PlannedRequirement } from "../plan/plan-run.ts";
import type { Baseline } from "../record/baseline.ts";
import type { CaseFinding } from "../record/case-finding.ts";
import type { FooterLine, HeaderLine, RecordLine, VerdictLine } from "../record/record.ts";
import { sumOf } from "../record/record.ts";

/** Thrown for records that are not the shards of one run. */
export class MergeRefused extends Error {
  override readonly name = "MergeRefused";
  /** Index of the invalid record, from 0. */
  readonly position: number;

  constructor(position: number, problem: string) {
    super(problem);
    this.position = position;
  }
}

/**
 * Returns the header of the combined run.
 *
 * @throws MergeRefused unless there is exactly one header for each shard of one run.
 */
export function mergeHeaders(headers: readonly HeaderLine[]): HeaderLine {
  const [first] = headers;
  if (first === undefined) throw new MergeRefused(0, "nothing to merge");
  const seen = new Map<number, number>();
  headers.forEach((header, position) => {
    const problem = problemOf(header, first, seen);
    if (problem !== undefined) throw new MergeRefused(position, problem);
    seen.set(header.shard?.index ?? 0, position);
  });
  const count = first.shard?.count ?? 0;
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter(
    (index) => !seen.has(index),
  );
  if (missing.length > 0) {
    const which = missing.map((index) => `${index}/${count}`).join(", ");
    throw new MergeRefused(headers.length - 1, `the record of shard ${which} is missing`);
  }
  const { shard, ...whole } = first;
  return {
    ...whole,
    run: inOrder(headers)
      .map(({ run }) => run)
      .join("+"),
    startedAt: headers.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.startedAt,
    planned: { requirements: first.planned.requirements, cases: shard?.cases ?? 0 },
  };
}

function inOrder(headers: readonly HeaderLine[]): readonly HeaderLine[] {
  return headers.toSorted((left, right) => (left.shard?.index ?? 0) - (right.shard?.index ?? 0));
}

function problemOf(
  header: HeaderLine,
  first: HeaderLine,
  seen: ReadonlyMap<number, number>,
): string | undefined {
  const { shard } = header;
  if (shard === undefined) return "the record contains a complete run, not a shard";
  const { index, count } = shard;
  if (index < 1 || index > count) return `there is no shard ${index}/${count}`;
  const other = seen.get(index);
  if (other !== undefined) return `shard ${index}/${count} is given twice`;
  const different = comparable.find((name) => textOf(header, name) !== textOf(first, name));
  if (different === undefined && shard.cases === first.shard?.cases) return undefined;
  return different === undefined
    ? `it has ${shard.cases} cases, but the first record has ${first.shard?.cases}`
    : `its header field "${different}" differs from the header of the first record`;
}

const comparable = [
  "suite",
  "profile",
  "revision",
  "contract",
  "extensions",
  "seed",
  "only",
  "skip",
  "shards",
  "target",
  "baseline",
] as const;

function textOf(header: HeaderLine, name: (typeof comparable)[number]): string | undefined {
  switch (name) {
    case "shards":
      return String(header.shard?.count);
    case "target": {
      const { dialect, features, identities, kinds, schema } = header.target;
      return JSON.stringify([dialect, features, identities, kinds, schema]);
    }
    case "suite":
    case "profile":
    case "revision":
    case "contract":
    case "extensions":
    case "seed":
    case "only":
    case "skip":
    case "baseline":
      return JSON.stringify(header[name]);
  }
}

/**
 * Merges the records of all shards of a run. The caller emits the header, then passes the lines of each record to
 * {@link take}, and finally emits the result of {@link end}.
 */
export class RecordMerge {
  readonly header: HeaderLine;
  readonly #findings: CaseFinding[] = [];
  readonly #runEvidence = new RunEvidence();
  readonly #ended = new Set<string>();
  readonly #verdicts = new Map<string, VerdictLine[]>();
  readonly #footers: FooterLine[] = [];

  /**
   * `baseline` replaces the baseline of the shards.
   *
   * @throws MergeRefused like {@link mergeHeaders}.
   */
  constructor(headers: readonly HeaderLine[], baseline?: Baseline) {
    const header = mergeHeaders(headers);
    this.header = baseline === undefined ? header : { ...header, baseline };
  }

  /** Processes the next line of a record that started at `startedAt`. Returns the merged line, if any. */
  take(line: RecordLine, startedAt: string): RecordLine | undefined {
    const lateMs = Date.parse(startedAt) - Date.parse(this.header.startedAt);
    switch (line.line) {
      case "header":
        return undefined;
      case "verdict":
        this.#verdicts.set(line.requirement, [
          ...(this.#verdicts.get(line.requirement) ?? []),
          line,
        ]);
        return undefined;
      case "footer":
        this.#footers.push({ ...line, durationMs: line.durationMs + lateMs });
        return undefined;
      case "case":
        this.#ended.add(line.case);
        this.#findings.push(...line.findings);
        this.#runEvidence.forget(line.case);
        return { ...line, startedMs: line.startedMs + lateMs, endedMs: line.endedMs + lateMs };
      case "exchange":
        this.#runEvidence.note(line.case, line);
        return { ...line, startedMs: line.startedMs + lateMs, endedMs: line.endedMs + lateMs };
      case "watch":
        return { ...line, startedMs: line.startedMs + lateMs };
      case "event":
        this.#runEvidence.noteEvent(line.event);
        return { ...line, arrivedMs: line.arrivedMs + lateMs };
      case "watch-end":
        return { ...line, endedMs: line.endedMs + lateMs };
      case "fixture":
        return line;
    }
  }

  /**
   * Returns the verdicts and the footer of the merged record.
   *
   * @throws MergeRefused if a record has no footer.
   */
  end(knownFaults: readonly KnownFault[], count: number): readonly RecordLine[] {
    if (this.#footers.length < count) {
      const problem = "a record has no footer: its run did not finish";
      throw new MergeRefused(this.#footers.length, problem);
    }
    const all = [...this.#findings, ...this.#interruptedFindings()];
    const findings = withoutDisturbed(all, this.#runEvidence, this.header.target.kinds);
    const planned = [...this.#verdicts.values()].map(plannedOf);
    const { baseline, startedAt, target } = this.header;
    const faults = possibleFaults(knownFaults, this.header);
    const judged = withSensitivity(judgeAll(planned, findings, faults), (requirement) =>
      inAll(this.#verdicts.get(requirement) ?? []),
    );
    const interrupted = this.#footers.some((footer) => footer.interrupted);
    const { lines, problems } =
      baseline === undefined
        ? { lines: judged, problems: [] }
        : applyBaseline(judged, baseline, {
            today: dayOf(startedAt),
            kinds: target.kinds,
            selection: this.header,
            isWhole: !interrupted,
          });
    const remarks = [...new Set(this.#footers.flatMap((one) => one.remarks ?? []))];
    const ends = this.#footers.map(({ endedAt }) => endedAt).toSorted();
    const footer: FooterLine = {
      line: "footer",
      endedAt: ends.at(-1) ?? startedAt,
      durationMs: Math.max(...this.#footers.map(({ durationMs }) => durationMs)),
      interrupted,
      exchanges: sum(this.#footers.map(({ exchanges }) => exchanges)),
      leftBehind: sum(this.#footers.map(({ leftBehind }) => leftBehind)),
      sums: sumOf(lines),
      ...(remarks.length === 0 ? {} : { remarks }),
      ...(problems.length === 0 ? {} : { baselineProblems: problems }),
    };
    return [...lines, footer];
  }

  #interruptedFindings(): readonly CaseFinding[] {
    return [...this.#verdicts.values()]
      .flatMap((lines) => lines.flatMap((line) => line.findings))
      .filter((finding) => finding.result === "undecided" && !this.#ended.has(finding.case));
  }
}

/** Combines the sensitivity of all shards: a fault counts as detected if one shard detects it. */
function inAll(lines: readonly VerdictLine[]): VerdictLine["sensitivity"] {
  const all = lines.flatMap(({ sensitivity }) => (sensitivity === undefined ? [] : [sensitivity]));
  if (all.length === 0) return undefined;
  const noticed = new Set(all.flatMap((one) => one.noticed));
  const missed = new Set(all.flatMap((one) => one.missed));
  return {
    noticed: [...noticed],
    missed: [...missed].filter((mistake) => !noticed.has(mistake)),
  };
}

function plannedOf(lines: readonly VerdictLine[]): PlannedRequirement {
  const [first] = lines;
  if (first === undefined) throw new Error("a requirement has no verdict");
  const { requirement, level, checks } = first;
  const before = lines.map(settledIn);
  const known =
    before.find(({ settled }) => settled !== undefined) ??
    before.find(({ unexercised }) => unexercised !== undefined);
  return { requirement, level, checks, ...known };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
