import { describeKey, isJsonList, isJsonObject, keyOf } from "#contract";
import type { JsonObject, JsonValue, WatchEvent } from "#contract";
import type { WriteRequest } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";

export const everydayFaults: readonly Fault[] = [
  defineFault({
    name: "lists-without-status",
    summary: "A list contains summaries: its objects have no status.",
    breaks: ["write.visible-to-later-reads"],
    requires: ["read.list"],
    mayBreak: [
      "write.status-default-is-visible",
      "allocation.survives-other-writes",
      "readiness.observed-generation-is-an-integer",
    ],
    change: (rules) => ({
      listed: (access, states) => {
        const object = rules.listed(access, states);
        if (object === undefined) return undefined;
        const { status: _omitted, ...summary } = object;
        return summary;
      },
    }),
  }),
  defineFault({
    name: "status-texts-normalized",
    summary: "Status strings are stored in Unicode Normalization Form C.",
    breaks: ["write.stores-submitted-status"],
    change: (rules) => ({
      updateStatus: (request, stored, status) =>
        rules.updateStatus(request, stored, normalizedIn(status)),
    }),
  }),
  defineFault({
    name: "events-coalesced",
    summary: "A watch delivers only the last of several changes to an object within 250 ms.",
    breaks: ["watch.no-gap", "watch.one-event-per-write"],
    mayBreak: [
      "watch.list-then-watch",
      "watch.resumes-after-version",
      "watch.resumes-from-bookmark",
      "watch.selector-filter",
      "watch.watchers-agree",
    ],
    change: (rules) => ({ deliver: coalescing(rules) }),
  }),
  defineFault({
    name: "version-parsed-leniently",
    summary:
      "A version with trailing characters is accepted, and only its leading number is compared.",
    breaks: ["concurrency.foreign-version-refused"],
    change: (rules) => ({
      precondition: (request, stored) => {
        const [number] = /^\d+(?=\D)/u.exec(request.resourceVersion ?? "") ?? [];
        return rules.precondition(
          number === undefined ? request : { ...request, resourceVersion: number },
          stored,
        );
      },
    }),
  }),
  defineFault({
    name: "no-op-compared-as-text",
    summary: "A status write with the stored fields in a different order creates a new version.",
    breaks: ["concurrency.no-op-keeps-version", "watch.nothing-for-no-op"],
    change: (rules) => ({
      isNoOp: (request, before, after) =>
        rules.isNoOp(request, before, after) &&
        JSON.stringify(before.status) === JSON.stringify(after.status),
    }),
  }),
  defineFault({
    name: "stale-finalizer-write-accepted",
    summary: "The version of a write is not checked if the write contains only finalizers.",
    breaks: ["concurrency.stale-spec-write-conflicts"],
    requires: ["finalizers"],
    change: (rules) => ({
      precondition: (request, stored) =>
        isOnly(request, "finalizers") ? undefined : rules.precondition(request, stored),
    }),
  }),
  defineFault({
    name: "stale-annotation-write-accepted",
    summary: "The version of a write is not checked if the write contains only annotations.",
    breaks: ["concurrency.stale-spec-write-conflicts"],
    mayBreak: ["concurrency.old-incarnation-write-conflicts"],
    requires: ["labels.write"],
    change: (rules) => ({
      precondition: (request, stored) =>
        isOnly(request, "annotations") ? undefined : rules.precondition(request, stored),
    }),
  }),
  defineFault({
    name: "deletion-event-without-status",
    summary: "A deletion event contains the object without its status.",
    breaks: ["watch.deletion-is-deleted"],
    change: (rules) => ({
      eventFor: (entry, selects, watcher) => {
        const event = rules.eventFor(entry, selects, watcher);
        if (event?.type !== "DELETED" || event.object === undefined) return event;
        const { status: _omitted, ...object } = event.object;
        return { ...event, object };
      },
    }),
  }),
  defineFault({
    name: "spec-write-resets-conditions",
    summary: "A change to the spec sets the status of each condition to Unknown.",
    breaks: [
      "isolation.spec-write-never-changes-status",
      "concurrency.no-op-keeps-version",
      "watch.nothing-for-no-op",
      "allocation.survives-other-writes",
    ],
    requires: ["status.conditions"],
    change: (rules) => ({
      updateObject: (request, stored) => {
        const next = rules.updateObject(request, stored);
        const { conditions } = next.status ?? {};
        if (request.content.spec === undefined || !isJsonList(conditions)) return next;
        return { ...next, status: { ...next.status, conditions: conditions.map(unknownIn) } };
      },
    }),
  }),
];

/** Time window in which changes to an object are merged, in milliseconds. */
const windowMs = 250;

function coalescing(rules: Rules): Rules["deliver"] {
  const held = new Map<number, { readonly event: WatchEvent; readonly flush: () => void }>();
  return (event, watcher, send) => {
    const last = held.get(watcher.id);
    held.delete(watcher.id);
    if (last !== undefined && !isNextChange(last.event, event)) last.flush();
    if (event.type !== "MODIFIED") {
      rules.deliver(event, watcher, send);
      return;
    }
    const flush = (): void => {
      rules.deliver(event, watcher, send);
    };
    const own = { event, flush };
    held.set(watcher.id, own);
    setTimeout(() => {
      if (held.get(watcher.id) !== own) return;
      held.delete(watcher.id);
      flush();
    }, windowMs).unref();
  };
}

function isNextChange(last: WatchEvent, { type, object }: WatchEvent): boolean {
  if (type !== "MODIFIED" || object === undefined || last.object === undefined) return false;
  return describeKey(keyOf(object)) === describeKey(keyOf(last.object));
}

/** Whether an update contains only the given metadata. */
function isOnly({ verb, content }: WriteRequest, name: "annotations" | "finalizers"): boolean {
  const { spec, labels, annotations, finalizers } = content;
  const sent = { spec, labels, annotations, finalizers };
  return (
    verb === "update" &&
    Object.entries(sent).every(([field, value]) => (value !== undefined) === (field === name))
  );
}

function unknownIn(condition: JsonValue): JsonValue {
  return isJsonObject(condition) ? { ...condition, status: "Unknown" } : condition;
}

function normalizedIn(status: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(status).map(([name, value]) => [name, normalized(value)]),
  );
}

function normalized(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.normalize("NFC");
  if (isJsonList(value)) return value.map(normalized);
  return isJsonObject(value) ? normalizedIn(value) : value;
}
