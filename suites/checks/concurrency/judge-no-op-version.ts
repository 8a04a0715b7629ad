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

/**
 * Whether writes that change nothing, sent one after the other, left the object as it was stored before, its
 * version included; or gave it another version each, where the target declares that. Each is compared with
 * what the last accepted one before it returned.
 */
export function judgeNoOpVersions(
  stored: Resource,
  writes: readonly Step[],
  semantics: Pick<Semantics, "noOp">,
): readonly Finding[] {
  return writes.map((write, index) => {
    const before = writes.slice(0, index).flatMap((earlier) => objectOf(earlier) ?? []);
    return judgeNoOpVersion(before.at(-1) ?? stored, write, semantics);
  });
}

function judgeNoOpVersion(
  before: Resource,
  write: Step,
  { noOp }: Pick<Semantics, "noOp">,
): Finding {
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
  { writes, semantics }: NoOps,
  state: (wanted: number) => Finding,
): Finding {
  const evidence = writes.map(({ exchange }) => exchange);
  const broken = writes.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const accepted = writes.filter(isAccepted).length;
  if (accepted === 0) return undecided(requirement, "no write was accepted", evidence);
  return state(semantics.noOp === "keepsVersion" ? 0 : accepted);
}

/** Writes that change nothing, and what the target declares of them. */
export interface NoOps {
  readonly writes: readonly Step[];
  readonly semantics: Pick<Semantics, "noOp">;
}
