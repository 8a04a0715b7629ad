import { isJsonObject } from "#contract";
import type { ObjectKey } from "#contract";
import { hasPlaceholder } from "#targets/graphql";
import type { Dialect, KindDialect, ListOperation } from "#targets/graphql";
import { withoutPlaceholders } from "./argument-trees.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { isAccepted, kindNamed, newKey, remove, send, withKind } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/**
 * Removes filters that do not select objects by some of their labels. A filter that compares all labels, such as
 * equality of a JSON column, returns an object whose only label is selected, but not an object with further labels. A
 * string that is not a selector returns neither, or other objects as well.
 */
export async function learnSelectors(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const filtered = kind?.operations.list.filter(isFiltered) ?? [];
  if (kind === undefined || filtered.length === 0) return dialect;
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
  return withKind(dialect, { ...kind, operations: { ...kind.operations, list } });
}

const selectors = ["$selector", "$selectorPairs", "$selectorText"] as const;

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
  const keys = [newKey(trial), newKey(trial), newKey(trial)] as const;
  const [bare, further, other] = keys;
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
      } else if (word !== undefined && !isLabels.test(word) && names.includes(other.name)) {
        reasons.set(list, "also returned an object without the label");
      }
    }
    return reasons;
  } finally {
    for (const key of keys) await remove(trial, key);
  }
}

/** Names of a string that must select objects by their labels. Any other effect is a defect. */
const isSelector = /selector$/iu;
const isLabels = /^labels$/iu;

/** Returns the name of the argument that contains a selector as a string, unless the name requires a selector. */
function wordOfText(tree: ListOperation["arguments"]): string | undefined {
  for (const [name, value] of Object.entries(tree)) {
    if (value === "$selectorText") return isSelector.test(name) ? undefined : name;
    const inner = isJsonObject(value) ? wordOfText(value) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
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
