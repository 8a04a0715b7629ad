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
  showsText,
} from "#harness";
import type { Finding, Step } from "#harness";

/** A write of a status with unknown fields, in a mode that must not reject them. */
export interface LenientTrial {
  readonly via: string;
  /** The expected stored status: without the unknown fields, merged with the status after creation. */
  readonly submitted: JsonObject;
  readonly write: Step;
  /**
   * The same write as the attempt, without the unknown fields. Warnings that both responses contain are ignored. Absent
   * in records of earlier releases.
   */
  readonly plain?: Step;
  /**
   * The final object through each read operation, because a typed operation may hide fields that a generic one returns.
   */
  readonly reads: readonly Step[];
}

/** Results of the two modes that do not reject unknown fields, through the same mutations. */
export interface LenientModes {
  readonly warning: readonly LenientTrial[];
  readonly ignoring: readonly LenientTrial[];
  readonly unknown: readonly string[];
  /** Whether the format of warnings in a response is unknown. */
  readonly isWithoutWarnings?: true;
}

type ModeRequirement =
  | "write.warning-validation-tells-unknown-members"
  | "write.ignoring-validation-drops-unknown-members";

/** Requires that unknown fields are dropped in both modes, with warnings only in the warning mode. */
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

/** Replaces a pass with an inconclusive finding if warnings cannot be parsed. Violations still count. */
function unreadable(finding: Finding): Finding {
  if (finding.result !== "held") return finding;
  const reason =
    "the dialect does not map warnings in responses (`warnings`), so warnings cannot be read";
  const { evidence } = finding;
  return { result: "undecided", requirement: warningRule, reason, evidence, isBarred: true };
}

/**
 * Finds the mutations that accept unknown fields in some mode. GraphQL rejects unknown fields of typed inputs in every
 * mode.
 */
function openMutations(trials: readonly LenientTrial[]): ReadonlySet<string> {
  const open = trials.filter(({ write }) => isAccepted(write) || failureOf(write) !== undefined);
  return new Set(open.map(({ via }) => via));
}

function judgeMode(
  requirement: ModeRequirement,
  { submitted, write, plain, reads }: LenientTrial,
  warningTexts: readonly string[],
): Finding {
  const steps = [write, ...reads, ...(plain === undefined ? [] : [plain])];
  const evidence = steps.map((step) => step.exchange);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const { outcome } = write;
  // Reads of another version are no evidence about this write. Other requirements judge stale reads.
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
  const isWarned =
    warnings.length === warningTexts.length &&
    warningTexts.every((member) => warnings.some((warning) => warning.includes(member)));
  return claim(requirement, {
    holds: isAccepted(write) && wrong === undefined && isWarned,
    expected: `accepted without the unknown fields, ${describeWarnings(warningTexts)}`,
    actual: isAccepted(write)
      ? `${describeDifferences("the stored status", submitted, wrong === undefined ? submitted : wrong.stored)}, ${describeWarnings(warnings)}`
      : describeOutcome(outcome),
    evidence,
  });
}

/** Returns all warnings of a response, including unrelated ones, such as one about a deprecated version. */
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
  return claim(requirement, {
    holds: !steps.some((step) => unknown.some((member) => showsText(step, member))),
    expected: "fields that the kind does not define are rejected or dropped",
    actual: `they are stored after ${describeStep(write)}`,
    evidence,
  });
}

function versionIn(step: Step): string | undefined {
  return objectOf(step)?.metadata.resourceVersion;
}
