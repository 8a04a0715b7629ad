import { counted, describeOutcome } from "#contract";
import type { JsonObject } from "#contract";
import {
  claim,
  describeDifferences,
  describeStep,
  errored,
  failureOf,
  isAccepted,
  isSame,
  isSent,
  objectOf,
  nothingToJudge,
} from "#harness";
import type { Finding, Step } from "#harness";

/** A status with unknown fields, written where they are not to be refused. */
export interface LenientTrial {
  readonly via: string;
  /** What is to be stored of the status: without the unknown fields, and with what its creation has left beside it. */
  readonly submitted: JsonObject;
  readonly write: Step;
  /** The same write without the unknown fields, afterwards: what it warns of is about something else. Absent: unknown. */
  readonly plain?: Step;
  /** The object afterwards, through each operation that reads it: a typed one may hide what a generic one shows. */
  readonly reads: readonly Step[];
}

/** What was seen of the two modes that refuse nothing, through the same mutations. */
export interface LenientModes {
  readonly warning: readonly LenientTrial[];
  readonly ignoring: readonly LenientTrial[];
  readonly unknown: readonly string[];
  /** It is unknown where a reply would carry a warning. */
  readonly isWithoutWarnings?: true;
}

type ModeRequirement =
  | "write.warning-validation-tells-unknown-members"
  | "write.ignoring-validation-drops-unknown-members";

/** Judges that unknown fields are dropped under both modes, with warnings under one of them alone. */
export function judgeLenient(modes: LenientModes): readonly Finding[] {
  const { warning, ignoring, unknown, isWithoutWarnings = false } = modes;
  const open = openMutations([...warning, ...ignoring]);
  const judged = (trials: readonly LenientTrial[]): readonly LenientTrial[] => {
    const sent = trials.filter(({ write }) => isSent(write));
    return open.size === 0 ? sent : sent.filter(({ via }) => open.has(via));
  };
  return [
    ...judged(warning).map((trial) =>
      isWithoutWarnings
        ? unreadable(judgeMode(warningRule, trial, []))
        : judgeMode(warningRule, trial, unknown),
    ),
    ...judged(ignoring).map((trial) =>
      judgeMode("write.ignoring-validation-drops-unknown-members", trial, []),
    ),
    ...[...warning, ...ignoring].map((trial) => judgeNotStored(trial, unknown)),
  ];
}

const warningRule = "write.warning-validation-tells-unknown-members";

/** Where warnings cannot be read, only what else is wrong can be seen. */
function unreadable(finding: Finding): Finding {
  if (finding.result !== "held") return finding;
  const reason = "the dialect does not map warnings in replies (`warnings`), so none can be read";
  const { evidence } = finding;
  return { result: "undecided", requirement: warningRule, reason, evidence, isBarred: true };
}

/**
 * The mutations through which unknown fields can travel at all. Typed inputs have no place for them:
 * GraphQL refuses such a request whatever it asks for. At least one mutation must let them through.
 */
function openMutations(trials: readonly LenientTrial[]): ReadonlySet<string> {
  const open = trials.filter(({ write }) => isAccepted(write) || failureOf(write) !== undefined);
  return new Set(open.map(({ via }) => via));
}

function judgeMode(
  requirement: ModeRequirement,
  { submitted, write, plain, reads }: LenientTrial,
  told: readonly string[],
): Finding {
  const steps = [write, ...reads, ...(plain === undefined ? [] : [plain])];
  const evidence = steps.map((step) => step.exchange);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const { outcome } = write;
  // A read of another version says nothing of this write; that it is late is told elsewhere.
  const unread = reads.find((read) => versionIn(read) !== versionIn(write));
  if (isAccepted(write) && unread !== undefined) {
    return nothingToJudge(requirement, unread, evidence);
  }
  const [wrong] = reads.flatMap((read) => {
    const stored = objectOf(read)?.status;
    return isSame(submitted, stored) ? [] : [{ stored }];
  });
  const usual = plain === undefined ? [] : warningsOf(plain);
  const warnings = warningsOf(write).filter((warning) => !usual.includes(warning));
  const isTold =
    warnings.length === told.length &&
    told.every((member) => warnings.some((warning) => warning.includes(member)));
  return claim(requirement, {
    holds: isAccepted(write) && wrong === undefined && isTold,
    expected: `accepted without the unknown fields, ${describeWarnings(told)}`,
    actual: isAccepted(write)
      ? `${describeDifferences("the stored status", submitted, wrong === undefined ? submitted : wrong.stored)}, ${describeWarnings(warnings)}`
      : describeOutcome(outcome),
    evidence,
  });
}

/** A server may warn of more: of a version that is deprecated, by policies of its own. */
function warningsOf({ outcome }: Step): readonly string[] {
  return (outcome.result === "object" ? outcome.warnings : undefined) ?? [];
}

function describeWarnings(warnings: readonly string[]): string {
  return warnings.length === 0
    ? "without a warning"
    : `with ${counted(warnings.length, "warning")}: ${warnings.join("; ")}`;
}

function judgeNotStored({ write, reads }: LenientTrial, unknown: readonly string[]): Finding {
  const requirement = "isolation.unknown-members-never-stored";
  const steps = [write, ...reads];
  const evidence = steps.map((step) => step.exchange);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const stored = JSON.stringify(steps.map((step) => objectOf(step) ?? null));
  return claim(requirement, {
    holds: !unknown.some((member) => stored.includes(member)),
    expected: "fields that the kind does not define are refused or dropped",
    actual: `they are stored after ${describeStep(write)}`,
    evidence,
  });
}

function versionIn(step: Step): string | undefined {
  return objectOf(step)?.metadata.resourceVersion;
}
