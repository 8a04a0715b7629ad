import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  isScalarType,
  isUnionType,
} from "graphql";
import type { GraphQLField, GraphQLNamedType, GraphQLSchema } from "graphql";
import { isJsonObject, resourceVersion as toVersion } from "#contract";
import type { RefusalReason, ResourceVersion, WatchEvent } from "#contract";
import type { ArgumentTree, Dialect, KindDialect, WatchOperation } from "#targets/graphql";
import { isAbout, Listener } from "../requests/listener.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { create, kindNamed, newKey, remove, withKind } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Starts a watch from the position of an observed event, and returns the resulting dialect. If the next event arrives,
 * the start is confirmed. If another event arrives, or if the endpoint rejects the position, tries the other fields of
 * events. If the endpoint accepts none of them, removes the start from the dialect.
 */
export async function learnStart(
  dialect: Dialect,
  name: string,
  { events, shared }: { readonly events: readonly WatchEvent[]; readonly shared: Shared },
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const [operation, ...others] = kind?.operations.watch ?? [];
  const [first] = events;
  if (kind === undefined || operation === undefined || first === undefined) return dialect;
  if (!holds(operation.arguments, "$cursor")) return dialect;
  const found = await onTrial(dialect, name, {
    shared,
    work: (trial) => startAt(trial, positionOf(first)),
  });
  if (found === undefined) return dialect;
  const at = ["kinds", name, "operations", "watch", operation.id];
  if (found.end?.end === "refused" && wrongPosition.has(found.end.refusal.reason)) {
    const resumed = await withToken(dialect, kind, shared);
    if (resumed !== undefined) return resumed;
    const reason = `the endpoint rejected ${positionOf(first)} as the start of a watch, so requests omit the start: ${found.end.refusal.message}`;
    shared.notes.note(at, "low", reason);
    return withKind(dialect, withWatches(kind, [withoutStart(operation), ...others]));
  }
  return await withCheckedPosition(dialect, kind, { events, resumed: found.events[0], shared });
}

interface Resumed {
  readonly events: readonly WatchEvent[];
  /** The first event of a watch that was started at the position of `events[0]`. Undefined if none arrived. */
  readonly resumed: WatchEvent | undefined;
  readonly shared: Shared;
}

async function withCheckedPosition(
  dialect: Dialect,
  kind: KindDialect,
  { events: [, next], resumed, shared }: Resumed,
): Promise<Dialect> {
  const id = kind.operations.watch[0]?.id ?? "";
  const position = ["kinds", kind.name, "operations", "watch", id, "cursor"];
  if (next === undefined || resumed === undefined) return dialect;
  if (isSame(resumed, next)) {
    shared.notes.note(position, "high", "a watch from this position delivered the next event");
    return dialect;
  }
  // An endpoint may read an unknown position as the start of its log.
  const positioned = await withToken(dialect, kind, shared);
  if (positioned === undefined) shared.notes.note(position, "low", otherEvent);
  return positioned ?? dialect;
}

const otherEvent = "a watch from an event's version delivered another event than the next one";

/**
 * Reasons for which an endpoint may reject a position that is not one of its own. A resolver that cannot read the
 * position may fail, and its error may be unknown.
 */
const wrongPosition: ReadonlySet<RefusalReason> = new Set([
  "invalid",
  "internal",
  "notFound",
  "unclassified",
]);

/** Finds the event field that contains the position from which a watch resumes. */
async function withToken(
  dialect: Dialect,
  kind: KindDialect,
  shared: Shared,
): Promise<Dialect | undefined> {
  const [operation, ...others] = kind.operations.watch;
  if (operation === undefined) return undefined;
  for (const cursor of tokensOf(shared.means.schema, operation)) {
    const semantics = { ...kind.semantics, cursor: "ofEvent" } as const;
    const watches = withWatches(kind, [{ ...operation, cursor }, ...others]);
    const changed = withKind(dialect, { ...watches, semantics });
    const isResumed = await onTrial(changed, kind.name, { shared, work: resumesFromToken });
    if (isResumed !== true) continue;
    const at = ["kinds", kind.name, "operations", "watch", operation.id, "cursor"];
    const reason = "a watch from the value of this field delivered the next event";
    shared.notes.note(at, "high", reason);
    const meaning = "ofEvent: a watch resumes from the token of an event, and not from a version";
    shared.notes.note(["kinds", kind.name, "semantics", "cursor"], "high", meaning);
    return changed;
  }
  return undefined;
}

function tokensOf(schema: GraphQLSchema, operation: WatchOperation): readonly string[] {
  const field = schema.getSubscriptionType()?.getFields()[operation.field];
  const known = new Set([operation.type?.path, operation.object, operation.cursor]);
  return fieldsIn(field && getNamedType(field.type))
    .filter(({ name, type: own }) => {
      const named = getNamedType(own);
      const isToken = isScalarType(named) && named.name !== "Boolean";
      return isToken && !isListType(getNullableType(own)) && !known.has(name);
    })
    .map(({ name }) => name)
    .slice(0, mostTokens);
}

/**
 * Returns the fields of an event. All events of a union have the fields of its first type that the others also have.
 */
function fieldsIn(type: GraphQLNamedType | undefined): readonly GraphQLField<unknown, unknown>[] {
  if (isObjectType(type) || isInterfaceType(type)) return Object.values(type.getFields());
  if (!isUnionType(type)) return [];
  const [first, ...others] = type.getTypes();
  const shared = Object.values(first?.getFields() ?? {});
  return shared.filter(({ name }) => others.every((other) => name in other.getFields()));
}

/** Each field needs a new object and a wait for an event. */
const mostTokens = 6;

/** Whether a watch from the token of a create event delivers the delete event. */
async function resumesFromToken(trial: Trial): Promise<boolean> {
  const [spec = {}] = trial.kind.samples.specs;
  const key = newKey(trial);
  const { means, target, kind } = trial;
  const listener = new Listener();
  const place = key.namespace === undefined ? {} : { namespace: key.namespace };
  const command = { verb: "watch", identity: "author", kind: kind.name, ...place } as const;
  await using watch = await target.watch(command, listener, means.signal);
  void watch;
  await create(trial, key, spec);
  const isCreated = isAbout(key, "ADDED");
  await listener.until(isCreated, means.eventMs);
  await remove(trial, key);
  const created = listener.events.find(isCreated);
  if (created?.cursor === undefined) return false;
  const resumed = await startAt(trial, positionOf(created), isAbout(key, "DELETED"));
  return resumed.events.some(isAbout(key, "DELETED")) && !resumed.events.some(isCreated);
}

export async function startAt(
  trial: Trial,
  resourceVersion: ResourceVersion,
  isDone: (event: WatchEvent) => boolean = () => true,
): Promise<Listener["seen"]> {
  const { kind, target, means } = trial;
  const listener = new Listener();
  const [namespace] = kind.namespaces;
  const place = namespace === undefined ? {} : { namespace };
  const command = { verb: "watch", identity: "author", kind: kind.name, resourceVersion } as const;
  await using watch = await target.watch({ ...command, ...place }, listener, means.signal);
  void watch;
  await listener.until(isDone, means.eventMs);
  return listener.seen;
}

function positionOf({ cursor, resourceVersion }: WatchEvent): ResourceVersion {
  return cursor === undefined ? resourceVersion : toVersion(cursor);
}

function isSame(one: WatchEvent, other: WatchEvent): boolean {
  return one.type === other.type && one.resourceVersion === other.resourceVersion;
}

function withWatches(kind: KindDialect, watch: readonly WatchOperation[]): KindDialect {
  return { ...kind, operations: { ...kind.operations, watch } };
}

function withoutStart({ cursor: _cursor, ...operation }: WatchOperation): WatchOperation {
  const sent = Object.entries(operation.arguments).filter(([, tree]) => !holds(tree, "$cursor"));
  return { ...operation, arguments: Object.fromEntries(sent) };
}

function holds(tree: ArgumentTree, text: string): boolean {
  if (tree === text) return true;
  return isJsonObject(tree) && Object.values(tree).some((inner) => holds(inner, text));
}
