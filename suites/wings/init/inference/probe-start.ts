import { isJsonObject, resourceVersion as toVersion } from "#contract";
import type { WatchEvent } from "#contract";
import type { ArgumentTree, Dialect, KindDialect, WatchOperation } from "#targets/graphql";
import { Listener } from "./listener.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { kindNamed, withKind } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/**
 * Starts a watch from the position of an observed event, and returns the resulting dialect. If the next event arrives,
 * the start is confirmed. If the endpoint rejects the position as invalid, the start is removed from the dialect.
 */
export async function learnStart(
  dialect: Dialect,
  name: string,
  { events, shared }: { readonly events: readonly WatchEvent[]; readonly shared: Shared },
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const [operation, ...others] = kind?.operations.watch ?? [];
  const [first, next] = events;
  if (kind === undefined || operation === undefined || first === undefined) return dialect;
  if (!holds(operation.arguments, "$cursor")) return dialect;
  const found = await onTrial(dialect, name, { shared, work: (trial) => startAt(trial, first) });
  if (found === undefined) return dialect;
  const at = ["kinds", name, "operations", "watch", operation.id];
  if (found.end?.end === "refused" && found.end.refusal.reason === "invalid") {
    const { message } = found.end.refusal;
    const reason = `the endpoint rejected ${positionOf(first)} as the start of a watch, so requests omit the start: ${message}`;
    shared.notes.note(at, "low", reason);
    return withKind(dialect, withWatches(kind, [withoutStart(operation), ...others]));
  }
  const [resumed] = found.events;
  if (next !== undefined && resumed !== undefined && isSame(resumed, next)) {
    shared.notes.note(
      [...at, "cursor"],
      "high",
      "a watch from this position delivered the next event",
    );
  }
  return dialect;
}

async function startAt(trial: Trial, first: WatchEvent): Promise<Listener["seen"]> {
  const { kind, target, means } = trial;
  const listener = new Listener();
  const [namespace] = kind.namespaces;
  const place = namespace === undefined ? {} : { namespace };
  const resourceVersion = toVersion(positionOf(first));
  const command = { verb: "watch", identity: "author", kind: kind.name, resourceVersion } as const;
  await using watch = await target.watch({ ...command, ...place }, listener, means.signal);
  void watch;
  await listener.until(() => true, means.eventMs);
  return listener.seen;
}

function positionOf({ cursor, resourceVersion }: WatchEvent): string {
  return cursor ?? resourceVersion;
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
