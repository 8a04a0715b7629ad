import { getNamedType } from "graphql";
import type { GraphQLInputType, GraphQLOutputType, GraphQLSchema } from "graphql";
import { isJsonObject, isTime } from "#contract";
import type { JsonValue, ObjectKey, Resource } from "#contract";
import type { Exchange } from "#targets";
import { fieldOf, prepareDialect, readTypeOf } from "#targets/graphql";
import type { ArgumentTree, Dialect, KindDialect, ObjectOperation } from "#targets/graphql";
import { below } from "../schema/error-fields.ts";
import { placesIn } from "../schema/field-candidates.ts";
import { markedBetween } from "./learn-tombstones.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { inputFields, outputFields } from "../schema/root-fields.ts";
import type { Input } from "../schema/root-fields.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  send,
  withKind,
} from "../requests/trial-requests.ts";
import { isGone } from "../requests/await-removal.ts";
import type { Trial } from "../requests/trial-requests.ts";

/** Maximum number of fields to try. */
const mostFields = 3;

/**
 * Finds finalizers without the standard name: a list of strings next to the name of an object or at the top level.
 * While it has an item, a deleted object remains and gets a deletion timestamp; once it is empty, the object is
 * removed.
 */
export async function learnFinalizers(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const { schema } = shared.means;
  if (kind === undefined || kind.paths.finalizers !== undefined) return dialect;
  if (kind.operations.delete.length === 0) return dialect;
  for (const tried of candidatesFor(schema, kind).slice(0, mostFields)) {
    const whole = withKind(dialect, tried);
    if (prepareDialect(schema, whole).problems.length > 0) continue;
    const time = await onTrial(whole, name, { shared, work: deletionTimeOf });
    if (time === undefined) continue;
    const at = ["kinds", name, "paths"];
    const reason =
      "a deleted object remained until this list was empty, and got a time in deletionTimestamp";
    shared.notes.note([...at, "finalizers"], "high", reason);
    return withKind(dialect, { ...tried, paths: { ...tried.paths, deletionTimestamp: time } });
  }
  return dialect;
}

/**
 * Returns the kind once for each list of strings that updates take and that has no other meaning, with this list as its
 * finalizers.
 */
function candidatesFor(schema: GraphQLSchema, kind: KindDialect): readonly KindDialect[] {
  const type = readTypeOf(schema, kind);
  if (type === undefined) return [];
  const used = new Set(Object.values(kind.paths).flatMap(placesIn));
  const holders = new Set([kind.paths.name.split(".").slice(0, -1).join("."), ""]);
  return [...holders].flatMap((holder) =>
    Object.entries(membersAt(type, holder))
      .filter(([name, inner]) => isTextList(inner) && !used.has(below(holder, name)))
      .flatMap(([name]) => {
        const sent = <Operation extends ObjectOperation>(
          verb: "create" | "update",
          operation: Operation,
        ): Operation => {
          const inputs = fieldOf(schema, verb, operation)?.args ?? [];
          return { ...operation, arguments: withFinalizers(operation.arguments, inputs, name) };
        };
        const update = kind.operations.update.map((one) => sent("update", one));
        if (
          update.every((one, index) => one.arguments === kind.operations.update[index]?.arguments)
        )
          return [];
        const made = kind.operations.create.map((one) => sent("create", one));
        const operations = { ...kind.operations, create: made, update };
        const paths = { ...kind.paths, finalizers: below(holder, name) };
        return [{ ...kind, paths, operations }];
      }),
  );
}

function membersAt(
  type: GraphQLOutputType,
  path: string,
): Readonly<Record<string, GraphQLOutputType>> {
  const steps = path === "" ? [] : path.split(".");
  return steps.reduce<Readonly<Record<string, GraphQLOutputType>>>(
    (members, step) => {
      const inner = members[step];
      return inner === undefined ? {} : outputFields(getNamedType(inner));
    },
    outputFields(getNamedType(type)),
  );
}

function isTextList(type: GraphQLInputType | GraphQLOutputType): boolean {
  const isList = String(type).replace(/!$/u, "").startsWith("[");
  return isList && ["ID", "String"].includes(getNamedType(type).name);
}

type Tree = Readonly<Record<string, ArgumentTree>>;

/** Adds the placeholder where the arguments take such a list. Returns the same tree if they do not. */
function withFinalizers(tree: Tree, inputs: readonly Input[], name: string): Tree {
  const own = inputs.find((input) => input.name === name && isTextList(input.type));
  if (own !== undefined) return name in tree ? tree : { ...tree, [name]: "$finalizers" };
  for (const input of inputs) {
    const inner = tree[input.name];
    if (!isJsonObject(inner)) continue;
    const changed = withFinalizers(inner, inputFields(input), name);
    if (changed !== inner) return { ...tree, [input.name]: changed };
  }
  return tree;
}

const finalizer = "conformance.example/hold";

/**
 * Deletes an object with an item in the list, and then removes the item. Resolves with the path of the deletion
 * timestamp if the list delayed the deletion.
 */
async function deletionTimeOf(trial: Trial): Promise<string | undefined> {
  const [spec = {}] = trial.kind.samples.specs;
  if (!(await isRemovedAtOnce(trial))) return undefined;
  const key = newKey(trial);
  if (!isAccepted(await create(trial, key, spec))) return undefined;
  try {
    const held = await setFinalizers(trial, key, [finalizer]);
    if (held?.metadata.finalizers?.includes(finalizer) !== true) return undefined;
    const before = await read(trial, key);
    const removed = await remove(trial, key);
    if (removed === undefined || !isAccepted(removed)) return undefined;
    const after = await read(trial, key);
    if (await isGone(trial, key)) return undefined;
    const time = timeIn(trial.kind, before, after);
    await setFinalizers(trial, key, []);
    return (await isGone(trial, key)) ? time : undefined;
  } finally {
    if (objectIn(await read(trial, key)) !== undefined) {
      await setFinalizers(trial, key, []);
      await remove(trial, key);
    }
  }
}

/** Whether an object with an empty list is removed at once. Otherwise, the list is not what delays a deletion. */
async function isRemovedAtOnce(trial: Trial): Promise<boolean> {
  const [spec = {}] = trial.kind.samples.specs;
  const key = newKey(trial);
  if (!isAccepted(await create(trial, key, spec))) return false;
  await remove(trial, key);
  return isGone(trial, key);
}

async function setFinalizers(
  trial: Trial,
  key: ObjectKey,
  finalizers: readonly string[],
): Promise<Resource | undefined> {
  const [operation] = trial.kind.operations.update;
  const stored = objectIn(await read(trial, key));
  if (operation === undefined || stored === undefined) return undefined;
  const { resourceVersion } = stored.metadata;
  const [spec = {}] = trial.kind.samples.specs;
  const command = { verb: "update", identity: "author", via: operation.id, key } as const;
  const written = await send(trial, { ...command, resourceVersion, spec, finalizers });
  return isAccepted(written) ? objectIn(await read(trial, key)) : undefined;
}

/**
 * Returns the path of the deletion timestamp: the known one if the deletion set it, otherwise that of the only time
 * that it set.
 */
function timeIn(kind: KindDialect, before: Exchange, after: Exchange): string | undefined {
  const times = markedBetween(kind, before, after).filter(([, value]) => isMoment(value));
  const known = times.find(([path]) => path === kind.paths.deletionTimestamp);
  const [only, ...others] = known === undefined ? times : [known];
  return others.length > 0 ? undefined : only?.[0];
}

function isMoment(value: JsonValue): boolean {
  return typeof value === "string" && isTime(value);
}
