import type { Dialect, KindDialect } from "#targets/graphql";
import { memoized } from "#contract";

type Spelling = (kind: KindDialect) => string | undefined;

/** The ways to spell the name of a kind as a value, the most frequent first. */
const spellings: readonly Spelling[] = [
  ({ name }) => name,
  ({ name }) => name.toUpperCase(),
  (kind) => wordsOf(kind).toUpperCase(),
  ({ name }) => name.toLowerCase(),
  (kind) => wordsOf(kind).toLowerCase(),
  ({ name }) => `${name.toLowerCase()}s`,
  ({ name }) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  // A list often has the plural as its name.
  ({ operations }) => lastStep(operations.list[0]?.field),
  ({ operations }) => lastStep(operations.list[0]?.field)?.toUpperCase(),
  (kind) => wordsOf(kind).toLowerCase().replaceAll("_", "-"),
];

function wordsOf({ name }: KindDialect): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, "_");
}

function lastStep(path: string | undefined): string | undefined {
  return path?.split(".").at(-1);
}

/**
 * Returns the possible spellings of a kind. Its own is the first one, unless that is only its name and the other kinds
 * of the dialect have another spelling.
 */
export function spellingsOf(kind: KindDialect, { kinds }: Dialect): readonly string[] {
  const others = kinds.filter(({ name, literal }) => name !== kind.name && literal !== undefined);
  const fits = memoized(
    (spelling: Spelling): number =>
      others.filter((other) => spelling(other) === other.literal && other.literal !== other.name)
        .length,
  );
  const ordered = spellings.toSorted((left, right) => fits(right) - fits(left));
  const isTelling = ordered.slice(0, 1).some((spelling) => fits(spelling) > 0);
  const found = ordered.flatMap((spelling) => spelling(kind) ?? []);
  const own = kind.literal ?? kind.name;
  return [...new Set(isTelling && own === kind.name ? [...found, own] : [own, ...found])];
}
