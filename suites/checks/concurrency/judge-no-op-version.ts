import type { RequirementId, Resource, Semantics } from "#contract";
import {
  describeDifferences,
  errored,
  failureOf,
  given,
  isAccepted,
  isSame,
  objectOf,
  undecided,
} from "#harness";
import type { Finding, Step } from "#harness";

export interface NoOpWrite {
  readonly step: Step;
  readonly noOp: Semantics["noOp"];
}

/**
 * Requires that writes without a change, sent one after the other, left the object unchanged including its version; or
 * gave it another version each, if the target declares that. Each is compared with the result of the last accepted one
 * before it.
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
 * A finding about the events of writes without a change, given their required number: none if the version is kept, and
 * one for each accepted write if it changes. Refused writes do not count; if all were refused, nothing is decided.
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
