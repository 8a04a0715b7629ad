import { isJsonObject, isRequirementId, limits, scaleLimits } from "#contract";
import type { Level, Limits, RequirementId } from "#contract";
import { checks } from "#checks";
import { FaultReach, faults, freedoms } from "#reference";
import type { Fault, Freedom } from "#reference";
import { planRun, verdicts } from "#verdicts";
import type { CaseFinding, Plan, Selection, Verdict } from "#verdicts";
import { usualBudget } from "#harness";
import type { AnyCheck, CheckPhase, ProofBudget } from "#harness";
import { scopedSignal } from "#targets";
import type { TargetDescription } from "#targets";
import { checkReference } from "../reach/compose.ts";
import type { CheckReferenceOptions } from "../reach/compose.ts";
import { noExtensions } from "../config/extension-parts.ts";
import type { Extensions } from "../config/extension-parts.ts";
import { pickFaults, pickFreedoms } from "./picked-variants.ts";
import { isBroken } from "./is-broken.ts";
import { defaults } from "../options/option-defaults.ts";
import type { Narrowing } from "../reach/narrow-target.ts";
import { trialCases } from "./trial-cases.ts";

export interface TrialVerdict {
  readonly requirement: RequirementId;
  readonly level: Level;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** The data of a finding from which causes are inferred. Plain data, because threads exchange it. */
export interface TrialFinding {
  readonly requirement: RequirementId;
  readonly case: string;
  readonly result: CaseFinding["result"];
  readonly expected?: string;
  readonly actual?: string;
}

/**
 * The result of running checks against the reference server with or without faults. Plain data, because threads
 * exchange it.
 */
export interface Trial {
  readonly fault?: string;
  readonly others?: readonly string[];
  readonly freedoms?: readonly string[];
  /** The freedoms that had an effect during the run. Absent for a server without freedoms. */
  readonly effects?: readonly string[];
  readonly verdicts: readonly TrialVerdict[];
  readonly durationMs: number;
  readonly exchanges: number;
  /** The findings of the cases, if the request is detailed. */
  readonly findings?: readonly TrialFinding[];
  /** The cases in which the faults make a difference. All other cases were skipped. Absent if unknown. */
  readonly reached?: readonly string[];
  readonly under?: readonly string[];
  /** In a shadow trial: whether the fault would have made a difference. */
  readonly isReached?: boolean;
  readonly problem?: string;
}

/**
 * The kinds and mutations of the reference server that trials test: a typed kind with its own mutation and with the
 * generic one, kinds of the run with the patches, and kinds without a status. Faults do not depend on other kinds.
 * Fewer events than usual are retained, so that fewer writes expire a version.
 */
export const narrowing: Narrowing = {
  kinds: {
    Service: ["updateServiceStatus", "updateResourceStatus", "patchResourceStatus.merge"],
    ConfigMap: [],
    Widget: ["patchResourceStatus.json", "updateResourceStatus"],
    WidgetD: ["replaceResourceStatus", "patchResourceStatus.json", "patchResourceStatus.apply"],
    Gadget: [],
  },
  retainedEvents: 500,
};

/**
 * Includes a mutation that replaces the status, on a kind that exists without definitions, because a freedom may
 * withdraw definitions.
 */
export const freedomNarrowing: Narrowing = {
  ...narrowing,
  kinds: {
    ...narrowing.kinds,
    Service: [...(narrowing.kinds["Service"] ?? []), "replaceResourceStatus"],
  },
};

/**
 * Time limits of trials. Limits on events are shorter, because a fault may drop events, and each wait for a lost event
 * takes the full limit. The limit on cases is longer, because a search that times out on shared processors provides no
 * evidence. All others are unchanged, so that a busy machine does not look like a fault.
 */
const trialLimits: Limits = {
  ...limits,
  caseMs: scaleLimits(4).caseMs,
  eventMs: scaleLimits(0.3).eventMs,
  fenceRetryMs: scaleLimits(0.3).fenceRetryMs,
};

/** The phases that detect faults. Without a fault, no phase may have a finding. */
const allPhases: readonly CheckPhase[] = [
  ...new Set(["scenario" as const, ...faults.map(({ phase }) => phase ?? "scenario")]),
];

/** Number of concurrent cases. Low, because several trials share the processors. */
export const trialConcurrency = 16;

/** The trial to run. Plain data, because threads exchange it. */
export interface TrialRequest {
  readonly fault?: string;
  readonly others?: readonly string[];
  /** The cases in which the faults make a difference. Absent if unknown. */
  readonly reached?: readonly string[];
  readonly isDetailed?: true;
  readonly under?: readonly string[];
  /** Selects the sample of cases to run, which rotates with the turn. By default, cases are not sampled. */
  readonly turn?: number;
  /** Whether to leave the server correct, and only record whether the fault would make a difference. */
  readonly isShadow?: true;
}

/**
 * With few kinds, more random sequences are needed to detect as many faults as with all kinds. Findings are not shrunk,
 * because they are not shown.
 */
const trialProofBudget: ProofBudget = { ...usualBudget, runs: 96, simplifications: 0 };

export interface TrialExtensions extends Extensions {
  readonly isAlone?: boolean;
}

/** Options of a trial: a fault with the checks that can detect it, or no fault with all checks. */
export function trialOptions(
  planted: readonly Fault[],
  { reached, turn }: Pick<TrialRequest, "reached" | "turn"> = {},
  extensions: TrialExtensions = noExtensions,
): CheckReferenceOptions {
  const [fault] = planted;
  const phases =
    fault === undefined ? allPhases : planted.map(({ phase = "scenario" as const }) => phase);
  const known = extensions.isAlone === true ? [] : checks;
  const seeing = [...known, ...extensions.checks].filter(
    ({ phase = "scenario", covers }) =>
      phases.includes(phase) &&
      (phase !== "property" || canFind(covers, planted.filter(isSearchedFor))),
  );
  const within = reached === undefined ? {} : { reached: new Set(reached) };
  const isWhole = fault === undefined || planted.some(({ isCumulative }) => isCumulative === true);
  const breaks = planted.flatMap((one) => one.breaks);
  const sample = turn === undefined ? {} : { turn };
  const aim = isWhole ? undefined : { planted: { breaks }, ...within, ...sample };
  return {
    faults: planted,
    checks: seeing,
    extensions,
    select: (target) => ({
      only: trialCases(planOn(target, seeing, extensions).cases, aim),
      skip: [],
    }),
    narrowing,
    keepObjects: true,
    omitsSensitivity: true,
    ...(fault === undefined ? {} : { isUnquestioned: true }),
    ...(planted.some(isSearchedFor) ? { proofBudget: trialProofBudget } : {}),
    limits: fault === undefined ? limits : trialLimits,
    concurrency: trialConcurrency,
  };
}

export function planOn(
  target: TargetDescription,
  seeing: readonly AnyCheck[],
  { requirements }: Extensions,
): Plan {
  const selection: Selection = { only: [], skip: [] };
  const { profile } = defaults;
  return planRun({ target, checks: seeing, profile, extensions: requirements, selection });
}

/**
 * Runs the checks against the reference server with or without faults. If a requirement that the fault violates does
 * not fail in a sample of the cases, repeats the trial without sampling. Never rejects.
 */
export async function tryFault(
  request: TrialRequest,
  signal: AbortSignal,
  extensions: TrialExtensions = noExtensions,
): Promise<Trial> {
  const { turn: _sampled, ...whole } = request;
  const trial = await tryOnce(request, signal, extensions);
  if (request.turn === undefined || request.fault === undefined || signal.aborted) return trial;
  const failed = new Set(trial.verdicts.filter(isBroken).map(({ requirement }) => requirement));
  const [planted] = pickFaults([request.fault], [...faults, ...extensions.faults]);
  if (planted?.breaks.every((requirement) => failed.has(requirement)) === true) return trial;
  const second = await tryOnce(whole, signal, extensions);
  return { ...second, durationMs: trial.durationMs + second.durationMs };
}

async function tryOnce(
  request: TrialRequest,
  signal: AbortSignal,
  extensions: TrialExtensions,
): Promise<Trial> {
  const { fault: name, others, isDetailed, under, isShadow } = request;
  const beganMs = performance.now();
  const which = {
    ...(name === undefined ? {} : { fault: name }),
    ...(others === undefined ? {} : { others }),
    ...(under === undefined ? {} : { under }),
  };
  const durationMs = (): number => Math.round(performance.now() - beganMs);
  const foundAll = new AbortController();
  try {
    const names = name === undefined ? [] : [name, ...(others ?? [])];
    const planted = pickFaults(names, [...faults, ...extensions.faults]);
    const findings: TrialFinding[] = [];
    const ended = planted.some(isSearchedFor) ? searchEnd(planted, foundAll) : () => {};
    const options = trialOptions(planted, request, extensions);
    const reach = isShadow === true ? new FaultReach(planted, hiddenUnder(under)) : undefined;
    using scope = scopedSignal({ within: [signal, foundAll.signal] });
    const { verdicts: found, footer } = await checkReference({
      ...options,
      ...(under === undefined ? {} : optionsUnder(under, planted, options)),
      ...(reach === undefined ? {} : { faults: [reach.watcher] }),
      signal: scope.signal,
      emit: (line) => {
        ended(line);
        if (isDetailed === true && line.line === "case")
          findings.push(...line.findings.map(shortened));
      },
    });
    const { exchanges } = footer;
    return {
      ...which,
      verdicts: found.map(trialVerdictOf),
      durationMs: durationMs(),
      exchanges,
      ...(isDetailed === true ? { findings } : {}),
      ...(reach === undefined ? {} : { isReached: reach.take().length > 0 }),
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...which, verdicts: [], durationMs: durationMs(), exchanges: 0, problem };
  }
}

function hiddenUnder(under: readonly string[] = []): NonNullable<Freedom["hides"]> {
  return pickFreedoms(under, freedoms).flatMap(({ hides = [] }) => hides);
}

/**
 * Returns the options of a trial under freedoms: the usual time limits, except for cases, and only the checks of
 * requirements that the faults violate.
 */
function optionsUnder(
  under: readonly string[],
  planted: readonly Fault[],
  options: CheckReferenceOptions,
): CheckReferenceOptions {
  const named = new Set(planted.flatMap(({ breaks }) => breaks));
  const seeing = (options.checks ?? checks).filter(({ covers }) =>
    covers.some((requirement) => named.has(requirement)),
  );
  return {
    freedoms: pickFreedoms(under, freedoms),
    checks: seeing,
    narrowing: freedomNarrowing,
    limits: { ...limits, caseMs: trialLimits.caseMs },
    select: (target) => ({
      only: trialCases(planOn(target, seeing, noExtensions).cases, {
        planted: { breaks: [...named] },
      }),
      skip: [],
    }),
  };
}

/**
 * Whether a check can find one of the sought faults. A search runs only for the faults that it is meant to find,
 * because other findings would depend on chance.
 */
function canFind(covers: readonly RequirementId[], sought: readonly Fault[]): boolean {
  if (sought.length === 0) return true;
  return sought.some(({ breaks }) => breaks.some((requirement) => covers.includes(requirement)));
}

function isSearchedFor({ phase }: Fault): boolean {
  return phase === "property";
}

/** Aborts once every requirement that the faults violate has failed, because a search might continue indefinitely. */
function searchEnd(
  planted: readonly Fault[],
  foundAll: AbortController,
): NonNullable<CheckReferenceOptions["emit"]> {
  const sought = new Set(planted.flatMap(({ breaks }) => breaks));
  return (line) => {
    if (line.line !== "case") return;
    for (const { result, requirement } of line.findings) {
      if (result === "violated") sought.delete(requirement);
    }
    if (sought.size === 0) foundAll.abort();
  };
}

export function trialVerdictOf({
  requirement,
  level,
  verdict,
  reason,
}: TrialVerdict): TrialVerdict {
  return { requirement, level, verdict, ...(reason === undefined ? {} : { reason }) };
}

function shortened(finding: CaseFinding): TrialFinding {
  const { requirement, case: name, result } = finding;
  const { expected, actual } = finding.result === "violated" ? finding : {};
  return {
    requirement,
    case: name,
    result,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}

export function readTrialRequest(value: unknown): TrialRequest {
  if (!isJsonObject(value)) throw new Error("a worker received an invalid request");
  const { fault, others, reached, isDetailed, turn, under, isShadow } = value;
  return {
    ...(typeof fault === "string" ? { fault } : {}),
    ...(isTextList(others) ? { others } : {}),
    ...(isTextList(reached) ? { reached } : {}),
    ...(isDetailed === true ? { isDetailed } : {}),
    ...(typeof turn === "number" ? { turn } : {}),
    ...(isTextList(under) ? { under } : {}),
    ...(isShadow === true ? { isShadow } : {}),
  };
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

export function readTrial(value: unknown): Trial {
  if (!isJsonObject(value)) throw new Error("a worker sent an invalid trial");
  const { fault, others, freedoms: free, under, verdicts: found, findings } = value;
  const { durationMs, effects, exchanges, isReached, problem } = value;
  const isMeasured = typeof durationMs === "number" && typeof exchanges === "number";
  if (!Array.isArray(found) || !isMeasured) {
    throw new Error("a worker sent a trial without verdicts, duration or exchanges");
  }
  return {
    ...(typeof fault === "string" ? { fault } : {}),
    ...(isTextList(others) ? { others } : {}),
    ...(isTextList(free) ? { freedoms: free } : {}),
    ...(isTextList(effects) ? { effects } : {}),
    ...(isTextList(under) ? { under } : {}),
    ...(typeof isReached === "boolean" ? { isReached } : {}),
    verdicts: found.map(readVerdict),
    durationMs,
    exchanges,
    ...(Array.isArray(findings) ? { findings: findings.map(readFinding) } : {}),
    ...(typeof problem === "string" ? { problem } : {}),
  };
}

function readFinding(value: unknown): TrialFinding {
  const { requirement, case: name, result, expected, actual } = isJsonObject(value) ? value : {};
  if (typeof requirement !== "string" || !isRequirementId(requirement)) {
    throw new Error("a worker sent a finding for an unknown requirement");
  }
  const known = results.find((one) => one === result);
  if (typeof name !== "string" || known === undefined) {
    throw new Error(`a worker sent a finding for ${requirement} without case or result`);
  }
  return {
    requirement,
    case: name,
    result: known,
    ...(typeof expected === "string" ? { expected } : {}),
    ...(typeof actual === "string" ? { actual } : {}),
  };
}

const results = ["held", "violated", "undecided", "errored"] as const;

function readVerdict(value: unknown): TrialVerdict {
  const { requirement, level, verdict: text, reason } = isJsonObject(value) ? value : {};
  const verdict = verdicts.find((known) => known === text);
  if (typeof requirement !== "string" || !isRequirementId(requirement)) {
    throw new Error("a worker sent a verdict for an unknown requirement");
  }
  if (verdict === undefined || (level !== "MUST" && level !== "SHOULD" && level !== "MAY")) {
    throw new Error(`a worker sent an unknown verdict for ${requirement}`);
  }
  return { requirement, level, verdict, ...(typeof reason === "string" ? { reason } : {}) };
}
