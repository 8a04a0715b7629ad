import type { RequirementId } from "#contract";
import type { AnyCheck } from "#harness";
import { matcherOf, matches } from "./select.ts";
import type { Selection } from "./select.ts";

/**
 * Returns a predicate that tests whether a selection can lead to a verdict on a requirement, on any target: the
 * selection matches the requirement, one of its checks, or a possible case of such a check.
 */
export function mayBeJudged(
  { only, skip }: Selection,
  checks: readonly Pick<AnyCheck, "id" | "covers">[],
): (requirement: RequirementId) => boolean {
  const [isWanted, isSkipped] = [matcherOf(only), matcherOf(skip)];
  const wanted = checks.filter(
    ({ id }) => isWanted(id) || only.some((pattern) => matchesPrefix(pattern, `${id}#`)),
  );
  const shown = new Set(wanted.flatMap(({ covers }) => covers));
  return (requirement) =>
    !isSkipped(requirement) &&
    (only.length === 0 || isWanted(requirement) || shown.has(requirement));
}

function matchesPrefix(pattern: string, prefix: string): boolean {
  return Array.from({ length: pattern.length + 1 }, (_, end) => pattern.slice(0, end)).some(
    (part) => matches(part, prefix),
  );
}
