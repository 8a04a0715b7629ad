import { isJsonList, isJsonObject, jsonEquals } from "#contract";
import type { Feature, JsonObject, JsonValue, RequirementId, Resource } from "#contract";
import type { WriteRequest } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import type { Cause } from "../values/refusal.ts";
import type { Fault } from "../store/fault.ts";

export const patchWays: readonly Feature[] = [
  "status.patch.merge",
  "status.patch.json",
  "status.apply",
];

/** Requirements that stale status writes can violate, most direct first. */
export const brokenByStaleWrites: readonly RequirementId[] = [
  "concurrency.stale-status-write-conflicts",
  "concurrency.spec-and-status-share-the-version",
  "concurrency.foreign-version-refused",
  "concurrency.one-winner",
  "concurrency.no-lost-increment",
  "concurrency.old-incarnation-write-conflicts",
  "concurrency.stale-merge-patch-conflicts",
  "concurrency.stale-json-patch-conflicts",
  "concurrency.stale-apply-conflicts",
  "concurrency.conflict-tells-current-version",
  "allocation.decision-is-guarded",
  "errors.stable-code",
  "errors.stale-and-invalid-order",
  "write.dry-run-is-decided-like-the-write",
];

/** Whether to accept a stale write. Called only for stale writes. */
type IsAccepted = (request: WriteRequest, stored: Resource | undefined) => boolean;

/** Returns a precondition that accepts a stale write if `isAccepted` returns true. */
export function acceptingStale(rules: Rules, isAccepted: IsAccepted): Rules["precondition"] {
  return (request, stored) => {
    const refusal = rules.precondition(request, stored);
    const isMeantForIt = request.uid === undefined || request.uid === stored?.metadata.uid;
    const isStale = refusal?.code === "CONFLICT" && isMeantForIt;
    return isStale && isAccepted(request, stored) ? undefined : refusal;
  };
}

export function acceptingStaleStatus(rules: Rules, isAccepted: IsAccepted): Rules["precondition"] {
  return acceptingStale(
    rules,
    (request, stored) => request.verb === "updateStatus" && isAccepted(request, stored),
  );
}

/** Requirements that a rarely lost event can violate, most direct first. */
export const brokenByLostEvents: readonly RequirementId[] = [
  "watch.no-gap",
  "watch.creation-is-added",
  "watch.one-event-per-write",
  "watch.watchers-agree",
  "watch.resumes-after-version",
  "watch.list-then-watch",
  "watch.resumes-from-bookmark",
  "watch.selector-filter",
  "watch.selector-entry-is-added",
  "watch.selector-exit-is-deleted",
  "watch.deletion-is-deleted",
  "watch.bookmark-covers-earlier-events",
  "watch.initial-events-are-current-state",
  "kinds.served-once-defined",
  "kinds.objects-go-with-definition",
];

/** The last states of deleted objects by name, and the rule that records deletions. */
export interface DeletedObjects {
  readonly lastOf: (name: string) => Resource | undefined;
  readonly announce: Rules["announce"];
}

export function deletedObjects(rules: Rules): DeletedObjects {
  const gone = new Map<string, Resource>();
  return {
    lastOf: (name) => gone.get(name),
    announce: (outcome) => {
      const isRemoval = outcome.result === "committed" && outcome.isRemoval;
      if (isRemoval && outcome.before !== undefined) {
        gone.set(outcome.request.key.name, outcome.before);
      }
      return rules.announce(outcome);
    },
  };
}

/** Returns a function that returns true on every `period`-th call. */
export function oneIn(period: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % period === 0;
  };
}

/** Ignores validation errors for which `isOverlooked` returns true. */
export function overlooking(
  rules: Rules,
  isOverlooked: (cause: Cause, request: WriteRequest) => boolean,
): Rules["validate"] {
  return (request, stored, after) =>
    rules.validate(request, stored, after).filter((cause) => !isOverlooked(cause, request));
}

export function isOfCondition(name: string, { field = "" }: Cause): boolean {
  return new RegExp(String.raw`^status\.conditions\[\d+\]\.${name}$`).test(field);
}

/**
 * Requirements that a gap between the checks and the commit can violate, because other requests are handled in between.
 * The most direct one comes first.
 */
export const brokenByPauses: readonly RequirementId[] = [
  "concurrency.one-winner",
  "concurrency.no-lost-increment",
  "watch.ordered",
  "allocation.decision-is-guarded",
];

/** Lets the server handle other requests between the checks of a status write and its commit. */
export function pausingBeforeCommit(
  rules: Rules,
  pause: () => Promise<void>,
): Rules["beforeCommit"] {
  return (request) => (request.verb === "updateStatus" ? pause() : rules.beforeCommit(request));
}

/** Loses one event in N, except bookmarks and the first event of each watch. */
export function loseOneEventIn(times: number): Fault["change"] {
  return (rules) => {
    const isRare = oneIn(times);
    const begun = new Set<number>();
    return {
      deliver: (event, watcher, send) => {
        const isFirst = !begun.has(watcher.id);
        begun.add(watcher.id);
        if (!isFirst && event.type !== "BOOKMARK" && isRare()) return;
        rules.deliver(event, watcher, send);
      },
    };
  };
}

/** For one in N reads, returns the preceding state of the object. */
export function readBehindOneIn(times: number): Fault["change"] {
  return (rules) => {
    const isRare = oneIn(times);
    return {
      read: (access, states) => {
        const behind = states?.previous !== undefined && isRare() ? states.previous : undefined;
        return behind ?? rules.read(access, states);
      },
    };
  };
}

export function acceptOneStaleWriteIn(times: number): Fault["change"] {
  return (rules) => ({ precondition: acceptingStaleStatus(rules, oneIn(times)) });
}

type PlaceOfLost = "before" | "after";

export function joinLists(stored: JsonObject, merged: JsonObject, place: PlaceOfLost): JsonObject {
  const members = Object.entries(merged).map(([name, value]) => [
    name,
    joinValues(stored[name], value, place),
  ]);
  return Object.fromEntries(members);
}

/** Keeps stored list entries that a write omits, for lists whose items have a `type`. */
export function uniteLists(stored: JsonObject, merged: JsonObject): JsonObject {
  const members = Object.entries(merged).map(([name, value]): [string, JsonValue] => {
    const old = stored[name];
    if (isJsonObject(old) && isJsonObject(value)) return [name, uniteLists(old, value)];
    const areTyped = [old, value].every(
      (list) => isJsonList(list) && list.every((item) => isJsonObject(item) && "type" in item),
    );
    return [name, areTyped ? joinValues(old, value, "before") : value];
  });
  return Object.fromEntries(members);
}

function joinValues(
  stored: JsonValue | undefined,
  merged: JsonValue | undefined,
  place: PlaceOfLost,
): JsonValue {
  if (isJsonObject(stored) && isJsonObject(merged)) return joinLists(stored, merged, place);
  if (!isJsonList(stored) || !isJsonList(merged)) return merged ?? null;
  const lost = stored.filter((old) => !merged.some((item) => isSameEntry(old, item)));
  return place === "before" ? [...lost, ...merged] : [...merged, ...lost];
}

/**
 * Whether two list entries are the same. Conditions with the same type are the same entry, because duplicate types
 * would be rejected.
 */
function isSameEntry(left: JsonValue, right: JsonValue): boolean {
  if (!isJsonObject(left) || !isJsonObject(right)) return jsonEquals(left, right);
  return left["type"] === undefined ? jsonEquals(left, right) : left["type"] === right["type"];
}
