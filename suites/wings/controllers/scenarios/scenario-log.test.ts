import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject } from "#contract";
import type { SeenEvent, Step } from "#harness";
import { describeOwned } from "../rules/object-life.ts";
import type { WireWrite } from "./controller-bench.ts";
import { judgeScenario } from "./judge-scenario.ts";
import { maxLogged, ScenarioLog } from "./scenario-log.ts";
import type { Passed } from "./scenario-log.ts";

const key = { kind: "Bucket", namespace: "default", name: "photos" };

function write(status: JsonObject): WireWrite {
  return { side: "status", key, texts: [], status };
}

function logOf(sizes: readonly number[]): ScenarioLog {
  const log = new ScenarioLog();
  sizes.forEach((size, i) => {
    log.passed({
      write: write({ text: "x".repeat(size) }),
      result: { result: "stored", version: `${i}`, texts: [] },
      sentMs: i,
      atMs: i,
    });
  });
  return log;
}

it("keeps what happened up to a size, and nothing that came after it", () => {
  const log = logOf([1_000, maxLogged, 1_000]);
  log.noted({ event: "time", atMs: 9 });

  expect(log.isFull).toBe(true);
  expect(log.events().map((event) => event.atMs)).toEqual([0]);
});

it("keeps everything of a scenario of the usual size", () => {
  const log = logOf(Array.from({ length: 400 }, () => 2_000));

  expect(log.isFull).toBe(false);
  expect(log.size).toBe(400);
});

it("grows by each write that changes an object or is rejected, and not by others", () => {
  const log = new ScenarioLog();
  const passed = (result: Passed["result"]): number => {
    log.passed({ write: { ...write({}), version: "5" }, result, sentMs: 0, atMs: 0 });
    return log.size;
  };
  const texts: readonly string[] = [];

  expect(passed({ result: "stored", version: "6", texts })).toBe(1);
  expect(passed({ result: "stored", version: "5", texts })).toBe(1);
  expect(passed({ result: "stored", texts })).toBe(2);
  expect(passed({ result: "refused", reason: "conflict" })).toBe(3);
  expect(log.events()).toHaveLength(4);
});

it("expects a retry after the time that a refusal states, until the next write", () => {
  const log = new ScenarioLog();
  const passed = (result: Passed["result"], atMs: number): void =>
    log.passed({ write: write({}), result, sentMs: atMs, atMs });
  const seen: (number | undefined)[] = [log.retryDueMs];
  passed({ result: "refused", reason: "rateLimited", retryAfterSeconds: 2 }, 100);
  seen.push(log.retryDueMs);
  passed({ result: "refused", reason: "conflict" }, 2_200);
  seen.push(log.retryDueMs);
  passed({ result: "lost", texts: [] }, 2_300);
  seen.push(log.retryDueMs);
  passed({ result: "stored", version: "5", texts: [] }, 2_400);
  seen.push(log.retryDueMs);
  passed({ result: "refused", reason: "internal" }, 2_500);
  seen.push(log.retryDueMs);
  log.restarted();
  seen.push(log.retryDueMs);

  expect(seen).toEqual([undefined, 2_100, undefined, 2_300, undefined, 2_500, undefined]);
});

it("decides nothing by a log whose end is missing", () => {
  const played = {
    scenario: [],
    events: [],
    exchanges: [1],
    isSeen: true,
    judging: { convergeMs: 1 },
  };

  const results = judgeScenario({ ...played, isCut: true }).map(({ result }) => result);

  expect(new Set(results)).toEqual(new Set(["undecided"]));
  expect(judgeScenario(played).map(({ result }) => result)).not.toContain("undecided");
});

function stored(version: string): ScenarioLog {
  const log = new ScenarioLog();
  const metadata = {
    name: "photos",
    namespace: "default",
    uid: uid("u"),
    resourceVersion: resourceVersion(version),
  };
  log.shown({
    type: "ADDED",
    object: { kind: "Bucket", metadata },
    resourceVersion: metadata.resourceVersion,
    arrivedMs: 0,
  });
  return log;
}

describe("what the controller received", () => {
  const view = { key, through: "watch", texts: [] } as const;

  it("is known by its version, whatever the name of that field", () => {
    const log = stored("7");
    log.viewed({ ...view, version: "7" }, 1);
    log.viewed({ ...view, through: "read", texts: ["photos", "7", "x".repeat(100)] }, 2);
    log.viewed({ ...view, isGone: true }, 3);

    expect(log.events().filter(({ event }) => event === "viewed")).toEqual([
      { event: "viewed", key, through: "watch", version: "7", atMs: 1 },
      { event: "viewed", key, through: "read", version: "7", atMs: 2 },
      { event: "viewed", key, through: "watch", atMs: 3 },
    ]);
  });

  it("is not a state of the object if its version is none of the object", () => {
    const log = stored("7");
    log.viewed({ ...view, version: "9" }, 1);
    log.viewed({ ...view, texts: ["photos", "owner"] }, 2);

    expect(log.events().some(({ event }) => event === "viewed")).toBe(false);
  });

  it("counts once if it does not change, and never as activity", () => {
    const log = stored("7");
    const { size } = log;
    for (let atMs = 0; atMs < 5; atMs += 1) log.viewed({ ...view, version: "7" }, atMs);

    expect(log.size).toBe(size);
    expect(log.events().filter(({ event }) => event === "viewed")).toHaveLength(1);
  });

  it("is complete once the newest state was delivered to the running process", () => {
    const log = stored("7");
    expect(log.isDelivered).toBe(false);
    log.viewed({ ...view, version: "6" }, 1);
    log.viewed({ ...view, through: "reply", version: "7" }, 1);
    expect(log.isDelivered).toBe(false);
    log.viewed({ ...view, texts: ["photos", "7"] }, 2);
    expect(log.isDelivered).toBe(true);

    log.restarted();
    expect([log.isDelivered, log.hasDelivered]).toEqual([false, false]);
    log.viewed({ ...view, through: "older list", version: "6" }, 3);
    expect([log.isDelivered, log.hasDelivered]).toEqual([false, true]);
  });

  it.each(["before", "after"])("is complete with a deletion that arrives %s ours", (when) => {
    const log = stored("7");
    log.viewed({ ...view, version: "7" }, 1);
    const gone = { type: "DELETED", key, resourceVersion: resourceVersion("8") } as const;
    const deliver = (): void => log.viewed({ ...view, isGone: true }, 2);
    if (when === "before") deliver();
    log.shown({ ...gone, arrivedMs: 2 });
    expect(log.isDelivered).toBe(when === "before");
    expect(log.undelivered).toEqual(when === "before" ? [] : [key]);
    if (when === "after") deliver();

    expect(log.isDelivered).toBe(true);
  });
});

it("is complete once the newest state of a recreated object was delivered, even without the deletion", () => {
  const log = new ScenarioLog();
  log.shown(bucket("1", "u1"));
  log.viewed({ key, through: "list", texts: [], version: "1" }, 1);
  log.shown({ type: "DELETED", key, resourceVersion: resourceVersion("2"), arrivedMs: 2 });
  log.shown(bucket("3", "u2"));
  expect(log.isDelivered).toBe(false);
  log.viewed({ key, through: "list", texts: [], version: "3" }, 4);

  expect(log.isDelivered).toBe(true);
});

function bucket(version: string, life: string, deletionTimestamp?: string): SeenEvent {
  return {
    type: "MODIFIED",
    resourceVersion: resourceVersion(version),
    object: {
      kind: "Bucket",
      metadata: {
        name: "photos",
        namespace: "default",
        uid: uid(life),
        resourceVersion: resourceVersion(version),
        ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
      },
    },
    arrivedMs: 1,
  };
}

it("awaits the deletion of an object until it is gone, terminating or replaced", () => {
  const ends = {
    gone: { type: "DELETED", resourceVersion: resourceVersion("2"), key, arrivedMs: 2 },
    terminating: bucket("2", "u1", "2026-01-01T00:00:00Z"),
    replaced: bucket("2", "u2"),
  } as const satisfies Record<string, SeenEvent>;

  for (const end of Object.values(ends)) {
    const log = new ScenarioLog();
    log.shown(bucket("1", "u1"));
    expect(log.awaitsDeletion).toBe(false);
    log.drove(deletion, "author");
    expect(log.awaitsDeletion).toBe(true);
    log.shown(bucket("3", "u1"));
    expect(log.awaitsDeletion).toBe(true);
    log.shown(end);
    expect(log.awaitsDeletion).toBe(false);
    // The event for a deletion may precede its response.
    log.drove(deletion, "author");
    expect(log.awaitsDeletion).toBe(end === ends.replaced);
  }
});

const deletion: Step = {
  exchange: 1,
  command: { verb: "delete", identity: "author", key },
  outcome: { result: "done" },
  startedMs: 0,
  endedMs: 1,
};

it("keeps a limited number of remarks, which do not delay its rest", () => {
  const log = new ScenarioLog();
  for (let count = 0; count < 500; count += 1) log.remarked("watch", "watch ended", count);
  log.remarked("output", "printed: panic", 500);

  expect(log.size).toBe(0);
  expect(log.events()).toHaveLength(201);
  expect(log.events().at(-1)).toEqual({
    event: "remark",
    about: "output",
    what: "printed: panic",
    atMs: 500,
  });
});

function part(metadata: object): SeenEvent {
  const version = resourceVersion("2");
  const own = { namespace: "default", name: "part", uid: uid("p"), resourceVersion: version };
  return {
    type: "ADDED",
    resourceVersion: version,
    object: { kind: "Part", metadata: { ...own, ...metadata } },
    arrivedMs: 1,
  };
}

describe("an owned object", () => {
  const author = "author";

  function created(id: string): Step {
    const metadata = {
      namespace: key.namespace,
      name: key.name,
      uid: uid(id),
      resourceVersion: resourceVersion("1"),
    };
    return {
      command: { verb: "create", identity: author, key, spec: {} },
      outcome: { result: "object", object: { kind: key.kind, metadata } },
      exchange: 0,
      startedMs: 0,
      endedMs: 0,
    };
  }

  it.each([
    { by: "an owner reference", metadata: { ownerReferences: [{ uid: "u1" }] }, isCollected: true },
    {
      by: "an owner reference, before a label",
      metadata: { labels: { owner: "photos" }, ownerReferences: [{ uid: "u1" }] },
      isCollected: true,
    },
    { by: "a label", metadata: { labels: { owner: "u1" } }, isCollected: false },
    {
      by: "a label, if the reference is to another object",
      metadata: { labels: { owner: "u1" }, ownerReferences: [{ uid: "u9" }] },
      isCollected: false,
    },
  ])("is identified by $by", ({ metadata, isCollected }) => {
    const log = new ScenarioLog();
    log.drove(created("u1"), author);
    log.shownOwned(part(metadata), { label: "owner", isOrdered: false });

    expect(log.owned).toMatchObject([{ owner: key, ownerUid: "u1", isCollected }]);
    const event = log.events().find((one) => one.event === "owned");
    expect(event).toMatchObject({ state: "exists", ownerUid: "u1" });
    expect("isCollected" in (event ?? {})).toBe(isCollected);
  });

  it.each([
    { by: "the run", isOurs: true, expected: "Part default/part deleted by author" },
    { by: "the controller", isOurs: false, expected: "Part default/part is gone" },
  ])("is shown as deleted by $by", ({ isOurs, expected }) => {
    const log = new ScenarioLog();
    log.drove(created("u1"), author);
    const shown = part({ labels: { owner: "u1" } });
    log.shownOwned(shown, { label: "owner", isOrdered: false });
    log.shownOwned({ ...shown, type: "DELETED" }, { label: "owner", isOrdered: false, isOurs });

    const event = log.events().findLast((one) => one.event === "owned");
    expect(event === undefined ? "" : describeOwned(event)).toBe(expected);
  });

  it("is of no interest if its owner is unknown", () => {
    const log = new ScenarioLog();
    log.shownOwned(part({ labels: { owner: "u1" } }), { label: "owner", isOrdered: false });

    expect(log.owned).toEqual([]);
  });
});
