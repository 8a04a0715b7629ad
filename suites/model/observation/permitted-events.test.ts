import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Resource, WatchEvent } from "#contract";
import { changesAfter, eventDifference, foldEvents } from "../index.ts";
import type { Change } from "../index.ts";
import { key, objectAt } from "../state/model.fixture.ts";

const change = (type: Change["type"], version: number): Change => ({
  type,
  key,
  resourceVersion: resourceVersion(String(version)),
  object: objectAt(version),
});
const event = (type: WatchEvent["type"], version: number, shown = version): WatchEvent => ({
  type,
  resourceVersion: resourceVersion(String(version)),
  object: { ...objectAt(shown), metadata: objectAt(version).metadata },
});
const changes = [change("ADDED", 1), change("MODIFIED", 2), change("DELETED", 3)];
const allEvents = [event("ADDED", 1), event("MODIFIED", 2), event("DELETED", 3)];
const [added = event("ADDED", 1), modified = added, deleted = added] = allEvents;

it.each<{ readonly name: string; readonly events: readonly WatchEvent[]; readonly about?: string }>(
  [
    { name: "all that happened", events: allEvents },
    { name: "bookmarks do not count", events: [added, event("BOOKMARK", 1), modified, deleted] },
    { name: "one is missing in the middle", events: [added, deleted], about: "missing" },
    { name: "the last one is missing", events: [added, modified], about: "missing" },
    { name: "one comes twice", events: [added, modified, modified, deleted], about: "repeated" },
    { name: "the last one comes twice", events: [...allEvents, deleted], about: "repeated" },
    { name: "out of order", events: [modified, added, deleted], about: "out of order" },
    { name: "one too many", events: [...allEvents, event("MODIFIED", 4)], about: "unfounded" },
    {
      name: "one in between",
      events: [added, event("MODIFIED", 9), modified, deleted],
      about: "unfounded",
    },
    {
      name: "a change at a version that was already shown",
      events: [added, event("MODIFIED", 1), modified, deleted],
      about: "unfounded",
    },
    {
      name: "the same state at another version",
      events: [added, { ...event("MODIFIED", 9), object: objectAt(9) }, deleted],
      about: "wrong version",
    },
    {
      name: "another state at another version",
      events: [
        added,
        { ...event("MODIFIED", 9), object: objectAt(9, { spec: { size: 9 } }) },
        deleted,
      ],
      about: "unfounded",
    },
    { name: "wrong type", events: [event("MODIFIED", 1), modified, deleted], about: "wrong type" },
    {
      name: "another state",
      events: [added, { ...modified, object: objectAt(2, { spec: { size: 9 } }) }, deleted],
      about: "wrong object",
    },
  ],
)("$name", ({ events, about }) => {
  expect(eventDifference(changes, events, { deletedEvent: "lastState" })?.about).toBe(about);
});

it("accepts an event that announces a deletion, and a removal at a later version", () => {
  const deletionTimestamp = "2026-01-01T00:00:00Z";
  const terminating = (version: number, metadata: Partial<Resource["metadata"]> = {}): Resource =>
    objectAt(version, { metadata: { deletionTimestamp, ...metadata } });
  const announced = { ...event("MODIFIED", 3), object: terminating(3) };
  const removal = { ...change("DELETED", 3), object: terminating(3) };
  const removed = { ...event("DELETED", 4), object: terminating(4) };
  const life = [...changes.slice(0, 2), removal];
  const about = (events: readonly WatchEvent[]): string | undefined =>
    eventDifference(life, events, { deletedEvent: "lastState" })?.about;

  expect(about([added, modified, announced, removed])).toBeUndefined();
  expect(about([added, modified, announced])).toBe("missing");
  expect(about([added, modified, { ...announced, object: terminating(9) }])).toBe("missing");
  const held = { ...announced, object: terminating(3, { finalizers: ["hold"] }) };
  expect(about([added, modified, held, removed])).toBe("wrong type");
});

it("ignores the content of a deletion event that only contains the key", () => {
  const { object: _left, ...bare } = deleted;
  const events = [added, modified, { ...bare, key }];
  expect(eventDifference(changes, events, { deletedEvent: "keyOnly" })).toBeUndefined();
  expect(eventDifference(changes, events, { deletedEvent: "lastState" })?.about).toBe(
    "wrong object",
  );
});

it("distinguishes the start of a successor, whose versions start again, from a repetition", () => {
  const born = change("ADDED", 1);
  const { metadata } = born.object;
  const successor = {
    ...born,
    object: { ...born.object, metadata: { ...metadata, uid: uid("u2") } },
  };
  const life = [born, change("DELETED", 2), successor];
  const events = [added, { ...added, object: successor.object }, event("DELETED", 2)];
  expect(eventDifference(life, events, { deletedEvent: "lastState" })?.about).toBe("out of order");
});

it("returns the events after a version", () => {
  expect(changesAfter(changes, resourceVersion("2"))).toEqual(changes.slice(2));
  expect(changesAfter(changes, resourceVersion("7"))).toBeUndefined();
});

it("matches a deletion without a version with the actual deletion", () => {
  const [first, second] = allEvents;
  const { object: _left, ...bare } = { ...deleted, resourceVersion: resourceVersion("2") };
  const gone: WatchEvent = { ...bare, key, isUnversioned: true };
  const shown = [first, second, gone].filter((one) => one !== undefined);
  expect(eventDifference(changes, shown, { deletedEvent: "keyOnly" })).toBeUndefined();
});

it("accepts the version of the last write in a deletion without a version of its own", () => {
  const { metadata } = modified.object ?? objectAt(2);
  const gone: WatchEvent = {
    ...deleted,
    resourceVersion: metadata.resourceVersion,
    object: { ...objectAt(3), metadata },
  };
  const differenceWith = (last: WatchEvent): string | undefined =>
    eventDifference(changes, [added, modified, last], { deletedEvent: "lastState" })?.about;

  expect(differenceWith({ ...gone, isUnversioned: true })).toBeUndefined();
  expect(differenceWith(gone)).toBeDefined();
});

it("adds events up to the current objects", () => {
  expect([...foldEvents([added, modified]).values()]).toEqual([modified.object]);
  expect(foldEvents(allEvents).size).toBe(0);
});

it("removes the object that a deletion names, even if the deletion does not contain it", () => {
  const { object: _left, ...bare } = deleted;
  expect(foldEvents([added, modified, { ...bare, key }]).size).toBe(0);
});

it.each<{ readonly name: string; readonly events: readonly WatchEvent[]; readonly about?: string }>(
  [
    { name: "every change", events: allEvents },
    { name: "one is combined with the last one", events: [added, deleted] },
    { name: "the first one is combined with the next", events: [event("ADDED", 2), deleted] },
    { name: "an object that came and went between two results", events: [] },
    { name: "the last one is missing", events: [added, modified], about: "missing" },
    { name: "one comes twice", events: [added, modified, modified, deleted], about: "repeated" },
    { name: "out of order", events: [modified, added, deleted], about: "out of order" },
    { name: "one too many", events: [...allEvents, event("MODIFIED", 4)], about: "unfounded" },
    {
      name: "another state",
      events: [added, { ...modified, object: objectAt(2, { spec: { size: 9 } }) }, deleted],
      about: "wrong object",
    },
  ],
)("a live query: $name", ({ events, about }) => {
  const semantics = { deletedEvent: "lastState", delivery: "states" } as const;
  expect(eventDifference(changes, events, semantics)?.about).toBe(about);
});
