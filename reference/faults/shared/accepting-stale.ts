import type { RequirementId, Resource } from "#contract";
import type { WriteRequest } from "../../kinds/requests.ts";
import type { Rules } from "../../rules/rules.ts";

/** What may be found broken where some stale status writes are carried out; the most direct one first. */
export const brokenByStaleWrites: readonly RequirementId[] = [
  "concurrency.stale-status-write-conflicts",
  "concurrency.spec-and-status-share-the-version",
  "concurrency.foreign-version-refused",
  "concurrency.one-winner",
  "concurrency.no-lost-increment",
  "concurrency.old-incarnation-write-conflicts",
  "concurrency.stale-merge-patch-conflicts",
  "concurrency.stale-json-patch-conflicts",
  "concurrency.stale-apply-conflicts",
  "concurrency.conflict-tells-current-version",
  "allocation.decision-is-guarded",
  "errors.stable-code",
  "errors.stale-and-invalid-order",
  "write.dry-run-is-decided-like-the-write",
];

/** Whether a write is carried out although its version is stale. Asked of no others. */
type IsAccepted = (request: WriteRequest, stored: Resource | undefined) => boolean;

/** The precondition of a server that carries out a stale write wherever `isAccepted` says so. */
export function acceptingStale(rules: Rules, isAccepted: IsAccepted): Rules["precondition"] {
  return (request, stored) => {
    const refusal = rules.precondition(request, stored);
    const isMeantForIt = request.uid === undefined || request.uid === stored?.metadata.uid;
    const isStale = refusal?.code === "CONFLICT" && isMeantForIt;
    return isStale && isAccepted(request, stored) ? undefined : refusal;
  };
}

/** The precondition of a server that carries out a stale status write wherever `isAccepted` says so. */
export function acceptingStaleStatus(rules: Rules, isAccepted: IsAccepted): Rules["precondition"] {
  return acceptingStale(
    rules,
    (request, stored) => request.verb === "updateStatus" && isAccepted(request, stored),
  );
}
