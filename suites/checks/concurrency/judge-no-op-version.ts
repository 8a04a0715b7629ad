import { counted } from "#contract";
import type { RequirementId, Resource, Semantics } from "#contract";
import {
  claim,
  describeDifferences,
  describeEvents,
  errored,
  failureOf,
  given,
  isAccepted,
  isSame,
  objectOf,
  separateRepetitions,
  undecided,
} from "#harness";
import type { Finding, SeenEvent, Step } from "#harness";

export interface NoOpWrite {
  readonly step: Step;
  readonly noOp: Semantics["noOp"];
}

/**
 * Requires that writes without a change leave the object and its version unchanged, or that each gets a new version if
 * the target declares so. Compares each write with the result of the last accepted write before it.
 */
export function judgeNoOpVersions(
  stored: Resource,
  writes: readonly NoOpWrite[],
): readonly Finding[] {
  return writes.map((write, index) => {
    const before = writes.slice(0, index).flatMap(({ step }) => objectOf(step) ?? []);
    return judgeNoOpVersion(before.at(-1) ?? stored, write);
  });
}

function judgeNoOpVersion(before: Resource, { step: write, noOp }: NoOpWrite): Finding {
  const { resourceVersion } = before.metadata;
  const keeps = noOp === "keepsVersion";
  return given("concurrency.no-op-keeps-version", { write }, (of) => ({
    holds: keeps ? isSame(before, of.write) : of.write.metadata.resourceVersion !== resourceVersion,
    expected: keeps
      ? `the object stays unchanged, at version ${resourceVersion}`
      : `a version other than ${resourceVersion}, as the target declares`,
    actual: keeps
      ? describeDifferences("the object", before, of.write)
      : `version ${of.write.metadata.resourceVersion}`,
  }));
}

/**
 * Judges the events for writes without a change. `state` returns the finding for the required number of events: one for
 * each accepted write that gets a new version. Inconclusive if no write was accepted.
 */
export function givenNoOps(
  requirement: RequirementId,
  writes: readonly NoOpWrite[],
  state: (wanted: number) => Finding,
): Finding {
  const evidence = writes.map(({ step }) => step.exchange);
  const broken = writes.map(({ step }) => failureOf(step)).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const accepted = writes.filter(({ step }) => isAccepted(step));
  if (accepted.length === 0) return undecided(requirement, "no write was accepted", evidence);
  return state(accepted.filter(({ noOp }) => noOp === "takesVersion").length);
}

interface NoOpEvents {
  readonly requirement: RequirementId;
  readonly evidence: readonly number[];
  readonly writes: readonly NoOpWrite[];
  /** The number of events that the declared behavior requires. */
  readonly wanted: number;
  /** The events for the object since the first of the writes. */
  readonly during: readonly SeenEvent[];
  /** All events for the object. */
  readonly all: readonly SeenEvent[];
}

/**
 * Compares the number of events with the declared behavior. Undecided if only repetitions of earlier events contradict
 * it and may have another cause.
 */
export function judgeNoOpEvents(of: NoOpEvents): Finding {
  const { requirement, evidence, writes, wanted, during, all } = of;
  const silent = writes.filter(({ step, noOp }) => noOp !== "takesVersion" && isAccepted(step));
  const { fresh, doubt } = separateRepetitions({ all, during, requests: silent.length });
  if (fresh.length === wanted && doubt !== undefined)
    return undecided(requirement, doubt, evidence);
  return claim(requirement, {
    holds: during.length === wanted,
    expected: `${counted(wanted, "event")} for writes that change nothing`,
    actual: `${counted(during.length, "event")}: ${describeEvents(during)}`,
    evidence,
  });
}
