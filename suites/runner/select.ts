/** What to run: patterns over requirement ids, check ids and case names. `*` stands for any text. */
export interface Selection {
  /** Run what one of these matches; everything where it is empty. */
  readonly only: readonly string[];
  /** Leave out what one of these matches. */
  readonly skip: readonly string[];
}

/** Tells whether a pattern matches a name as a whole, case and all. */
export function matches(pattern: string, name: string): boolean {
  const source = pattern
    .split("*")
    .map((text) => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(".*");
  return new RegExp(`^${source}$`, "s").test(name);
}

/** Tells whether a name is selected. */
export function isSelected(selection: Selection, name: string): boolean {
  const { only, skip } = selection;
  return (
    (only.length === 0 || only.some((pattern) => matches(pattern, name))) &&
    !skip.some((pattern) => matches(pattern, name))
  );
}

/** The patterns that match none of the names: mistakes of whoever wrote them. */
export function unmatched(selection: Selection, names: readonly string[]): readonly string[] {
  return [...selection.only, ...selection.skip].filter(
    (pattern) => !names.some((name) => matches(pattern, name)),
  );
}
