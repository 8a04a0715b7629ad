import type { ResourceVersion } from "#contract";

/** A list that was returned while an object was being written. */
export interface ListDuringWrites {
  readonly version: ResourceVersion;
  /** The version of the written object in the list. */
  readonly shown: ResourceVersion;
}

/**
 * Selects the lists from which a watch is most likely to miss or repeat a write. `versions` are those of the written
 * object, in order. Lists whose version contradicts the listed object come first, then lists without the newest state,
 * which a version that was read later would reveal.
 */
export function listsToWatch<List extends ListDuringWrites>(
  lists: readonly List[],
  { versions, most }: { readonly versions: readonly string[]; readonly most: number },
): readonly List[] {
  const ranked = lists.map((list) => ({ list, rank: rankOf(list, versions) }));
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ list }) => list)
    .slice(0, most);
}

function rankOf({ version, shown }: ListDuringWrites, versions: readonly string[]): number {
  const place = versions.lastIndexOf(shown);
  // Another client has written the listed state.
  if (place < 0) return 4;
  const next = versions[place + 1];
  const isBehind = orderOf(version, shown, versions) === "before";
  const isAhead = next !== undefined && orderOf(version, next, versions) === "sameOrAfter";
  if (isBehind || isAhead) return 0;
  if (version === shown) return 3;
  return next === undefined ? 2 : 1;
}

/**
 * Compares a version with a version of the written object. Decides only which lists are watched, so a wrong guess about
 * the format of versions has no effect on the verdict.
 */
function orderOf(
  version: string,
  written: string,
  versions: readonly string[],
): "before" | "sameOrAfter" | "unknown" {
  const at = versions.indexOf(version);
  if (at >= 0) return at < versions.indexOf(written) ? "before" : "sameOrAfter";
  if (!digits.test(version) || !digits.test(written)) return "unknown";
  return BigInt(version) < BigInt(written) ? "before" : "sameOrAfter";
}

const digits = /^\d{1,40}$/u;
