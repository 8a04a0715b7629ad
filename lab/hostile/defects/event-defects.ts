import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Defect, StruckEvent } from "./defect.ts";

export const eventDefects: readonly Defect[] = [
  wrong("objects-that-do-not-exist", ({ event: one, random }) => [
    one,
    renamed(one, `ghost-${random.letters(8)}`),
  ]),
  wrong("objects-of-another-kind", ({ event: one }) => [
    withObject(one, (object) => ({ ...object, kind: "Secret", apiVersion: "v1" })),
  ]),
  wrong("versions-jump", ({ event: one, random }) => [
    withVersion(one, (version) => String(Number(version) + 1 + random.below(1_000_000))),
  ]),
  wrong("versions-go-back", ({ event: one, random }) => [
    withVersion(one, (version) => String(Math.max(0, Number(version) - 1 - random.below(100)))),
  ]),
  wrong("versions-stand-still", ({ event: one }) => [withVersion(one, () => "7")]),
  wrong("versions-are-prose", ({ event: one, random }) => [
    withVersion(one, () => random.letters(12)),
  ]),
  wrong("versions-are-null", ({ event: one }) => [withVersion(one, () => null)]),
  wrong("types-nobody-knows", ({ event: one, random }) => {
    const types: readonly JsonValue[] = ["BOGUS", "", null, 7, "__proto__", "constructor", "added"];
    return [{ ...one, type: types[random.below(types.length)] ?? null }];
  }),
  wrong("no-object", ({ event: one }) => [{ ...one, object: null }]),
  wrong("object-of-another-shape", ({ event: one, random }) => {
    const shapes: readonly JsonValue[] = [7, "x", [], {}, { metadata: null }, { metadata: [] }];
    return [{ ...one, object: shapes[random.below(shapes.length)] ?? null }];
  }),
  wrong("every-event-twice", ({ event: one }) => [one, one]),
  wrong("old-events-again", ({ event: one, earlier }) => [...earlier.slice(0, 1), one]),
  wrong("events-swallowed", () => []),
  wrong("deletions-of-the-living", ({ event: one }) => [one, { ...one, type: "DELETED" }]),
  wrong("additions-of-the-known", ({ event: one }) => [{ ...one, type: "ADDED" }]),
  wrong("bookmarks-nobody-asked-for", ({ event: one }) => [one, { ...one, type: "BOOKMARK" }]),
  wrong("a-thousand-events", ({ event: one, random }) =>
    Array.from({ length: 1_000 }, () => renamed(one, random.letters(6))),
  ),
  wrong("enormous-objects", ({ event: one }) => [
    withObject(one, (object) => ({ ...object, spec: { text: "e".repeat(4_000_000) } })),
  ]),
  wrong("status-of-another-time", ({ event: one, earlier }) => {
    const before = earlier.at(-1)?.["object"];
    const status = isJsonObject(before) ? (before["status"] ?? null) : null;
    return [withObject(one, (object) => ({ ...object, status }))];
  }),
  wrong("events-without-end", ({ event: one }) => Array.from({ length: 25_000 }, () => one)),
  wrong("proto-members", ({ event: one }) => [
    withObject(one, (object) => ({ ...object, ["__proto__"]: { polluted: true } })),
  ]),
];

function wrong(name: string, rewrite: (struck: StruckEvent) => readonly JsonObject[]): Defect {
  const strike = { at: "event", rewrite } as const;
  return { name: `watch-event/${name}`, layer: "watch-event", leaves: "usable", strike };
}

function withObject(event: JsonObject, change: (object: JsonObject) => JsonObject): JsonObject {
  const { object } = event;
  return isJsonObject(object) ? { ...event, object: change(object) } : event;
}

function renamed(event: JsonObject, name: string): JsonObject {
  return withObject(event, (object) => ({
    ...object,
    metadata: { ...metadataOf(object), name, uid: `uid-of-${name}` },
  }));
}

function withVersion(event: JsonObject, change: (version: JsonValue) => JsonValue): JsonObject {
  const changed = change(event["resourceVersion"] ?? "0");
  const whole = withObject(event, (object) => ({
    ...object,
    metadata: { ...metadataOf(object), resourceVersion: changed },
  }));
  return { ...whole, resourceVersion: changed };
}

function metadataOf({ metadata }: JsonObject): JsonObject {
  return isJsonObject(metadata) ? metadata : {};
}
