import { oneIn } from "./fault-parts.ts";
import { defineFault } from "../store/fault.ts";
import { describeKey, isJsonObject, jsonEquals, keyOf, resourceVersion } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";

function mapTexts(object: JsonObject, change: (text: string) => string): JsonObject {
  return mapObject(object, (value) => (typeof value === "string" ? change(value) : value));
}

function mapLists(
  object: JsonObject,
  change: (list: readonly JsonValue[]) => readonly JsonValue[],
): JsonObject {
  return mapObject(object, (value) => (Array.isArray(value) ? [...change(value)] : value));
}

/** Returns the object with empty condition messages, for comparison. */
function withoutMessages(object: Resource): Resource {
  const conditions = object.status?.["conditions"];
  if (!Array.isArray(conditions)) return object;
  const unworded = conditions.map((condition) =>
    isJsonObject(condition) ? { ...condition, message: "" } : condition,
  );
  return { ...object, status: { ...object.status, conditions: unworded } };
}

/** Transforms the leaves first, then their parents. */
function mapObject(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, mapValue(value, change)]),
  );
}

function mapValue(value: JsonValue, change: (value: JsonValue) => JsonValue): JsonValue {
  if (Array.isArray(value)) return change(value.map((item) => mapValue(item, change)));
  return change(isJsonObject(value) ? mapObject(value, change) : value);
}

export const emptyValuesOmitted = defineFault({
  name: "empty-values-omitted",
  summary:
    "A status mutation ignores empty strings and lists: the stored value of the field stays.",
  line: "second",
  breaks: ["write.lists-are-replaced"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        request.form === "partial" ? keepingEmptied(status, stored.status ?? {}) : status,
      ),
  }),
});

function keepingEmptied(status: JsonObject, before: JsonObject): JsonObject {
  const kept = Object.entries(before).filter(
    ([name]) => Object.hasOwn(status, name) && isEmptyValue(status[name]),
  );
  return { ...status, ...Object.fromEntries(kept) };
}

function isEmptyValue(value: JsonValue | undefined): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

export const generationInThreeBits = defineFault({
  name: "generation-in-three-bits",
  summary: "The generation stops at 7: further changes to the spec do not increment it.",
  line: "second",
  breaks: ["generation.counts-spec-changes"],
  change: (rules) => ({ generation: (change) => Math.min(7, rules.generation(change)) }),
});

export const listBehindOneIn2 = defineFault({
  name: "list-behind-one-in-2",
  summary: "Every second object in a list has the state before its last write.",
  line: "second",
  breaks: [
    "write.visible-to-later-reads",
    "write.stores-submitted-status",
    "readiness.same-for-every-reader",
    "deletion.waits-for-finalizers",
    "conditions.limits-are-within-bounds",
    "watch.list-then-watch",
  ],
  requires: ["read.list"],
  change: (rules) => {
    const isRare = oneIn(2);
    return {
      listed: (access, states) => {
        const { current, previous } = states;
        const isBehind = previous !== undefined && isRare();
        return rules.listed(access, isBehind ? { current: previous } : { current });
      },
    };
  },
});

export const longListsCut = defineFault({
  name: "long-lists-cut",
  summary: "Only the first three items of a status list are stored.",
  line: "second",
  breaks: ["write.stores-submitted-status", "conditions.limits-are-within-bounds"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        mapLists(status, (list) => list.slice(0, 3)),
      ),
  }),
});

export const messagesTakenForNoise = defineFault({
  name: "messages-taken-for-noise",
  summary: "A status write that only changes condition messages is accepted but not stored.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    isNoOp: (request, before, after) =>
      rules.isNoOp(request, withoutMessages(before), withoutMessages(after)),
  }),
});

export const countersInSixteenBits = defineFault({
  name: "counters-in-sixteen-bits",
  summary: "Numbers in a status, except the observed generation, wrap around at 16 bits.",
  line: "second",
  // A number above the limit wraps around to a valid number.
  breaks: [
    "write.stores-submitted-status",
    "errors.invalid-status-refused",
    "errors.invalid-names-field",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(request, stored, inSixteenBits(status)),
  }),
});

function inSixteenBits(status: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(status).map(([name, value]) => {
      const isWide = typeof value === "number" && value >= 32_768 && value < 2 ** 31;
      return [name, isWide && name !== "observedGeneration" ? (value << 16) >> 16 : value];
    }),
  );
}

export const olderSpecShownForAMoment = defineFault({
  name: "older-spec-shown-for-a-moment",
  summary:
    "For 25 ms after a status write, and for at least one read, reads show the spec from before the last spec write.",
  line: "second",
  breaks: [
    "isolation.status-write-never-changes-spec",
    "apply.ownership-is-per-side",
    "isolation.refused-write-changes-nothing",
    "write.visible-to-later-reads",
    "write.returns-complete-object",
    "concurrency.no-op-keeps-version",
    "generation.counts-spec-changes",
    "deletion.status-writes-go-on",
    "write.dry-run-stores-nothing",
  ],
  change: (rules) => {
    const older = new Map<string, JsonObject>();
    const untilMs = new Map<string, number>();
    const unread = new Set<string>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && !outcome.isRemoval) {
          const key = describeKey(outcome.request.key);
          const spec = outcome.before?.spec;
          if (outcome.request.verb === "updateStatus") {
            untilMs.set(key, performance.now() + 25);
            unread.add(key);
          } else if (spec !== undefined && outcome.request.content.spec !== undefined)
            older.set(key, spec);
        }
        return rules.announce(outcome);
      },
      read: (access, states) => {
        const shown = rules.read(access, states);
        if (shown === undefined) return shown;
        const key = describeKey(keyOf(shown));
        const spec = older.get(key);
        const isFirst = unread.delete(key);
        const isWrong = isFirst || (untilMs.get(key) ?? 0) > performance.now();
        return isWrong && spec !== undefined ? { ...shown, spec } : shown;
      },
    };
  },
});

export const plainLettersOnly = defineFault({
  name: "plain-letters-only",
  summary: "Non-ASCII characters in status strings become question marks.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        mapTexts(status, (text) => text.replaceAll(/[\u{80}-\u{10ffff}]/gu, "?")),
      ),
  }),
});

export const replyTellsVersionAheadOneIn20 = defineFault({
  name: "reply-tells-version-ahead-one-in-20",
  summary: "The response to one in 20 status writes contains a version that was never stored.",
  line: "second",
  breaks: [
    "write.returns-complete-object",
    "write.stores-submitted-status",
    "write.visible-to-later-reads",
    "concurrency.stale-status-write-conflicts",
    "concurrency.one-winner",
    // The returned version is soon assigned to a later write.
    "concurrency.versions-advance",
    "watch.one-event-per-write",
    "watch.event-carries-stored-object",
  ],
  phase: "history",
  change: (rules) => {
    const isRare = oneIn(20);
    return {
      reply: (request, stored) => {
        const object = rules.reply(request, stored);
        if (request.verb !== "updateStatus" || rules.isDryRun(request) || !isRare()) return object;
        const { metadata } = object;
        const ahead = resourceVersion(String(Number(metadata.resourceVersion) + 1));
        return { ...object, metadata: { ...metadata, resourceVersion: ahead } };
      },
    };
  },
});

export const twoSidesInOneWrite = defineFault({
  name: "two-sides-in-one-write",
  summary: "A write that changes labels and spec together does not increment the generation.",
  line: "second",
  breaks: ["generation.counts-spec-changes"],
  through: ["labels.write"],
  change: (rules) => ({
    generation: (change) => {
      const { before, after } = change;
      const isSame = jsonEquals(before?.metadata.labels, after?.metadata.labels);
      if (before === undefined || isSame) return rules.generation(change);
      return before.metadata.generation ?? 1;
    },
  }),
});

export const whiteSpaceTidied = defineFault({
  name: "white-space-tidied",
  summary: "Each run of whitespace in status strings becomes a single space.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        mapTexts(status, (text) => text.replaceAll(/\s+/gu, " ")),
      ),
  }),
});

export const writeAfterItsTrialNotStored = defineFault({
  name: "write-after-its-trial-not-stored",
  summary: "A status write with the same content as an earlier dry run is accepted but not stored.",
  line: "second",
  breaks: ["write.stores-submitted-status", "write.dry-run-returns-the-result"],
  change: (rules) => {
    const tried = new Map<string, string>();
    return {
      announce: (outcome) => {
        const { request } = outcome;
        if (outcome.result === "tried" && request.verb === "updateStatus") {
          tried.set(describeKey(request.key), JSON.stringify(request.content.submitted));
        }
        return rules.announce(outcome);
      },
      isNoOp: (request, before, after) => {
        const known = tried.get(describeKey(request.key));
        const isKnown =
          request.verb === "updateStatus" && known === JSON.stringify(request.content.submitted);
        return (isKnown && !rules.isDryRun(request)) || rules.isNoOp(request, before, after);
      },
    };
  },
});
