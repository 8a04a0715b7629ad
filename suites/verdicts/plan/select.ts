/** What to run: patterns over requirement ids, check ids and case names. `*` stands for any text. */
export interface Selection {
  /** Run what one of these matches; everything where it is empty. */
  readonly only: readonly string[];
  /** Leave out what one of these matches. */
  readonly skip: readonly string[];
}

/**
 * Gives the question whether one of the patterns matches a name as a whole, case and all. To be asked of
 * many names: the patterns are read once.
 */
export function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !pattern.includes("*")));
  const wild = patterns.filter((pattern) => pattern.includes("*"));
  const parts = wild.map((pattern) => pattern.split("*"));
  return (name) => names.has(name) || parts.some((of) => fits(of, name));
}

/** Whether a pattern matches a name as a whole, case and all. */
export function matches(pattern: string, name: string): boolean {
  return matcherOf([pattern])(name);
}

/** Whether the texts between the stars of a pattern stand in a name in their order; each is looked for once. */
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

/** Whether a name is selected. */
export function isSelected(selection: Selection, name: string): boolean {
  const { only, skip } = selection;
  return (only.length === 0 || matcherOf(only)(name)) && !matcherOf(skip)(name);
}

/** The patterns that match no name, probably typing mistakes. */
export function unmatched(selection: Selection, names: readonly string[]): readonly string[] {
  return [...selection.only, ...selection.skip].filter(
    (pattern) => !names.some((name) => matches(pattern, name)),
  );
}
