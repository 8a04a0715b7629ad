import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Resource } from "#contract";
import { correctRules } from "../correct/correct-rules.ts";
import { isRefusal } from "../refusal.ts";
import type { Caller, LogEntry } from "../requests.ts";
import { WatchLog } from "./watch-log.ts";
import type { WatchStream } from "./watch-stream.ts";

const caller: Caller = { identity: { name: "reader", grants: [] }, channel: "socket" };
const bounds = { rules: correctRules, retainedEvents: 3, queuedEvents: 2, firstVersion: 100 };

function added(version: number): LogEntry {
  const text = resourceVersion(String(version));
  const metadata = { name: `n${version}`, uid: uid("u"), resourceVersion: text };
  const object: Resource = { kind: "Service", metadata };
  return { type: "ADDED", version, object };
}

function record(log: WatchLog, ...versions: readonly number[]): void {
  for (const version of versions) log.record(version, [added(version)]);
}

function open(log: WatchLog, cursor?: string): WatchStream {
  const stream = log.watch(caller, { kind: "Service" }, cursor);
  if (isRefusal(stream)) throw new Error(stream.code);
  return stream;
}

async function take(stream: WatchStream, count: number): Promise<readonly unknown[]> {
  const versions = [];
  for (let i = 0; i < count; i += 1) {
    const { value } = await stream.next();
    versions.push(Number(value?.resourceVersion));
  }
  return versions;
}

describe("a watch log", () => {
  it("replays what came after a version, then delivers what comes next", async () => {
    const log = new WatchLog(bounds);
    record(log, 101, 102, 103);
    const stream = open(log, "101");
    record(log, 104);

    expect(await take(stream, 3)).toEqual([102, 103, 104]);
  });

  it("starts before the first change", async () => {
    const log = new WatchLog(bounds);
    record(log, 101);

    expect(await take(open(log, "100"), 1)).toEqual([101]);
    expect(() => open(log, "99")).toThrow("EXPIRED");
  });

  it("keeps so many changes and no more", () => {
    const log = new WatchLog(bounds);
    record(log, 101, 102, 103, 104);

    expect(() => open(log, "100")).toThrow("EXPIRED");
    expect(() => open(log, "101")).not.toThrow();
  });

  it("counts versions that no watch sees", () => {
    const log = new WatchLog(bounds);
    log.record(105, []);

    expect(log.newest).toBe(105);
    expect(() => open(log, "105")).not.toThrow();
  });

  it("ends a reader that is too far behind, and no other", async () => {
    const log = new WatchLog(bounds);
    const slow = open(log);
    const quick = open(log);
    record(log, 101);
    expect(await take(quick, 1)).toEqual([101]);
    record(log, 102, 103);

    await expect(slow.next()).rejects.toHaveProperty("refusal.reason", "SlowReader");
    expect(await take(quick, 2)).toEqual([102, 103]);
  });

  it("gives a late reader everything that was replayed, however much", async () => {
    const log = new WatchLog(bounds);
    record(log, 101, 102, 103);
    const stream = open(log, "100");
    record(log, 104, 105);

    expect(await take(stream, 5)).toEqual([101, 102, 103, 104, 105]);
  });

  it("forgets a watch that ends", async () => {
    const log = new WatchLog(bounds);
    const [left, ended] = [open(log), open(log)];
    await left.return();
    record(log, 101, 102, 103);

    await expect(ended.next()).rejects.toThrow("too slow");
    expect(log.openWatches).toBe(0);
  });
});
