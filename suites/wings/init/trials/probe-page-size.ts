import { isJsonObject } from "#contract";
import type { ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import type { ArgumentTree, Dialect, ListOperation } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { textsOf } from "../requests/rejection-texts.ts";
import { kindNamed, send, withKind } from "../requests/trial-requests.ts";

/** Page sizes below common limits, in descending order. */
const usualSizes = [50, 25, 20, 10];

/**
 * Replaces each rejected page size in the dialect. The new size is the largest number in the error that the endpoint
 * accepts, or else a common size.
 */
export async function learnPageSizes(
  start: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  let dialect = start;
  for (const list of kindNamed(start, key.kind)?.operations.list ?? []) {
    const size = sizeIn(list.arguments);
    const refused = size === undefined ? undefined : await listedBy(dialect, { key, list, shared });
    if (size === undefined || refused === undefined || isList(refused)) continue;
    for (const smaller of sizesFor(refused, size)) {
      const resized = withSize(list, size, smaller);
      const listed = await listedBy(dialect, { key, list: resized, shared });
      if (listed === undefined || !isList(listed)) continue;
      const at = ["kinds", key.kind, "operations", "list", list.id];
      const reason = `it returned a list in pages of ${smaller}, and rejected pages of ${size}`;
      shared.notes.note(at, "high", reason);
      dialect = withList(dialect, key.kind, resized);
      break;
    }
  }
  return dialect;
}

interface Listed {
  readonly key: ObjectKey;
  readonly list: ListOperation;
  readonly shared: Shared;
}

async function listedBy(
  dialect: Dialect,
  { key: { kind, namespace }, list, shared }: Listed,
): Promise<Exchange | undefined> {
  const place = namespace === undefined ? {} : { namespace };
  return await onTrial(withList(dialect, kind, list), kind, {
    shared,
    work: (trial) =>
      send(trial, { verb: "list", identity: "author", kind, via: list.id, ...place }),
  });
}

function isList({ outcome }: Exchange): boolean {
  return outcome.result === "list";
}

function withList(dialect: Dialect, name: string, list: ListOperation): Dialect {
  const kind = kindNamed(dialect, name);
  if (kind === undefined) return dialect;
  const lists = kind.operations.list.map((one) => (one.id === list.id ? list : one));
  return withKind(dialect, { ...kind, operations: { ...kind.operations, list: lists } });
}

/** Returns the sizes to try: the numbers in the error, and common sizes. */
function sizesFor(refused: Exchange, size: number): readonly number[] {
  const numbers = textsOf(refused).flatMap((text) => [...text.matchAll(/\d+/gu)].map(Number));
  const sizes = [...numbers.toSorted((left, right) => right - left), ...usualSizes];
  return [...new Set(sizes)].filter((one) => one > 0 && one < size).slice(0, maxSizes);
}

const maxSizes = 6;

function sizeIn(tree: ArgumentTree): number | undefined {
  if (typeof tree === "number") return tree;
  if (!isJsonObject(tree)) return undefined;
  const sizes = Object.values(tree).flatMap((inner) => sizeIn(inner) ?? []);
  return sizes.length === 0 ? undefined : Math.max(...sizes);
}

function withSize(list: ListOperation, size: number, smaller: number): ListOperation {
  const replace = (tree: ArgumentTree): ArgumentTree => {
    if (tree === size) return smaller;
    if (!isJsonObject(tree)) return tree;
    return Object.fromEntries(
      Object.entries(tree).map(([name, inner]) => [name, replace(inner)] as const),
    );
  };
  const entries = Object.entries(list.arguments);
  return {
    ...list,
    arguments: Object.fromEntries(entries.map(([name, tree]) => [name, replace(tree)] as const)),
  };
}
