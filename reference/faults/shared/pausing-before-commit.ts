import type { RequirementId } from "#contract";
import type { Rules } from "../../rules/rules.ts";

/** What is found broken where status writes pass their checks together; the most direct one first. */
export const brokenByPauses: readonly RequirementId[] = [
  "concurrency.one-winner",
  "concurrency.no-lost-increment",
  "watch.ordered",
  "allocation.decision-is-guarded",
];

/** A server that lets others have their turn between the checks of a status write and its storing. */
export function pausingBeforeCommit(
  rules: Rules,
  pause: () => Promise<void>,
): Rules["beforeCommit"] {
  return (request) => (request.verb === "updateStatus" ? pause() : rules.beforeCommit(request));
}
