import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, ObjectKey, ResourceVersion } from "#contract";
import {
  acceptedObject,
  defineCheck,
  describeDifferences,
  given,
  isAccepted,
  isPathOf,
  isSame,
  objectOf,
  readOf,
  sampleStatus,
  inStoredOrder,
  statusAfterWrites,
  statusWrite,
  undecided,
} from "#harness";
import type { CheckContext, Step, Unowned } from "#harness";

/** A written list, and its replacement with one item fewer. */
interface Replacement {
  /** Path of the list in the status. Empty if the two samples of the kind have no list in common. */
  readonly path: readonly string[];
  readonly submitted: readonly JsonValue[];
  /**
   * The submitted list and the items of the initial list that the write preserves. Absent in records of earlier
   * releases.
   */
  readonly expected?: readonly JsonValue[];
  readonly write: Step;
  readonly read: Step;
  /** A write that empties the same list. Absent if it was rejected, and in records of earlier releases. */
  readonly emptied?: {
    readonly expected: readonly JsonValue[];
    /** The initial items that no write contained: an apply may leave them. Absent in records of earlier releases. */
    readonly permitted?: readonly JsonValue[];
    readonly write: Step;
    readonly read: Step;
  };
}

type Judged = NonNullable<Replacement["emptied"]>;

interface Observations extends Replacement {
  /** Results for other lists of the status. Absent in records of earlier releases. */
  readonly others?: readonly Replacement[];
}

const requirement = "write.lists-are-replaced";

const maxLists = 3;

export const listsAreReplaced = defineCheck<Observations>({
  id: "write/lists-are-replaced",
  title: "A list in a status write replaces the entire stored list",
  covers: [requirement],
  scope: "status-write",
  needsList: true,

  async drive(context) {
    const { statuses } = context.kind.samples;
    const paths = listPaths(statuses[0], statuses[1]).slice(0, maxLists);
    const samples = [sampleStatus(context, 0), sampleStatus(context, 1)] as const;
    const [path, ...rest] = paths;
    if (path === undefined) {
      return (await replaceAddedList(context, samples)) ?? replaceList(context, [], samples);
    }
    const [first, ...others] = await Promise.all([
      replaceList(context, path, samples),
      ...rest.map((each) => replaceList(context, each, samples)),
    ]);
    return { ...first, others };
  },

  judge({ others = [], ...first }) {
    if (first.path.length === 0) {
      return [
        undecided(
          requirement,
          "the first two samples of the status have no list in common: add a list to both, or " +
            "declare semantics.lists: absent if the kind has no list",
          [],
        ),
      ];
    }
    return [first, ...others].flatMap(({ path, submitted, expected = submitted, ...steps }) => {
      const judged: readonly Judged[] = [{ expected, ...steps }, steps.emptied ?? []].flat();
      return judged.map(({ expected: wanted, permitted = wanted, write, read }) =>
        given(requirement, { write, read }, ({ read: is }) => ({
          holds: [wanted, permitted].some((list) => isSame(list, listAt(is.status ?? {}, path))),
          expected: `status.${path.join(".")} is ${JSON.stringify(wanted)}, as submitted`,
          actual: describeDifferences("the stored list", wanted, listAt(is.status ?? {}, path)),
        })),
      );
    });
  },
});

type Samples = readonly [first: JsonObject, second: JsonObject];

const addedList = "conformanceItems";

/**
 * Tests the replacement of a list that is added to samples without a list. Undefined if the target does not store
 * arbitrary fields.
 */
async function replaceAddedList(
  context: CheckContext,
  [first, second]: Samples,
): Promise<Replacement | undefined> {
  const [longer, shorter] = [["first", "second"], ["second"]];
  const listed = { ...first, [addedList]: longer };
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const written = await context.call(
    statusWrite(context, key, { resourceVersion, status: listed }),
  );
  if (!isAccepted(written)) return undefined;
  const stored = objectOf(await context.call(readOf(key)))?.status;
  if (!isSame(longer, listAt(stored ?? {}, [addedList]))) return undefined;
  return replaceList(context, [addedList], [listed, { ...second, [addedList]: shorter }]);
}

/**
 * Writes the list of a sample with an additional item, then without this item. A server that merges lists would
 * preserve the item.
 */
async function replaceList(
  context: CheckContext,
  path: readonly string[],
  [first, second]: Samples,
): Promise<Replacement> {
  const { key, object } = await context.fixture();
  const submitted = listAt(second, path);
  const write = (resourceVersion: ResourceVersion, status: JsonObject): Promise<Step> =>
    context.call(statusWrite(context, key, { resourceVersion, status }));

  const written: JsonObject[] = [];
  let stored: Step | undefined;
  const keys = keysOf(context, path);
  const lists = path.length === 0 ? [] : longerLists(listAt(first, path), submitted, keys);
  for (const longer of lists) {
    const longerStatus = withList(second, path, longer);
    stored = await write(object.metadata.resourceVersion, longerStatus);
    if (!isAccepted(stored)) continue;
    written.push(longerStatus);
    break;
  }
  // Some schemas do not accept more items, or items that are not in the samples.
  if (stored === undefined || objectOf(stored) === undefined) {
    stored = await write(object.metadata.resourceVersion, first);
    written.push(first);
  }
  const { resourceVersion } = acceptedObject(stored, "a status write failed").metadata;
  const replaced = await write(resourceVersion, second);
  // If the mutation is an apply, items of other managers are preserved.
  const left = (
    statuses: readonly JsonObject[],
    shown: Step,
    unowned: Unowned = "removed",
  ): readonly JsonValue[] => {
    const expected = statusAfterWrites({ ...context, unowned }, object, statuses);
    return listAt(inStoredOrder(expected, objectOf(shown)?.status, context.kind), path);
  };
  const read = await context.call(readOf(key));
  const expected = left([...written, second], read);
  const shown = { path, submitted, expected, write: replaced, read };
  const empty = withList(second, path, []);
  const emptied = await emptyList(context, read, { key, path, status: empty });
  if (emptied === undefined) return shown;
  const all = [...written, second, empty];
  const expectedThen = left(all, emptied.read);
  const permitted = left(all, emptied.read, "kept");
  return { ...shown, emptied: { expected: expectedThen, permitted, ...emptied } };
}

/** Writes a status with an empty list. Undefined if it is rejected, as by schemas that require an item. */
async function emptyList(
  context: CheckContext,
  before: Step,
  {
    key,
    path,
    status,
  }: {
    readonly key: ObjectKey;
    readonly path: readonly string[];
    readonly status: JsonObject;
  },
): Promise<Pick<Replacement, "read" | "write"> | undefined> {
  const resourceVersion = objectOf(before)?.metadata.resourceVersion;
  if (resourceVersion === undefined || path.length === 0) return undefined;
  const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
  if (!isAccepted(write)) return undefined;
  return { write, read: await context.call(readOf(key)) };
}

/** Returns the keys of the items of a list. Without a schema, items are identified by their type. */
function keysOf({ kind }: CheckContext, path: readonly string[]): readonly string[] {
  const known = kind.keyedLists?.find((list) => isPathOf(list.path, path));
  return known?.keys ?? ["type"];
}

/** Returns lists with one more item than the second list. The lists that are most likely valid come first. */
export function longerLists(
  first: readonly JsonValue[],
  second: readonly JsonValue[],
  keys: readonly string[],
): readonly (readonly JsonValue[])[] {
  const known = new Set(second.map((item) => identityOf(item, keys)));
  const other = first.find((item) => !known.has(identityOf(item, keys)));
  const [own] = second;
  return [
    ...(other === undefined ? [] : [[other, ...second]]),
    ...(own === undefined ? [] : othersOf(own, keys).map((item) => [item, ...second])),
  ];
}

/** Copies a list item and gives it another key. Empty for items without keys. */
function othersOf(item: JsonValue, keys: readonly string[]): readonly JsonValue[] {
  if (!isJsonObject(item)) return [];
  return keys.flatMap((key) => {
    const value = item[key];
    if (typeof value === "number") return [{ ...item, [key]: value + 1 }];
    if (typeof value !== "string") return [];
    return [`${value}Before`, `${value}-before`].map((text) => ({ ...item, [key]: text }));
  });
}

/** The identity of a list item: the values of its keys, or the whole item if it has none of them. */
function identityOf(item: JsonValue, keys: readonly string[]): string {
  const isKeyed = isJsonObject(item) && keys.some((key) => key in item);
  return JSON.stringify(isKeyed ? keys.map((key) => item[key] ?? null) : item);
}

export function withList(
  status: JsonObject,
  [name, ...rest]: readonly string[],
  list: readonly JsonValue[],
): JsonObject {
  if (name === undefined) return status;
  const inner = status[name];
  const value = rest.length > 0 && isJsonObject(inner) ? withList(inner, rest, list) : list;
  return { ...status, [name]: value };
}

/** The paths of lists that both samples have, because a list that the second sample omits is not written. */
export function listPaths(
  first: JsonValue | undefined,
  second: JsonValue | undefined,
): readonly (readonly string[])[] {
  if (!isJsonObject(first) || !isJsonObject(second)) return [];
  return Object.entries(first).flatMap(([name, member]): readonly (readonly string[])[] => {
    const other = second[name];
    if (isJsonList(member) && isJsonList(other)) return [[name]];
    return listPaths(member, other).map((inside) => [name, ...inside]);
  });
}

export function listAt(status: JsonObject, path: readonly string[]): readonly JsonValue[] {
  let value: JsonValue | undefined = status;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return isJsonList(value) ? value : [];
}
