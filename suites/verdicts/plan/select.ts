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
  const wild = patterns.filter((pattern) => pattern.includes("*")).map(expressionOf);
  return (name) => names.has(name) || wild.some((expression) => expression.test(name));
}

/** Tells whether a pattern matches a name as a whole, case and all. */
export function matches(pattern: string, name: string): boolean {
  return matcherOf([pattern])(name);
}

function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split("*")
    .map((text) => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(".*");
  return new RegExp(`^${source}$`, "s");
}

/** Tells whether a name is selected. */
export function isSelected(selection: Selection, name: string): boolean {
  const { only, skip } = selection;
  return (only.length === 0 || matcherOf(only)(name)) && !matcherOf(skip)(name);
}

/** The patterns that match none of the names: mistakes of whoever wrote them. */
export function unmatched(selection: Selection, names: readonly string[]): readonly string[] {
  return [...selection.only, ...selection.skip].filter(
    (pattern) => !names.some((name) => matches(pattern, name)),
  );
}
