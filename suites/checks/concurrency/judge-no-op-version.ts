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

/** A write that changes nothing, and what the target declares that it does with the version. */
export interface NoOpWrite {
  readonly step: Step;
  readonly noOp: Semantics["noOp"];
}

/**
 * Whether writes that change nothing, sent one after the other, left the object as it was stored before, its
 * version included; or gave it another version each, where the target declares that. Each is compared with
 * what the last accepted one before it returned.
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
      ? `the object stays as it is, at version ${resourceVersion}`
      : `a version other than ${resourceVersion}, as the target declares`,
    actual: keeps
      ? describeDifferences("the object", before, of.write)
      : `version ${of.write.metadata.resourceVersion}`,
  }));
}

/**
 * A claim about the events of writes that change nothing, given how many there have to be: none where the
 * version is kept, and one for each that was accepted where it is taken. A write that was refused is no such
 * write and has no event in either case; where all of them were, nothing is decided.
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
