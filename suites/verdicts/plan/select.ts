import type { RequirementId } from "#contract";
import type { AnyCheck } from "#harness";

/** The selected checks, as patterns for requirement ids, check ids and case names. `*` matches any string. */
export interface Selection {
  /** Runs everything that matches one of these patterns. If empty, runs everything. */
  readonly only: readonly string[];
  /** Skips everything that matches one of these patterns. */
  readonly skip: readonly string[];
}

/** Returns a predicate that matches whole names and is case-sensitive. Compiles the patterns once. */
export function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !pattern.includes("*")));
  const wild = patterns.filter((pattern) => pattern.includes("*"));
  const parts = wild.map((pattern) => pattern.split("*"));
  return (name) => names.has(name) || parts.some((of) => fits(of, name));
}

export function matches(pattern: string, name: string): boolean {
  return matcherOf([pattern])(name);
}

/** Whether a name matches a wildcard pattern, given as the literals between its asterisks. Takes linear time. */
function fits(parts: readonly string[], name: string): boolean {
  const [first = ""] = parts;
  const last = parts.at(-1) ?? "";
  if (name.length < first.length + last.length) return false;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = name.indexOf(part, from);
    if (at < 0 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}

export function isSelected(selection: Selection, name: string): boolean {
  const { only, skip } = selection;
  return (only.length === 0 || matcherOf(only)(name)) && !matcherOf(skip)(name);
}

/** Returns the patterns that match no name. They are probably typos. */
export function unmatched(selection: Selection, names: readonly string[]): readonly string[] {
  return [...selection.only, ...selection.skip].filter(
    (pattern) => !names.some((name) => matches(pattern, name)),
  );
}

/** Returns the patterns that match no name of a requirement or check, and no case of a check on any target. */
export function neverMatching(
  { only, skip }: Selection,
  names: { readonly requirements: readonly string[]; readonly checks: readonly string[] },
): readonly string[] {
  const all = [...names.requirements, ...names.checks];
  return [...only, ...skip].filter(
    (pattern) =>
      !all.some((name) => matches(pattern, name)) &&
      !names.checks.some((id) => matchesPrefix(pattern, `${id}#`)),
  );
}

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
