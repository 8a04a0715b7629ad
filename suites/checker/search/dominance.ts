import { keyOf, type Configuration } from "./search-state.ts";

/**
 * Above this number of configurations, only duplicates are dropped, because comparing all pairs would take too long.
 */
const mostCompared = 256;

/**
 * Drops dominated configurations. A configuration is dominated if another one is in the same state, has explained at
 * least the same operations, and has used no more optional writes.
 */
export function withoutDominated(
  ways: readonly Configuration[],
  optional: bigint,
): readonly Configuration[] {
  if (ways.length < 2) return ways;
  const unique = [...new Map(ways.map((way) => [keyOf(way), way])).values()];
  if (unique.length < 2 || unique.length > mostCompared) return unique;
  return unique.filter(
    (way) => !unique.some((other) => other !== way && dominates(other, way, optional)),
  );
}

function dominates(left: Configuration, right: Configuration, optional: bigint): boolean {
  if (left.node !== right.node || left.uid !== right.uid || left.rank !== right.rank) return false;
  if (left.unseenPuts > right.unseenPuts || left.unseenCreates > right.unseenCreates) return false;
  if ((right.satisfied & ~left.satisfied) !== 0n) return false;
  const isSameDuty = ((left.applied ^ right.applied) & ~optional) === 0n;
  return isSameDuty && (left.applied & ~right.applied) === 0n;
}
