import { isJsonObject } from "#contract";
import type { ObjectKey } from "#contract";
import { hasPlaceholder, selectors } from "#targets/graphql";
import type { ArgumentTree, Dialect, KindDialect, ListOperation } from "#targets/graphql";
import { withoutArguments, withoutPlaceholders } from "../schema/argument-trees.ts";
import { labelsWord, selectorWord } from "../operations/argument-words.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  isAccepted,
  kindNamed,
  newKey,
  remove,
  send,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Removes filters that do not select objects by some of their labels. A filter that compares all labels, such as
 * equality of a JSON column, returns an object whose only label is selected, but not an object with further labels. A
 * string that is not a selector returns neither, or other objects as well.
 */
export async function learnSelectors(
  guessed: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const known = kindNamed(guessed, name);
  if (known === undefined) return guessed;
  const kind = withLists(known, known.operations.list.map(withoutFurtherTexts));
  const dialect = withKind(guessed, kind);
  const filtered = kind.operations.list.filter(isFiltered);
  if (filtered.length === 0) return dialect;
  const unusable = isLabelled(kind)
    ? await onTrial(dialect, name, { shared, work: (trial) => unusableFilters(trial, filtered) })
    : untested(filtered);
  if (unusable === undefined || unusable.size === 0) return dialect;
  const list = kind.operations.list.map((one) => {
    const reason = unusable.get(one);
    if (reason === undefined) return one;
    const at = ["kinds", name, "operations", "list", one.id];
    shared.notes.note(at, "medium", `its label filter ${reason}, so it is not used`);
    return { ...one, arguments: withoutPlaceholders(one.arguments, selectors) };
  });
  return withKind(dialect, withLists(kind, list));
}

function withLists(kind: KindDialect, list: readonly ListOperation[]): KindDialect {
  return { ...kind, operations: { ...kind.operations, list } };
}

function isFiltered({ arguments: tree }: ListOperation): boolean {
  return selectors.some((selector) => hasPlaceholder(tree, selector));
}

function isLabelled({ operations: { create }, paths }: KindDialect): boolean {
  const [first] = create;
  return (
    paths.labels !== undefined && first !== undefined && hasPlaceholder(first.arguments, "$labels")
  );
}

function untested(lists: readonly ListOperation[]): ReadonlyMap<ListOperation, string> {
  const guessed = lists.filter((list) => wordOfText(list.arguments) !== undefined);
  return new Map(guessed.map((list) => [list, "could not be tested"]));
}

/** Returns the reason for each list whose filter cannot be used. */
async function unusableFilters(
  trial: Trial,
  lists: readonly ListOperation[],
): Promise<ReadonlyMap<ListOperation, string>> {
  const label = trial.means.newName();
  const [bare, further, other] = [newKey(trial), newKey(trial), newKey(trial)] as const;
  const hasText = lists.some((list) => wordOfText(list.arguments) !== undefined);
  const reasons = new Map<ListOperation, string>();
  try {
    const isMade =
      (await createWith(trial, bare, { probe: label })) &&
      (await createWith(trial, further, { probe: label, other: label })) &&
      (!hasText || (await createWith(trial, other, { other: label })));
    if (!isMade) return untested(lists);
    for (const list of lists) {
      const names = await namesIn(trial, list, { key: bare, label });
      const word = wordOfText(list.arguments);
      if (names.includes(bare.name) && !names.includes(further.name)) {
        reasons.set(list, "returned no object with further labels");
      } else if (word !== undefined && !names.includes(bare.name)) {
        reasons.set(list, "returned no object with the label");
      } else if (word !== undefined && !labelsWord.test(word) && names.includes(other.name)) {
        reasons.set(list, "also returned an object without the label");
      }
    }
    return reasons;
  } finally {
    for (const key of [bare, further, ...(hasText ? [other] : [])]) await remove(trial, key);
  }
}

/** Returns the name of the argument that contains a selector as a string, unless the name requires a selector. */
function wordOfText(tree: ListOperation["arguments"]): string | undefined {
  for (const [name, value] of Object.entries(tree)) {
    if (value === "$selectorText" && !selectorWord.test(name)) return name;
    const inner = isJsonObject(value) ? wordOfText(value) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Removes strings that are only guessed to be selectors, if another argument selects by labels. */
function withoutFurtherTexts(list: ListOperation): ListOperation {
  const others = withoutArguments(list.arguments, isGuessedText);
  const isSelected = selectors.some((selector) => hasPlaceholder(others, selector));
  return isSelected ? { ...list, arguments: others } : list;
}

function isGuessedText(name: string, value: ArgumentTree): boolean {
  return value === "$selectorText" && !selectorWord.test(name) && !labelsWord.test(name);
}

async function createWith(
  trial: Trial,
  key: ObjectKey,
  labels: Readonly<Record<string, string>>,
): Promise<boolean> {
  const [spec = {}] = trial.kind.samples.specs;
  const command = { verb: "create", identity: "author", key, spec, labels } as const;
  return isAccepted(await send(trial, command));
}

async function namesIn(
  trial: Trial,
  { id }: ListOperation,
  { key, label }: { readonly key: ObjectKey; readonly label: string },
): Promise<readonly string[]> {
  const { outcome } = await send(trial, {
    verb: "list",
    identity: "author",
    kind: key.kind,
    via: id,
    selector: { probe: label },
    ...(key.namespace === undefined ? {} : { namespace: key.namespace }),
  });
  return outcome.result === "list" ? outcome.items.map(({ metadata }) => metadata.name) : [];
}
