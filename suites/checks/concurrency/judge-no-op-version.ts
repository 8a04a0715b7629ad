import type { Resource, Semantics } from "#contract";
import { describeDifferences, given, isSame } from "#harness";
import type { Finding, Step } from "#harness";

/**
 * Whether a write that changes nothing left the object as it was stored before, its version included; or
 * gave it another version, where the target declares that.
 */
export function judgeNoOpVersion(
  stored: Resource,
  write: Step,
  { noOp }: Pick<Semantics, "noOp">,
): Finding {
  const { resourceVersion } = stored.metadata;
  const keeps = noOp === "keepsVersion";
  return given("concurrency.no-op-keeps-version", { write }, (of) => ({
    holds: keeps ? isSame(stored, of.write) : of.write.metadata.resourceVersion !== resourceVersion,
    expected: keeps
      ? `the object stays as it is, at version ${resourceVersion}`
      : `a version other than ${resourceVersion}, as the target declares`,
    actual: describeDifferences("the object", stored, of.write),
  }));
}
