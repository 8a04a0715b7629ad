import { describe, expect, it } from "vitest";
import { describeKey, isJsonObject, resourceVersion } from "#contract";
import type { JsonObject, JsonValue, ObjectKey, Resource } from "#contract";
import { eventReader } from "./event-reader.ts";
import type { Named } from "./event-reader.ts";
import { readObject } from "../replies/object-reader.ts";
import type { WatchOperation } from "../dialect/dialect-operations.ts";
import { widget, widgetData } from "../testing/widget-dialect.ts";

const [widgetEvents] = widget.operations.watch;

const at = (version: string, uid = "u1", name = "a"): JsonValue => ({
  ...widgetData,
  meta: { name, ns: "default", uid, version },
});
const seen = (versions: JsonValue): Resource => {
  const reading = readObject(versions, widget);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value;
};
const operation = (parts: Partial<WatchOperation>): WatchOperation => {
  if (widgetEvents === undefined) throw new Error("no watch");
  return { ...widgetEvents, ...parts };
};
type Words = Parameters<typeof eventReader>[0];

const events = (words: Words, values: readonly JsonValue[]): readonly string[] => {
  const next = eventReader(words);
  return values.flatMap((value) => {
    const reading = next({ kind: "json", value: { data: { widgetEvents: value } } });
    if (reading.kind !== "events") return [JSON.stringify(reading)];
    return reading.events.map(
      ({ type, resourceVersion: version, object, key }) =>
        `${type} ${object?.metadata.name ?? `(${key?.name})`} ${version}`,
    );
  });
};

function replied(id: string, object: Named): NonNullable<Words["known"]> {
  const isSame = (key: ObjectKey): boolean => describeKey(key) === describeKey(object.key);
  return {
    withUid: (uid) => (uid === id ? object : undefined),
    under: (key) => (isSame(key) ? object : undefined),
  };
}

const gone = (id: string): JsonObject => ({ op: "gone", id });

const typedWidget = (object: JsonValue): JsonValue => ({
  ...(isJsonObject(object) ? object : {}),
  __typename: "Widget",
});
const tombstone = (id: string): JsonValue => ({ __typename: "Tombstone", id });

const event = (op: string, object: JsonValue, version: string): JsonValue => {
  return { op, version, object };
};

it("reads a deletion from an object of another type in the place of the object", () => {
  const named = { ...widget, type: "Widget" };
  const words = { kind: named, operation: operation({ key: { uid: "object.id" } }) };

  expect(
    events(words, [
      event("created", typedWidget(at("1")), "1"),
      event("gone", tombstone("of another kind"), "2"),
      event("changed", tombstone("u1"), "3"),
      event("gone", tombstone("u1"), "4"),
    ]),
  ).toEqual(["ADDED a 1", "DELETED (a) 4"]);
});

describe("deliveries of other shapes", () => {
  it("are batches of events, or of objects", () => {
    const batch = [event("created", at("1"), "1"), event("changed", at("2"), "2")];
    const typed = { kind: widget, operation: operation({}) };

    expect(events(typed, [batch, [], event("changed", at("3"), "3")])).toEqual([
      "ADDED a 1",
      "MODIFIED a 2",
      "MODIFIED a 3",
    ]);
    expect(
      events({ kind: widget, operation: operation({ shape: "object", object: "" }) }, [
        [at("1"), at("2")],
      ]),
    ).toEqual(["ADDED a 1", "MODIFIED a 2"]);
  });

  it("are objects, of which the first is new unless it was there", () => {
    const shape = operation({ shape: "object", object: "" });
    expect(
      events({ kind: widget, operation: shape, there: [seen(at("1"))] }, [
        at("2"),
        at("1", "u2", "b"),
        at("2", "u2", "b"),
      ]),
    ).toEqual(["MODIFIED a 2", "ADDED b 1", "MODIFIED b 2"]);
  });

  it("are objects in which a marker shows the deletion", () => {
    const parts = { shape: "object", object: "", deleted: "removedAt" } as const;
    const words = { kind: widget, operation: operation(parts) };
    const life = [
      marked("1", null),
      marked("2", false),
      marked("3", "2026-12-01"),
      marked("4", null),
    ];
    expect(events(words, life)).toEqual(["ADDED a 1", "MODIFIED a 2", "DELETED a 3", "ADDED a 4"]);

    const typed = { kind: widget, operation: operation({ deleted: "removedAt" }) };
    expect(
      events(typed, [
        event("created", marked("1", true), "1"),
        event("changed", marked("2", null), "2"),
        event("changed", marked("3", true), "3"),
      ]),
    ).toEqual(["ADDED a 1", "MODIFIED a 2", "DELETED a 3"]);
  });

  it("are about objects of other kinds, which are ignored, but not if they contain no object at all", () => {
    const shape = operation({ otherKinds: ["gadget"] });
    const created = event("created", at("1"), "1");
    const foreign = { op: "gadget.created", object: null, gadget: { name: "b" }, version: "2" };
    const empty = { op: "changed", object: null, gadget: null };

    expect(events({ kind: widget, operation: shape }, [created, foreign])).toEqual(["ADDED a 1"]);
    expect(events({ kind: widget, operation: shape }, [empty])).not.toEqual([]);
  });

  it("contain objects of other types in the same place, which are ignored", () => {
    const kind = { ...widget, type: "Widget" };
    const other = { op: "created", object: { __typename: "Gadget" }, version: "2" };
    const own = event("created", at("1"), "1");
    const empty = { op: "created", object: { __typename: "Widget" }, version: "3" };
    const shape = operation({ shape: "object", object: "object" });

    expect(events({ kind, operation: operation({}) }, [other, own])).toEqual(["ADDED a 1"]);
    expect(events({ kind, operation: shape }, [other, own])).toEqual(["ADDED a 1"]);
    expect(events({ kind, operation: operation({}) }, [empty])).not.toEqual([]);
    expect(events({ kind: widget, operation: operation({}) }, [other])).not.toEqual([]);
  });

  it("are heartbeats, recognized by name or type, or bookmarks without a version", () => {
    const names = { created: "ADDED", synced: "NONE", Tick: "NONE", progress: "BOOKMARK" } as const;
    const { resourceVersion: _, ...shape } = operation({ type: { path: "op", names } });
    const created = { op: "created", object: at("1") };
    const other = { __typename: "Tock", at: "noon" };
    const silent = [{ op: "synced" }, { __typename: "Tick" }, { op: "progress", object: null }];

    expect(events({ kind: widget, operation: shape }, [...silent, created])).toEqual(["ADDED a 1"]);
    expect(events({ kind: widget, operation: shape }, [other])).toEqual([
      expect.stringContaining(String.raw`type \"Tock\" without an object`),
    ]);
    expect(
      events({ kind: widget, operation: { ...shape, cursor: "mark" } }, [
        { op: "progress", mark: "7" },
      ]),
    ).toEqual(["BOOKMARK (undefined) 7"]);
  });

  it("are heartbeats if they are null, unless they are objects without events", () => {
    const changes = [event("created", at("1"), "1"), null, event("gone", at("2"), "2")];
    const typed = { kind: widget, operation: operation({}) };
    const bare = { kind: widget, operation: operation({ shape: "object", object: "" }) };

    expect(events(typed, changes)).toEqual(["ADDED a 1", "DELETED a 2"]);
    expect(events(bare, [null])).toEqual([
      '{"kind":"unintelligible","detail":"a message without an event"}',
    ]);
  });

  it("are deletions that name no more than a uid, of objects that were seen", () => {
    const shape = operation({ key: { uid: "id" } });
    const key = { kind: "Widget", namespace: "default", name: "c" };
    const known = replied("u3", { key, version: resourceVersion("7") });
    const created = { op: "created", object: at("4") };

    expect(
      events({ kind: widget, operation: { ...shape, resourceVersion: "none" }, known }, [
        created,
        gone("u1"),
        // The deleted object is no longer known, and the other object never was.
        gone("u1"),
        gone("u9"),
        gone("u3"),
      ]),
    ).toEqual(["ADDED a 4", "DELETED (a) 4", "DELETED (c) 7"]);
  });

  it("are deletions by uid and name, in the namespace of the object that was seen", () => {
    const shape = operation({ key: { uid: "id", name: "name" } });
    const next = eventReader({ kind: widget, operation: shape });
    const values = [
      { op: "created", object: at("4") },
      { ...gone("u1"), name: "a", version: "5" },
    ];

    const readings = values.map((value) =>
      next({ kind: "json", value: { data: { widgetEvents: value } } }),
    );

    expect(readings[1]).toMatchObject({
      events: [{ type: "DELETED", key: { kind: "Widget", namespace: "default", name: "a" } }],
    });
  });

  it("are deletions by name of objects that only responses have shown", () => {
    const shape = operation({ key: { name: "id", namespace: "ns" } });
    const key = { kind: "Widget", namespace: "default", name: "c" };
    const known = replied("u3", { key, version: resourceVersion("7") });
    const deletions = ["c", "d"].map((name) => ({ ...gone(name), ns: "default" }));

    expect(
      events({ kind: widget, operation: { ...shape, resourceVersion: "none" }, known }, deletions),
    ).toEqual(["DELETED (c) 7"]);
  });

  it("indicate the type of the event by the field that they fill", () => {
    const names = { created: "ADDED", changed: "MODIFIED", gone: "DELETED" } as const;
    const filled = { type: { names }, object: "", cursor: "position" };
    const empty = { position: "9", created: null, changed: null, gone: null };
    const values = [
      { ...empty, created: at("1") },
      { ...empty, changed: at("2") },
      { ...empty, gone: "u1" },
      { ...empty, razed: at("3") },
    ];
    const { resourceVersion: _version, ...rest } = operation(filled);

    expect(events({ kind: widget, operation: { ...rest, key: { uid: "" } } }, values)).toEqual([
      "ADDED a 1",
      "MODIFIED a 2",
      "DELETED (a) 2",
      '{"kind":"unintelligible","detail":"an event of type \\"razed\\"","unknownEvent":{"type":"razed"}}',
    ]);
    const named = { key: { name: "name", namespace: "ns" }, resourceVersion: "version" };
    const last = { ...empty, gone: { name: "a", ns: "default", version: "3" } };
    expect(events({ kind: widget, operation: operation({ ...filled, ...named }) }, [last])).toEqual(
      ["DELETED (a) 3"],
    );
  });

  it("have the type of the first field in the dialect, if they fill several", () => {
    const names = { after: "UPSERTED", before: "DELETED" } as const;
    const shape = operation({ type: { names }, object: "", key: { uid: "id" } });
    const { resourceVersion: _version, ...pair } = shape;
    const values = [
      { before: null, after: at("1") },
      { before: at("1"), after: at("2") },
      { before: { id: "u1" }, after: null },
    ];

    expect(events({ kind: widget, operation: pair }, values)).toEqual([
      "ADDED a 1",
      "MODIFIED a 2",
      "DELETED (a) 2",
    ]);
  });

  it("of an unknown type name their object", () => {
    const told = { key: { name: "name" }, type: { path: "op", names: {} }, object: "widget" };
    const values = [
      { op: "built", widget: at("1") },
      { op: "razed", widget: null, name: "b" },
      { op: "ping", widget: null, name: null },
      { op: 'built "anew"', widget: at("1", "u1", 'a "b"') },
      { op: 7, widget: at("1") },
    ];
    expect(events({ kind: widget, operation: operation(told) }, values)).toEqual([
      String.raw`{"kind":"unintelligible","detail":"an event of type \"built\" about \"a\"","unknownEvent":{"type":"built","subject":"a"}}`,
      String.raw`{"kind":"unintelligible","detail":"an event of type \"razed\" about \"b\"","unknownEvent":{"type":"razed","subject":"b"}}`,
      String.raw`{"kind":"unintelligible","detail":"an event of type \"ping\" without an object","unknownEvent":{"type":"ping","isBare":true}}`,
      expect.stringContaining(
        String.raw`"unknownEvent":{"type":"built \"anew\"","subject":"a \"b\""}`,
      ),
      expect.stringContaining('"unknownEvent":{"subject":"a"}'),
    ]);
  });

  it("are collections, of which the differences count", () => {
    const shape = operation({ shape: "collection", object: "all" });
    expect(
      events({ kind: widget, operation: shape }, [
        { all: [at("1")] },
        { all: [at("1"), at("1", "u2", "b")] },
        { all: [at("3", "u2", "b")] },
        { all: [at("3", "u2", "b")] },
        { other: [] },
      ]),
    ).toEqual([
      "ADDED b 1",
      "DELETED (a) 1",
      "MODIFIED b 3",
      '{"kind":"unintelligible","detail":"a message has no \\"all\\""}',
    ]);
  });

  it("start with the current state, which is no change", () => {
    const shape = operation({ initial: "added" });
    const there = [seen(at("1")), seen(at("1", "u2", "b"))];
    expect(
      events({ kind: widget, operation: shape, there }, [
        event("created", at("1"), "1"),
        event("created", at("2", "u2", "b"), "2"),
        event("created", at("1", "u3", "c"), "1"),
        event("created", at("1"), "1"),
      ]),
    ).toEqual(["MODIFIED b 2", "ADDED c 1", "ADDED a 1"]);
  });

  it("name the deleted object, and contain their own cursors", () => {
    const shape = operation({
      key: { name: "gone.name", namespace: "gone.ns" },
      cursor: "position",
    });
    const next = eventReader({ kind: widget, operation: shape });
    const value = {
      op: "gone",
      version: "4",
      object: null,
      position: 17,
      gone: { name: "a", ns: "default" },
    };
    expect(next({ kind: "json", value: { data: { widgetEvents: value } } })).toEqual({
      kind: "events",
      events: [
        {
          type: "DELETED",
          resourceVersion: "4",
          cursor: "17",
          key: { kind: "Widget", namespace: "default", name: "a" },
        },
      ],
    });
  });

  it("arrive in a list with one token, which belongs to the last one", () => {
    const { resourceVersion: _own, ...shape } = operation({ events: "changes", cursor: "token" });
    const next = eventReader({ kind: widget, operation: shape });
    const read = (message: JsonValue): unknown =>
      next({ kind: "json", value: { data: { widgetEvents: message } } });
    const token = {
      type: "BOOKMARK",
      resourceVersion: "t9",
      isUnversioned: true,
      cursor: "t9",
    };

    expect(
      read({
        changes: [
          { op: "changed", object: at("4") },
          { op: "changed", object: at("5") },
        ],
        token: "t5",
      }),
    ).toMatchObject({
      events: [{ resourceVersion: "4" }, { resourceVersion: "5", cursor: "t5" }],
    });
    expect(
      read({
        changes: [
          { op: "changed", object: at("4") },
          { op: "changed", object: at("5") },
        ],
        token: "t5",
      }),
    ).not.toMatchObject({
      events: [{ cursor: "t5" }, {}],
    });
    expect(read({ changes: [], token: "t9" })).toEqual({ kind: "events", events: [token] });
    expect(read({ changes: null, token: "t9" })).toEqual({ kind: "events", events: [token] });
    expect(read({ changes: [] })).toEqual({ kind: "events", events: [] });
    expect(read({ token: "t9" })).toEqual({
      kind: "unintelligible",
      detail: 'a message has no "changes"',
    });
  });

  it("are bookmarks without a version that have only a token", () => {
    const { resourceVersion: _own, ...shape } = operation({ cursor: "position" });
    const type = { path: "op", names: { beat: "BOOKMARK" } } as const;
    const next = eventReader({ kind: widget, operation: { ...shape, type } });
    const read = (value: JsonValue): unknown =>
      next({ kind: "json", value: { data: { widgetEvents: value } } });

    expect(read({ op: "beat", position: 17, object: null })).toEqual({
      kind: "events",
      events: [{ type: "BOOKMARK", resourceVersion: "17", isUnversioned: true, cursor: "17" }],
    });
    expect(read({ op: "beat", position: null, object: null })).toEqual({
      kind: "unintelligible",
      detail: "an event without a version",
    });
  });

  it("have no version of their own in a deletion that a token orders", () => {
    const { resourceVersion: _own, ...shape } = operation({ cursor: "position" });
    const readOf = (op: string): unknown => {
      const next = eventReader({ kind: widget, operation: shape });
      const value = { op, position: 17, object: at("4") };
      return next({ kind: "json", value: { data: { widgetEvents: value } } });
    };
    const object = { resourceVersion: "4", cursor: "17" };

    expect(readOf("gone")).toMatchObject({
      events: [{ ...object, type: "DELETED", isUnversioned: true }],
    });
    expect(readOf("changed")).toMatchObject({ events: [{ ...object, type: "MODIFIED" }] });
    expect(readOf("changed")).not.toMatchObject({ events: [{ isUnversioned: true }] });
  });

  it("cannot be read if the name of the deleted object is too long", () => {
    const shape = operation({ key: { name: "gone.name" } });
    const next = eventReader({ kind: widget, operation: shape });
    const value = { op: "gone", version: "4", object: null, gone: { name: "a".repeat(4_097) } };
    expect(next({ kind: "json", value: { data: { widgetEvents: value } } })).toMatchObject({
      kind: "unintelligible",
      detail: "a name of 4097 characters, more than 4096",
    });
  });
});

const known = replied("u1", {
  key: { kind: "Widget", name: "a" },
  version: resourceVersion("3"),
});

describe("deliveries of a subscription to one type of change", () => {
  it("are objects without the type of the event", () => {
    const watch = operation({ eventType: "MODIFIED", object: "" });

    expect(events({ kind: widget, operation: watch }, [at("1"), at("2")])).toEqual([
      "MODIFIED a 1",
      "MODIFIED a 2",
    ]);
  });

  it("may be just the name of the object", () => {
    const watch = operation({ eventType: "DELETED", object: "", key: { uid: "" } });
    expect(events({ kind: widget, operation: watch, known }, ["u1", "u7"])).toEqual([
      "DELETED (a) 3",
    ]);
  });
});

describe("events that report creations and changes alike", () => {
  const upserts = operation({
    type: { path: "op", names: { put: "UPSERTED", gone: "DELETED" } },
    key: { uid: "id" },
  });
  const deliveries = [event("put", at("1"), "1"), event("put", at("2"), "2"), gone("u1")];

  it("are creations if no response has shown the object and none precedes them", () => {
    expect(events({ kind: widget, operation: upserts }, deliveries)).toEqual([
      "ADDED a 1",
      "MODIFIED a 2",
      "DELETED (a) 2",
    ]);
  });

  it("are changes of objects whose first version is another one", () => {
    const { metadata } = seen(at("1"));
    const shown = replied("u1", {
      key: { kind: widget.name, namespace: "default", name: "a" },
      version: metadata.resourceVersion,
      first: metadata.resourceVersion,
    });
    const words = { kind: widget, operation: upserts, known: shown };

    expect(events(words, [event("put", at("2"), "2")])).toEqual(["MODIFIED a 2"]);
    expect(events(words, [event("put", at("1"), "1")])).toEqual(["ADDED a 1"]);
    const one = resourceVersion("1");
    const four = resourceVersion("4");
    const next = {
      key: { kind: widget.name, name: "a" },
      version: four,
      first: four,
      earlier: [one],
    };
    const again = { ...words, known: replied("u1", next) };
    const all = ["1", "2", "4"].map((version) => event("put", at(version), version));
    expect(events(again, all)).toEqual(["ADDED a 1", "MODIFIED a 2", "ADDED a 4"]);
  });

  it("are creations of the next object of a name that serves as uid", () => {
    const named = { ...widget, paths: { ...widget.paths, uid: widget.paths.name } };
    const { key: _, ...ended } = upserts;
    const born = (version: string, time: string): JsonValue =>
      event(
        "put",
        { ...widgetData, meta: { name: "a", ns: "default", uid: "a", version }, born: time },
        version,
      );
    const timed = { ...named, paths: { ...named.paths, creationTimestamp: "born" } };

    expect(
      events({ kind: named, operation: ended }, [
        event("put", at("1"), "1"),
        event("gone", at("2"), "2"),
        event("put", at("3"), "3"),
        event("put", at("4"), "4"),
      ]),
    ).toEqual(["ADDED a 1", "DELETED a 2", "ADDED a 3", "MODIFIED a 4"]);
    // Another stream may report the deletions.
    expect(
      events({ kind: timed, operation: upserts }, [
        born("1", "2026-01-01T00:00:00Z"),
        born("3", "2026-01-02T00:00:00Z"),
      ]),
    ).toEqual(["ADDED a 1", "ADDED a 3"]);
    const bare = operation({ shape: "object", object: "object" });
    expect(
      events({ kind: timed, operation: bare }, [
        born("1", "2026-01-01T00:00:00Z"),
        born("2", "2026-01-01T00:00:00Z"),
        born("3", "2026-01-02T00:00:00Z"),
      ]),
    ).toEqual(["ADDED a 1", "MODIFIED a 2", "ADDED a 3"]);
  });
});

function marked(version: string, marker: JsonValue): JsonValue {
  const object = at(version);
  return { ...(isJsonObject(object) ? object : {}), removedAt: marker };
}
