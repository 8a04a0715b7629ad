import type { EventMeaning } from "#targets/graphql";

type Names = Readonly<Record<string, EventMeaning>>;

const changes = ["ADDED", "MODIFIED", "DELETED"] as const;

/**
 * Assigns meanings to event type names that occurred in no event. If the names for create and delete events are known,
 * the remaining names must denote changes. A single remaining name has the single remaining meaning. Other names keep
 * the meaning that was guessed from their order.
 *
 * @param unseen The names without a usual meaning.
 */
export function withUnseenNames(
  names: Names,
  { guessed, unseen, isWhole }: { guessed: Names; unseen: readonly string[]; isWhole: boolean },
): Names {
  const known = new Set(Object.values(names));
  const left = unseen.filter((word) => !Object.hasOwn(names, word));
  const [only, ...others] = changes.filter((meaning) => !known.has(meaning));
  const sole = left.length === 1 && others.length === 0 ? only : undefined;
  const meanings = left.map((word): readonly [string, EventMeaning] => [
    word,
    isWhole ? "MODIFIED" : (sole ?? guessed[word] ?? "MODIFIED"),
  ]);
  return { ...Object.fromEntries(meanings), ...names };
}
