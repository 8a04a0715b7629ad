import { expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { WatchEnd, WatchEvent } from "#contract";
import type { Watch, WatchListener } from "../../port/target.ts";
import { readObject } from "../replies/object-reader.ts";
import { widget, widgetData } from "../testing/widget-dialect.ts";
import { openMerged } from "./merged-watch.ts";
import type { LastWrite } from "./merged-watch.ts";

const request = { url: "http://endpoint", operation: "" };

function event(type: WatchEvent["type"], name: string, version: string): WatchEvent {
  return { type, resourceVersion: resourceVersion(version), key: { kind: "Ship", name } };
}

function eventOf(type: WatchEvent["type"], uid: string, version: string): WatchEvent {
  const reading = readObject({ ...widgetData, meta: { name: "a", ns: "x", uid, version } }, widget);
  if (!reading.ok) throw new Error(reading.problem);
  return { type, resourceVersion: resourceVersion(version), object: reading.value };
}

class Streams {
  readonly seen: string[] = [];
  readonly ends: WatchEnd[] = [];
  readonly listeners: WatchListener[] = [];
  closed = 0;
  #wake: () => void = () => {};

  readonly open = async (listener: WatchListener): Promise<Watch> => {
    this.listeners.push(listener);
    return {
      request,
      [Symbol.asyncDispose]: async () => {
        this.closed += 1;
        listener.ended({ end: "closed" });
      },
    };
  };

  readonly listener: WatchListener = {
    event: ({ type, key, object, resourceVersion: version }) => {
      this.seen.push(`${type} ${object?.metadata.name ?? key?.name} ${version}`);
      this.#wake();
    },
    ended: (end) => this.ends.push(end),
  };

  async until(count: number): Promise<readonly string[]> {
    while (this.seen.length < count) await new Promise<void>((wake) => (this.#wake = wake));
    return this.seen;
  }
}

it("returns the events of one object in the order of its life, from all streams", async () => {
  const streams = new Streams();
  await using watch = await openMerged(
    { streams: [streams.open, streams.open, streams.open] },
    request,
    streams.listener,
  );
  void watch;
  const [created, changed, gone] = streams.listeners;
  gone?.event(event("DELETED", "a", "9"));
  changed?.event(event("MODIFIED", "a", "7"));
  changed?.event(event("MODIFIED", "b", "8"));
  created?.event(event("ADDED", "a", "5"));

  expect(await streams.until(4)).toEqual([
    "ADDED a 5",
    "MODIFIED a 7",
    "DELETED a 9",
    "MODIFIED b 8",
  ]);
});

it("returns the events of a successor of the same name after the end of its predecessor", async () => {
  const streams = new Streams();
  await using watch = await openMerged(
    { streams: [streams.open, streams.open] },
    request,
    streams.listener,
  );
  void watch;
  const [created, gone] = streams.listeners;
  created?.event(eventOf("ADDED", "u1", "5"));
  created?.event(eventOf("ADDED", "u2", "9"));
  gone?.event(eventOf("DELETED", "u1", "7"));

  expect(await streams.until(3)).toEqual(["ADDED a 5", "DELETED a 7", "ADDED a 9"]);
});

it("distinguishes successors of one name if each restarts its versions", async () => {
  const streams = new Streams();
  await using watch = await openMerged(
    { streams: [streams.open, streams.open] },
    request,
    streams.listener,
  );
  void watch;
  const [created, gone] = streams.listeners;
  created?.event(eventOf("ADDED", "u1", "1"));
  created?.event(eventOf("ADDED", "u2", "1"));
  gone?.event(eventOf("DELETED", "u1", "2"));

  expect(await streams.until(3)).toEqual(["ADDED a 1", "DELETED a 2", "ADDED a 1"]);
});

it("keeps the order of one stream, so that a wrong order is found", async () => {
  const streams = new Streams();
  await using watch = await openMerged(
    { streams: [streams.open, streams.open] },
    request,
    streams.listener,
  );
  void watch;
  const [, changed] = streams.listeners;
  changed?.event(event("MODIFIED", "a", "8"));
  changed?.event(event("MODIFIED", "a", "7"));

  expect(await streams.until(2)).toEqual(["MODIFIED a 8", "MODIFIED a 7"]);
});

it("ends once, with the first end, after all earlier events", async () => {
  const streams = new Streams();
  await using watch = await openMerged(
    { streams: [streams.open, streams.open] },
    request,
    streams.listener,
  );
  void watch;
  const [created, changed] = streams.listeners;
  created?.event(event("ADDED", "a", "5"));
  changed?.ended({ end: "lost", detail: "the connection broke" });
  created?.event(event("ADDED", "b", "6"));

  expect(streams.seen).toEqual(["ADDED a 5"]);
  expect(streams.ends).toEqual([{ end: "lost", detail: "the connection broke" }]);
  expect(streams.closed).toBe(2);
});

it("holds a deletion until another stream has delivered the version that it names", async () => {
  const streams = new Streams();
  await using watch = await openMerged(
    { streams: [streams.open, streams.open] },
    request,
    streams.listener,
  );
  void watch;
  const [changes, deletions] = streams.listeners;
  deletions?.event({ ...event("DELETED", "a", "2"), isUnversioned: true });
  deletions?.event({ ...event("DELETED", "b", "3"), isUnversioned: true });
  changes?.event(event("MODIFIED", "b", "3"));

  expect(await streams.until(1)).toEqual(["MODIFIED b 3"]);
  changes?.event(event("MODIFIED", "a", "2"));
  expect((await streams.until(4)).slice(1)).toEqual(["MODIFIED a 2", "DELETED a 2", "DELETED b 3"]);
});

it("holds a successor of the same name until another stream has delivered the deletion", async () => {
  const streams = new Streams();
  await using watch = await openMerged(
    { streams: [streams.open, streams.open, streams.open] },
    request,
    streams.listener,
  );
  void watch;
  const [created, gone, others] = streams.listeners;
  created?.event(eventOf("ADDED", "u1", "5"));
  await streams.until(1);
  created?.event(eventOf("ADDED", "u2", "9"));
  others?.event(event("ADDED", "b", "3"));

  expect((await streams.until(2)).slice(1)).toEqual(["ADDED b 3"]);
  gone?.event({ ...event("DELETED", "a", "5"), key: { kind: "Ship", name: "a", namespace: "x" } });
  expect((await streams.until(4)).slice(2)).toEqual(["DELETED a 5", "ADDED a 9"]);
});

async function openWritten(streams: Streams, written: Map<string, LastWrite>): Promise<Watch> {
  const open = [streams.open, streams.open, streams.open];
  return openMerged(
    { streams: open, written: (uid) => written.get(uid) },
    request,
    streams.listener,
  );
}

it("holds a change until another stream has delivered the creation of its object", async () => {
  const streams = new Streams();
  const written = new Map<string, LastWrite>();
  await using watch = await openWritten(streams, written);
  void watch;
  const [created, changed] = streams.listeners;
  const nowMs = performance.now();
  written.set("u1", { createdMs: nowMs, answeredMs: nowMs, version: "2" });
  changed?.event(eventOf("MODIFIED", "u1", "2"));
  changed?.event({ ...event("MODIFIED", "b", "7") });
  // This event waits for no other event, and no event before it in its stream waits, so it is delivered first.
  created?.event(event("ADDED", "c", "8"));

  expect(await streams.until(1)).toEqual(["ADDED c 8"]);
  created?.event(eventOf("ADDED", "u1", "1"));
  expect((await streams.until(4)).slice(1)).toEqual(["ADDED a 1", "MODIFIED a 2", "MODIFIED b 7"]);
});

it("holds a deletion until another stream has delivered the last accepted write", async () => {
  const streams = new Streams();
  const written = new Map<string, LastWrite>();
  await using watch = await openWritten(streams, written);
  void watch;
  const [created, changed, gone] = streams.listeners;
  const nowMs = performance.now();
  written.set("u1", { createdMs: nowMs, answeredMs: nowMs, version: "2" });
  created?.event(eventOf("ADDED", "u1", "1"));
  gone?.event(eventOf("DELETED", "u1", "3"));
  created?.event(event("ADDED", "c", "8"));

  expect(await streams.until(2)).toEqual(["ADDED a 1", "ADDED c 8"]);
  changed?.event(eventOf("MODIFIED", "u1", "2"));
  expect((await streams.until(4)).slice(2)).toEqual(["MODIFIED a 2", "DELETED a 3"]);
});
