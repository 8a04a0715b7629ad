import { setMaxListeners } from "node:events";
import { requirements } from "#contract";
import type { Limits, ProfileName } from "#contract";
import { Session } from "#harness";
import type { AnyCheck, Target } from "#harness";
import { hintsFor } from "./diagnose.ts";
import type { KnownFault } from "./diagnose.ts";
import { contractDigest } from "./digest.ts";
import { driveAll } from "./drive.ts";
import type { EndedCase } from "./drive.ts";
import { planRun } from "./plan.ts";
import type { Plan, PlannedRequirement } from "./plan.ts";
import { recordFormat } from "./record.ts";
import type { FooterLine, HeaderLine, RecordLine, VerdictLine } from "./record.ts";
import type { Selection } from "./select.ts";
import { decide, findingsOf } from "./verdict.ts";
import type { CaseFinding, Verdict } from "./verdict.ts";

/** All that a run depends on. The runner has no clock, no environment and no output of its own. */
export interface RunOptions {
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: Target;
  readonly checks: readonly AnyCheck[];
  readonly profile: ProfileName;
  readonly selection: Selection;
  readonly seed: number;
  /** Unique to the run, at most 30 characters of `a` to `z` and `0` to `9`. */
  readonly run: string;
  /** How many cases are under way at the same time, at least 1. */
  readonly concurrency: number;
  readonly limits: Limits;
  /** The command that repeats the run, without credentials. */
  readonly command: string;
  /** Known ways to be wrong, to compare with what the run finds. */
  readonly knownFaults: readonly KnownFault[];
  /** The wall clock. */
  readonly clock: () => Date;
  /** Milliseconds since any fixed moment, never going back. */
  readonly monotonicMs: () => number;
  /** Leave what the run creates where it is: for a target that ends with the run. */
  readonly keepObjects?: boolean;
  /** Receives the record line by line. Must not throw. */
  readonly emit: (line: RecordLine) => void;
  /** Aborting it ends the run early: what was created is removed and the footer says so. */
  readonly signal: AbortSignal;
}

/** How a run ended. The same is in its record. */
export interface RunResult {
  readonly verdicts: readonly VerdictLine[];
  readonly footer: FooterLine;
}

/** Plans, drives, judges and cleans up. Rejects only on a defect of the suite itself. */
export async function runChecks(options: RunOptions): Promise<RunResult> {
  const { target, emit, limits, signal, monotonicMs } = options;
  const beganMs = monotonicMs();
  const now = (): number => Math.round((monotonicMs() - beganMs) * 1000) / 1000;
  const plan = planRun({ ...options, target: target.description });
  emit(headerOf(options, plan));
  const session = new Session({
    target,
    limits,
    seed: options.seed,
    prefix: `c${options.run}`,
    trace: emit,
    now,
    signal,
  });
  const cases = await driveAll({ ...options, plan, session, now });
  const leftBehind = options.keepObjects === true ? 0 : await cleanUp(session, limits);
  await session[Symbol.asyncDispose]();
  const lines = judgeAll(plan, cases, options);
  for (const line of lines) emit(line);
  const footer: FooterLine = {
    line: "footer",
    endedAt: options.clock().toISOString(),
    durationMs: now(),
    interrupted: signal.aborted,
    exchanges: session.recorder.exchanges,
    leftBehind,
    sums: sumOf(lines),
  };
  emit(footer);
  return { verdicts: lines, footer };
}

async function cleanUp(session: Session, { cleanupMs }: Limits): Promise<number> {
  const signal = AbortSignal.timeout(cleanupMs);
  setMaxListeners(0, signal);
  return session.cleanUp(signal);
}

/** How often each verdict was given. */
export function sumOf(lines: readonly VerdictLine[]): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number =>
    lines.filter((line) => line.verdict === verdict).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    warn: count("warn"),
    flaky: count("flaky"),
    errored: count("errored"),
    inconclusive: count("inconclusive"),
    untestable: count("untestable"),
    "expected-fail": count("expected-fail"),
    excluded: count("excluded"),
    "not-applicable": count("not-applicable"),
  };
}

function headerOf(options: RunOptions, plan: Plan): HeaderLine {
  const { endpoint, protocol, dialect, features, identities, kinds, ...rest } =
    options.target.description;
  return {
    line: "header",
    format: recordFormat,
    suite: options.suite,
    run: options.run,
    startedAt: options.clock().toISOString(),
    profile: options.profile,
    contract: contractDigest(options.profile),
    target: {
      endpoint,
      protocol,
      dialect,
      features,
      ...(rest.undeclared === undefined ? {} : { undeclared: rest.undeclared }),
      ...(rest.byHand === undefined ? {} : { byHand: rest.byHand }),
      identities,
      kinds: kinds.map(({ name, operations }) => ({ name, statusWrites: operations.updateStatus })),
    },
    seed: options.seed,
    concurrency: options.concurrency,
    only: options.selection.only,
    skip: options.selection.skip,
    command: options.command,
    planned: { requirements: plan.requirements.length, cases: plan.cases.length },
  };
}

function judgeAll(
  plan: Plan,
  cases: readonly EndedCase[],
  options: Pick<RunOptions, "knownFaults">,
): readonly VerdictLine[] {
  const findings = [...cases.flatMap((line) => line.findings), ...unheardOf(plan, cases)];
  const lines = plan.requirements.map((planned) => verdictOf(planned, findings));
  const broken = lines.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  const hints = hintsFor(
    options.knownFaults,
    broken.map(({ requirement }) => requirement),
  );
  return lines.map((line) => ({ ...line, ...hints.get(line.requirement) }));
}

/** Cases that an interruption kept from running: what they cover must not pass without them. */
function unheardOf(plan: Plan, cases: readonly EndedCase[]): readonly CaseFinding[] {
  const ended = new Set(cases.map((line) => line.case));
  return plan.cases
    .filter(({ name }) => !ended.has(name))
    .flatMap(({ name, check }) =>
      check.covers.map((requirement): CaseFinding => ({
        result: "undecided",
        requirement,
        reason: "the run was interrupted before this case",
        evidence: [],
        case: name,
      })),
    );
}

function verdictOf(planned: PlannedRequirement, all: readonly CaseFinding[]): VerdictLine {
  const { requirement, level, checks, settled } = planned;
  const common = { line: "verdict", requirement, level, checks } as const;
  if (settled !== undefined) return { ...common, ...settled, instances: 0, findings: [] };
  const findings = findingsOf(requirement, all);
  const decision = decide(requirements[requirement], level, findings);
  const open = findings.filter((finding) => finding.result !== "held");
  const held = findings.filter((finding) => finding.result === "held").slice(0, 1);
  return { ...common, ...decision, findings: [...open, ...held] };
}
