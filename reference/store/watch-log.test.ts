import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Resource } from "#contract";
import { correctRules } from "../correct/correct-rules.ts";
import { isRefusal } from "../values/refusal.ts";
import type { LogEntry, WatchRequest } from "../kinds/store-requests.ts";
import { WatchLog, Throttle } from "./watch-log.ts";
import type { EventQueue } from "./event-queue.ts";

const asked: WatchRequest = {
  caller: { identity: { name: "reader", grants: [] }, channel: "socket" },
  filter: { kind: "Service" },
  bookmarks: false,
  initialEvents: false,
};

const bounds = {
  rules: correctRules,
  retainedEvents: 3,
  retainedKinds: 2,
  queuedEvents: 2,
  openWatches: 3,
  bookmarkIntervalMs: 1,
  bookmarkChanges: 100,
  firstVersion: 100,
};

function added(version: number, kind = "Service"): LogEntry {
  const text = resourceVersion(String(version));
  const metadata = { name: `n${version}`, uid: uid("u"), resourceVersion: text };
  const object: Resource = { kind, metadata };
  return { type: "ADDED", version, object };
}

function record(log: WatchLog, ...versions: readonly number[]): void {
  for (const version of versions) log.record(version, [added(version)]);
}

function open(log: WatchLog, cursor?: string): EventQueue {
  return openAs(log, cursor === undefined ? {} : { cursor });
}

function openAs(
  log: WatchLog,
  over: Partial<WatchRequest>,
  now: readonly Resource[] = [],
): EventQueue {
  const stream = log.watch({ ...asked, ...over }, () => now);
  if (isRefusal(stream)) throw new Error(stream.reason ?? stream.code);
  return stream;
}

async function take(stream: EventQueue, count: number): Promise<readonly unknown[]> {
  const versions = [];
  for (let i = 0; i < count; i += 1) {
    const { value } = await stream.next();
    versions.push(Number(value?.resourceVersion));
  }
  return versions;
}

describe("a watch log", () => {
  it("replays the changes after a version, then delivers new ones", async () => {
    using log = new WatchLog(bounds);
    record(log, 101, 102, 103);
    const stream = open(log, "101");
    record(log, 104);

    expect(await take(stream, 3)).toEqual([102, 103, 104]);
  });

  it("starts before the first change", async () => {
    using log = new WatchLog(bounds);
    record(log, 101);

    expect(await take(open(log, "100"), 1)).toEqual([101]);
    expect(() => open(log, "99")).toThrow("EXPIRED");
  });

  it("retains a limited number of changes", () => {
    using log = new WatchLog(bounds);
    record(log, 101, 102, 103, 104);

    expect(() => open(log, "100")).toThrow("EXPIRED");
    expect(() => open(log, "101")).not.toThrow();
  });

  it("counts versions that no watch shows", () => {
    using log = new WatchLog(bounds);
    log.record(105, []);

    expect(log.newest).toBe(105);
    expect(() => open(log, "105")).not.toThrow();
  });

  it("ends only a reader that is too far behind", async () => {
    using log = new WatchLog(bounds);
    const slow = open(log);
    const quick = open(log);
    record(log, 101);
    expect(await take(quick, 1)).toEqual([101]);
    record(log, 102, 103);

    await expect(slow.next()).rejects.toHaveProperty("refusal.reason", "SlowReader");
    expect(await take(quick, 2)).toEqual([102, 103]);
  });

  it("delivers all replayed events to a late reader, however many", async () => {
    using log = new WatchLog(bounds);
    record(log, 101, 102, 103);
    const stream = open(log, "100");
    record(log, 104, 105);

    expect(await take(stream, 5)).toEqual([101, 102, 103, 104, 105]);
  });

  it("frees a watch that ends", async () => {
    using log = new WatchLog(bounds);
    const [left, ended] = [open(log), open(log)];
    await left.return();
    record(log, 101, 102, 103);

    await expect(ended.next()).rejects.toThrow("too slow");
    expect(log.openWatches).toBe(0);
  });

  it("retains a window per kind", () => {
    using log = new WatchLog(bounds);
    log.record(101, [added(101, "Bucket")]);
    record(log, 102, 103, 104, 105, 106);

    expect(() => openAs(log, { filter: { kind: "Bucket" }, cursor: "100" })).not.toThrow();
    expect(() => open(log, "102")).toThrow("EXPIRED");
  });

  it("limits the number of watches", async () => {
    using log = new WatchLog(bounds);
    const [first] = [open(log), open(log), open(log)];

    expect(() => open(log)).toThrow("TooManyWatches");
    await first?.return();
    expect(() => open(log)).not.toThrow();
  });

  it("ends all watches when it is disposed", async () => {
    const log = new WatchLog(bounds);
    const next = open(log).next();
    log[Symbol.dispose]();

    expect(await next).toEqual({ done: true, value: undefined });
    expect(log.openWatches).toBe(0);
  });
});

describe("a watch that requests the current state", () => {
  it("gets the current state first, then a marked end, then changes", async () => {
    using log = new WatchLog(bounds);
    record(log, 101, 102, 103, 104, 105);
    const now = [added(104), added(101), added(105)].map(({ object }) => object);
    const stream = openAs(log, { initialEvents: true }, now);
    record(log, 106);

    expect(await take(stream, 5)).toEqual([104, 101, 105, 105, 106]);
    const again = openAs(log, { initialEvents: true }, []);
    expect((await again.next()).value).toEqual({
      type: "BOOKMARK",
      resourceVersion: "106",
      initialEventsEnd: true,
    });
  });

  it("does not count initial events towards its limit", async () => {
    using log = new WatchLog(bounds);
    const now = [101, 102, 103, 104].map((version) => added(version).object);
    const stream = openAs(log, { initialEvents: true }, now);
    record(log, 105, 106);

    expect(await take(stream, 7)).toEqual([101, 102, 103, 104, 100, 105, 106]);
  });
});

describe("a watch that requests bookmarks", () => {
  it("gets its position, even after changes that it does not show", async () => {
    using log = new WatchLog(bounds);
    const stream = openAs(log, { bookmarks: true });

    expect((await stream.next()).value).toEqual({ type: "BOOKMARK", resourceVersion: "100" });
    log.record(101, [added(101, "Bucket")]);
    expect((await stream.next()).value).toEqual({ type: "BOOKMARK", resourceVersion: "101" });
  });

  it("gets a bookmark after the events, one for several of them", async () => {
    using log = new WatchLog(bounds);
    const stream = openAs(log, { bookmarks: true, cursor: "100" });
    record(log, 101, 102);

    expect(await take(stream, 2)).toEqual([101, 102]);
    expect((await stream.next()).value).toEqual({ type: "BOOKMARK", resourceVersion: "102" });
    record(log, 103);
    expect((await stream.next()).value).toMatchObject({ type: "ADDED" });
  });

  it("gets a bookmark only when it has caught up", async () => {
    using log = new WatchLog(bounds);
    const behind = openAs(log, { bookmarks: true });
    record(log, 101);
    const quick = openAs(log, { bookmarks: true });
    // The fast reader gets its bookmark in the same turn of the event loop in which the slow reader is skipped.
    expect((await quick.next()).value?.type).toBe("BOOKMARK");

    expect(behind.queuedEvents).toBe(1);
    expect(await take(behind, 1)).toEqual([101]);
    expect((await behind.next()).value).toEqual({ type: "BOOKMARK", resourceVersion: "101" });
  });

  it("receives a bookmark immediately after a number of changes, even if it is behind", async () => {
    const limits = { queuedEvents: 4, bookmarkIntervalMs: 60_000, bookmarkChanges: 2 };
    using log = new WatchLog({ ...bounds, ...limits });
    const stream = openAs(log, { bookmarks: true });
    record(log, 101);
    expect(await take(stream, 1)).toEqual([101]);
    record(log, 102);
    record(log, 103);

    expect((await stream.next()).value?.type).toBe("ADDED");
    expect((await stream.next()).value).toEqual({ type: "BOOKMARK", resourceVersion: "102" });
    expect(await take(stream, 1)).toEqual([103]);
    record(log, 104);
    expect(await take(stream, 1)).toEqual([104]);
    expect((await stream.next()).value).toEqual({ type: "BOOKMARK", resourceVersion: "104" });
  });

  it("is not ended by a bookmark that exceeds its queue", async () => {
    using log = new WatchLog({ ...bounds, bookmarkChanges: 2 });
    const stream = openAs(log, { bookmarks: true });
    record(log, 101, 102);

    expect(await take(stream, 2)).toEqual([101, 102]);
    expect((await stream.next()).value).toEqual({ type: "BOOKMARK", resourceVersion: "102" });
  });

  it("is the only one that gets bookmarks", async () => {
    using log = new WatchLog(bounds);
    const [plain, bookmarked] = [openAs(log, {}), openAs(log, { bookmarks: true })];
    await bookmarked.next();

    expect(plain.queuedEvents).toBe(0);
  });
});

it("runs once for all calls within an interval, and again for later calls", async () => {
  let runs = 0;
  let ran: (() => void) | undefined;
  using throttle = new Throttle(1, () => {
    runs += 1;
    ran?.();
  });
  for (const expected of [1, 2]) {
    const done = new Promise<void>((resolve) => {
      ran = resolve;
    });
    throttle.soon();
    throttle.soon();
    await done;
    expect(runs).toBe(expected);
  }
});

it("runs nothing after it is disposed", async () => {
  let runs = 0;
  const throttle = new Throttle(0, () => {
    runs += 1;
  });
  throttle.soon();
  throttle[Symbol.dispose]();
  throttle.soon();
  // Timers fire in order, so a due action would have run before this timer.
  await new Promise((resolve) => setTimeout(resolve, 5));

  expect(runs).toBe(0);
});
