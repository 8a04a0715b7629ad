import { checkHistory } from "#checker";
import type { Anomaly, AnomalyType, HistoryVerdict, VersionOrder } from "#checker";
import type { RequirementId, Semantics } from "#contract";
import { combinedStates, deliversStates } from "../judging/combined-states.ts";
import { claim, undecided } from "../judging/finding.ts";
import { exercised } from "../judging/given.ts";
import type { Carriers } from "./carriers.ts";
import { requirementOfDoubleDeletions, sparedSuccessors } from "./double-deletions.ts";
import { faultOf } from "./exposure.ts";
import type { Exposure } from "./exposure.ts";
import type { Finding } from "../judging/finding.ts";
import { withProvenConflict } from "./proven-conflicts.ts";
import { readRecorded } from "./recorded-line.ts";
import type { RecordedLine } from "./recorded-line.ts";
import {
  anomaliesIn,
  collectionOrder,
  isWatchAnomaly,
  requirementOf,
  requirementsIn,
  successorDeletion,
} from "./requirement-of.ts";

import type { WorkloadPlan } from "./workload-plan.ts";

/** Plain data, so that a workload can be judged again. */
export interface WorkloadObservations {
  readonly carriers?: Carriers;
  readonly versions: VersionOrder;
  /** Number of rounds: one, or as many as the time permitted. */
  readonly rounds: number;
  readonly operations: number;
  readonly events: number;
  /**
   * Number of operations and events in all rounds that could have shown each fault. Absent in records of older
   * releases.
   */
  readonly exposed?: Exposure;
  /** The watches that did not deliver their sentinel event, with reasons. Only the first few are listed. */
  readonly unreached: readonly string[];
  /** The exchange that created each object of the stored rounds, by the object's name in the history. */
  readonly created: Readonly<Record<string, number>>;
  /** The exchanges of operations in findings, per history and by line number. Absent in records of older releases. */
  readonly exchanges?: readonly Readonly<Record<string, number>>[];
  /** The history of a single round, or only the illegal and undecided histories if there are several rounds. */
  readonly histories: readonly (readonly RecordedLine[])[];
}

const maxNamed = 5;

/**
 * Judges a workload. Each anomaly violates its requirement, an undecided object leaves its requirements undecided, and
 * a watch that did not deliver its sentinel event leaves the watch requirements undecided. Messages refer to lines of
 * the history. The evidence is the exchange that created the object, and the exchanges of these lines.
 */
export function judgeWorkload(
  plan: Pick<WorkloadPlan, "changes" | "watchers">,
  observed: WorkloadObservations,
  semantics: Pick<Semantics, "delivery"> = {},
): readonly Finding[] {
  const { carriers } = observed;
  if (carriers?.counter === false) return requirementsIn(plan).map(withoutCarrier(carriers));
  const { verdicts, broken: found } = judgeHistories(observed.histories);
  const broken = deliversStates(semantics) ? withoutCombined(found) : found;
  const requirements = new Set([...requirementsIn(plan), ...broken.keys()]);
  const findings = [...requirements].map((requirement) => {
    const own = broken.get(requirement);
    const combined = own === undefined ? found.get(requirement)?.[0] : undefined;
    if (combined !== undefined) {
      const [what = ""] = describe(combined.anomaly);
      return combinedStates(requirement, what, evidenceOf(combined, observed));
    }
    return own === undefined
      ? findingWithout(requirement, { plan, observed, verdicts })
      : violationOf(requirement, own, observed);
  });
  // Similar faults have similar symptoms, so the absence of a fault is certain only if nothing is violated or
  // undecided.
  const isClear = findings.every(({ result }) => result === "held");
  return isClear ? findings.map((finding) => withExposure(finding, observed.exposed)) : findings;
}

/**
 * Drops the anomalies of a live query that combined several writes in one result: it skips changes, reports a changed
 * object as new, and orders the objects of a result arbitrarily.
 */
function withoutCombined(broken: JudgedHistories["broken"]): JudgedHistories["broken"] {
  const left = [...broken].flatMap(([requirement, all]) => {
    const own = all.filter(({ anomaly }) => !ofCombined.has(anomaly.type));
    return own.length === 0 || requirement === collectionOrder ? [] : [[requirement, own] as const];
  });
  return new Map(left);
}

const ofCombined: ReadonlySet<AnomalyType> = new Set(["missing-event", "wrong-event-type"]);

function withExposure(finding: Finding, exposed: Exposure | undefined): Finding {
  const fault = faultOf(finding.requirement);
  if (finding.result !== "held" || finding.instances === 0) return finding;
  if (fault === undefined || exposed === undefined || exposed[fault] === 0) return finding;
  return { ...finding, exposed: exposed[fault] };
}

function withoutCarrier({ evidence }: Carriers): (requirement: RequirementId) => Finding {
  const reason = `the server does not store the counter that marks each status of a history (exchange ${evidence.at(-1) ?? 0})`;
  return (requirement) => {
    const premise = "carrier-stored";
    return { result: "undecided", requirement, reason, evidence, premise };
  };
}

export interface JudgedHistories {
  readonly verdicts: readonly HistoryVerdict[];
  readonly broken: ReadonlyMap<RequirementId, readonly Found[]>;
}

export function judgeHistories(histories: WorkloadObservations["histories"]): JudgedHistories {
  const verdicts = histories.map((lines) => checkHistory(readRecorded(lines)));
  const found = verdicts.flatMap((verdict, history): readonly Found[] => {
    const lines = histories[history] ?? [];
    const anomalies = withoutConsequences(verdict, lines).map((one) =>
      withProvenConflict(one, lines),
    );
    const ofDeletions = requirementOfDoubleDeletions(anomalies, lines);
    return anomalies.map((anomaly) => {
      const isDeletion = anomaly.type === "double-delete";
      const requirement = isDeletion ? ofDeletions : requirementIn(anomaly, lines);
      return { anomaly, history, requirement };
    });
  });
  return { verdicts, broken: byRequirement(found) };
}

/**
 * Drops anomalies of watches on objects with a violated or undecided order of writes, because it is unknown what these
 * watches should have shown.
 */
function withoutConsequences(
  { anomalies, open }: HistoryVerdict,
  lines: readonly RecordedLine[],
): readonly Anomaly[] {
  const unsure = new Set([
    ...anomalies.flatMap((anomaly) => (anomaly.kind === "object" ? [anomaly.object] : [])),
    ...open.map(({ object }) => object),
  ]);
  return anomalies.filter((anomaly) => {
    if (anomaly.kind === "object") return true;
    const about = anomaly.operations.map((line) => objectOf(lines[line - 1]));
    return !about.some((object) => object !== undefined && unsure.has(object));
  });
}

function objectOf(line: RecordedLine | undefined): string | undefined {
  return line !== undefined && "object" in line ? line.object : undefined;
}

interface Judged {
  readonly plan: Pick<WorkloadPlan, "changes" | "watchers">;
  readonly observed: WorkloadObservations;
  readonly verdicts: readonly HistoryVerdict[];
}

export interface Found {
  readonly anomaly: Anomaly;
  readonly history: number;
  readonly requirement: RequirementId;
}

/** For swapped events, the requirement depends on whether the events concern the same object. */
function requirementIn(anomaly: Anomaly, lines: readonly RecordedLine[]): RequirementId {
  const requirement = requirementOf(anomaly.type);
  if (anomaly.kind === "object" || anomaly.type !== "event-out-of-order") return requirement;
  const at = (anomaly.operations[0] ?? 0) - 1;
  const late = lines[at];
  const isLaterOfSame = (line: RecordedLine): boolean =>
    "watch" in line &&
    line.watch === anomaly.watch &&
    objectOf(line) === objectOf(late) &&
    late !== undefined &&
    "version" in late &&
    Number(line.version) > Number(late.version);
  const isOfOne = lines.slice(0, Math.max(0, at)).some(isLaterOfSame);
  return isOfOne || !isComparable(lines) ? requirement : collectionOrder;
}

function isComparable([header]: readonly RecordedLine[]): boolean {
  return header !== undefined && "versions" in header && header.versions === "comparable";
}

function byRequirement(found: readonly Found[]): ReadonlyMap<RequirementId, readonly Found[]> {
  const broken = new Map<RequirementId, Found[]>();
  for (const one of found) {
    const known = broken.get(one.requirement);
    if (known === undefined) broken.set(one.requirement, [one]);
    else known.push(one);
  }
  return broken;
}

function violationOf(
  requirement: RequirementId,
  found: readonly Found[],
  observed: WorkloadObservations,
): Finding {
  const [first] = found;
  const others = found.slice(1).map(({ anomaly }) => anomaly);
  return {
    result: "violated",
    requirement,
    expected: `the recorded history of ${observed.operations} operations is linearizable, and every watch shows the same order`,
    actual: [...(first === undefined ? [] : describe(first.anomaly)), ...mention(others)].join(
      "; ",
    ),
    evidence: first === undefined ? [] : evidenceOf(first, observed),
    ...(first === undefined
      ? {}
      : { lines: { history: first.history, of: observed.histories.length } }),
  };
}

function evidenceOf(
  { anomaly, history }: Found,
  { created, exchanges = [] }: WorkloadObservations,
): readonly number[] {
  const kept = exchanges[history] ?? {};
  const evidence = new Set([
    ...(anomaly.kind === "object" ? creationOf(anomaly.object, created) : []),
    ...anomaly.operations.flatMap((line) => kept[line] ?? []),
  ]);
  return [...evidence].toSorted((left, right) => left - right);
}

function describe(anomaly: Anomaly): readonly string[] {
  if (anomaly.kind === "watch") {
    return [`${anomaly.type} on watch ${anomaly.watch}: ${anomaly.message}`];
  }
  const others = anomaly.alternatives.map(({ type, line }) => `${type} at line ${line}`).join(", ");
  return [
    `${anomaly.type} on ${anomaly.object}: ${anomaly.message}`,
    ...(others === "" ? [] : [`or ${others}`]),
  ];
}

function mention(others: readonly Anomaly[]): readonly string[] {
  if (others.length === 0) return [];
  const named = others
    .slice(0, maxNamed)
    .map(({ type, operations: lines }) => `${type} (lines ${lines.join(", ")})`);
  const unnamed = others.length - named.length;
  return [`also ${[...named, ...(unnamed > 0 ? [`${unnamed} more`] : [])].join(", ")}`];
}

function creationOf(object: string, created: WorkloadObservations["created"]): readonly number[] {
  const exchange = Object.hasOwn(created, object) ? created[object] : undefined;
  return exchange === undefined ? [] : [exchange];
}

function findingWithout(requirement: RequirementId, { plan, observed, verdicts }: Judged): Finding {
  const { operations, events, unreached, created } = observed;
  const types = anomaliesIn(plan).filter((type) => requirementOf(type) === requirement);
  const isOfWatches = requirement === collectionOrder || types.every(isWatchAnomaly);
  const [open] = verdicts.flatMap((verdict) => verdict.open);
  if (!isOfWatches && open !== undefined) {
    const reason = `${open.object} could not be checked: ${open.reason}`;
    return undecided(requirement, reason, creationOf(open.object, created));
  }
  const [stuck] = unreached;
  if (isOfWatches && stuck !== undefined) {
    return undecided(requirement, `a watch did not deliver its sentinel event: ${stuck}`, []);
  }
  if (requirement === successorDeletion) return ofSparedSuccessors(observed.histories);
  // With opaque versions, the order between objects was not checked.
  const isOrdered = observed.versions === "comparable" && observed.histories.every(isComparable);
  const isUnsaid = requirement === collectionOrder && !isOrdered;
  const seen = isOfWatches ? events : operations;
  const instances = isUnsaid ? 0 : seen;
  const { carriers } = observed;
  const noted = carriers?.annotation === false ? { note: noAuthors(carriers) } : {};
  const held = { holds: true, expected: "", actual: "", evidence: [], instances, ...noted };
  return claim(requirement, held);
}

function ofSparedSuccessors(histories: WorkloadObservations["histories"]): Finding {
  const spared = histories.map(sparedSuccessors).reduce((left, right) => left + right, 0);
  const otherwise = "no rejected deletion in the kept histories specified the uid of a predecessor";
  return claim(successorDeletion, {
    holds: true,
    expected: "",
    actual: "",
    evidence: [],
    ...exercised(spared, otherwise),
  });
}

function noAuthors({ evidence }: Carriers): string {
  return `the history lacks the authors' writes: the server does not store the annotation that marks them (exchange ${evidence.at(-1) ?? 0})`;
}
