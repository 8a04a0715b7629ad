import type { ObjectKey } from "#contract";
import { hasPlaceholder } from "#targets/graphql";
import type { Dialect, KindDialect, ListOperation } from "#targets/graphql";
import { withoutPlaceholders } from "./argument-trees.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { isAccepted, kindNamed, newKey, remove, send, withKind } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/**
 * Removes filters that compare all labels of an object, such as equality of a JSON column. They return an object whose
 * only label is selected, but not an object with further labels.
 */
export async function learnSelectors(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const filtered = kind?.operations.list.filter(isFiltered) ?? [];
  if (kind === undefined || filtered.length === 0 || !isLabelled(kind)) return dialect;
  const exact = await onTrial(dialect, name, {
    shared,
    work: (trial) => exactFilters(trial, filtered),
  });
  if (exact === undefined || exact.length === 0) return dialect;
  const list = kind.operations.list.map((one) => {
    if (!exact.includes(one)) return one;
    const at = ["kinds", name, "operations", "list", one.id];
    const reason = "its label filter returned no object with further labels, so it is not used";
    shared.notes.note(at, "medium", reason);
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

async function exactFilters(
  trial: Trial,
  lists: readonly ListOperation[],
): Promise<readonly ListOperation[]> {
  const label = trial.means.newName();
  const keys = [newKey(trial), newKey(trial)] as const;
  try {
    const [bare, further] = keys;
    const isMade =
      (await createWith(trial, bare, { probe: label })) &&
      (await createWith(trial, further, { probe: label, other: label }));
    if (!isMade) return [];
    const found: ListOperation[] = [];
    for (const list of lists) {
      const names = await namesIn(trial, list, { key: bare, label });
      if (names.includes(bare.name) && !names.includes(further.name)) found.push(list);
    }
    return found;
  } finally {
    for (const key of keys) await remove(trial, key);
  }
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
