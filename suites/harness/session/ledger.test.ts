import { describe, expect, it } from "vitest";
import type { Command, ObjectKey, Outcome } from "#contract";
import type { CollectionRemoval, KindDescription, RemovedTogether, Target } from "#targets";
import { Ledger } from "./ledger.ts";
import { Recorder } from "./recorder.ts";
import { accepted, refused, scriptedTarget } from "./scripted-target.fixture.ts";
import type { Trace } from "./trace.ts";
import { WriteLimit } from "./write-limit.ts";

const never = new AbortController().signal;

function key(name: string): ObjectKey {
  return { kind: "Widget", name };
}

function deletionsOf(commands: readonly Command[]): readonly string[] {
  return commands.flatMap((command) => (command.verb === "delete" ? [command.key.name] : []));
}

function none(): void {}

function notCalled(): Promise<never> {
  return Promise.reject(new Error("it was called"));
}

const lost = { result: "unknown", cause: "aborted", detail: "aborted by the caller" } as const;

function counting(prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count}`;
  };
}

const kind: KindDescription = {
  name: "Widget",
  scope: "namespaced",
  namespaces: ["default", "other"],
  operations: {
    create: [],
    read: ["widget"],
    list: [],
    update: [],
    updateStatus: [],
    patchStatus: [],
    delete: [],
    watch: [],
  },
  statusModes: {},
  samples: { specs: [], statuses: [], counter: "count", invalidStatuses: [] },
  isRuntime: false,
  preloaded: ["there-1", "there-2"],
};

/** A target that answers each deletion by its number among those of the object. No other command finds an object. */
function countingDeletions(answer: (name: string, times: number) => Outcome): {
  readonly asked: ReadonlyMap<string, number>;
  readonly target: ReturnType<typeof scriptedTarget>;
} {
  const asked = new Map<string, number>();
  const target = scriptedTarget((command) => {
    if (command.verb !== "delete") return refused("notFound");
    const { name } = command.key;
    const times = (asked.get(name) ?? 0) + 1;
    asked.set(name, times);
    return answer(name, times);
  });
  return { asked, target };
}

describe("Ledger", () => {
  it("uses each existing object once, and does not delete it", async () => {
    const target = scriptedTarget(() => accepted(key("any")));
    const traces: Trace[] = [];
    const ledger = new Ledger((trace) => traces.push(trace));
    const next = counting("p");
    const names = [
      ledger.newKey(kind, next),
      ledger.newKey(kind, next, 1),
      ledger.newKey(kind, next),
    ].map((one) => one.name);
    expect(names).toEqual(["there-1", "p-1", "there-2"]);
    expect(ledger.newKey(kind, next).name).toBe("p-2");
    expect(ledger.unusedKey(kind, next).name).toBe("p-3");
    expect(["there-1", "p-1", "p-3", "p-4"].filter((name) => ledger.hasDrawn(name))).toEqual([
      "p-1",
      "p-3",
    ]);
    ledger.creating({ kind: "Widget", namespace: "default", name: "there-1" });
    await ledger.removeAll(new Recorder({ target, trace: none, now: () => 0 }), never);
    expect(target.commands).toEqual([]);
    expect(traces).toEqual([]);

    const created = { ...kind, operations: { ...kind.operations, create: ["createWidget"] } };
    expect(new Ledger(none).newKey(created, counting("q")).name).toBe("q-1");
  });

  it("uses each number once, although names may share one, and any number if none is left", () => {
    const ledger = new Ledger(() => {});
    const numbered = { ...kind, nameForm: { from: 5, to: 7 } };
    const next = counting("p");
    const names = [1, 2, 3].map(() => ledger.unusedKey(numbered, next).name);
    expect(names.toSorted()).toEqual(["5", "6", "7"]);
    expect(["5", "6", "7"]).toContain(ledger.unusedKey(numbered, next).name);
    expect(ledger.hasDrawn("5")).toBe(false);
  });

  it("removes objects that others depend on last", async () => {
    const removing = new Set<string>();
    const target = scriptedTarget((command) => {
      if (command.verb === "delete") removing.add(command.key.name);
      return accepted(key("any"));
    });
    const ledger = new Ledger(() => {});
    ledger.creating(key("definition"), "last");
    ledger.creating(key("first"));
    ledger.creating(key("second"));

    expect(
      await ledger.removeAll(new Recorder({ target, trace: () => {}, now: () => 0 }), never),
    ).toEqual([]);

    expect(deletionsOf(target.commands)).toEqual(["first", "second", "definition"]);
  });

  it("removes whole collections first, then what remains", async () => {
    const traces: Trace[] = [];
    const removals: CollectionRemoval[] = [];
    const target = scriptedTarget(() => accepted(key("any")));
    const collected: Target = {
      ...target,
      removeCollections: (removal) => {
        removals.push(removal);
        return Promise.resolve({ removed: [key("a")], absent: [key("b")] });
      },
    };
    const ledger = new Ledger((trace) => traces.push(trace));
    for (const name of ["a", "b", "held"]) ledger.creating(key(name));
    ledger.creating(key("definition"), "last");
    const recorder = new Recorder({ target: collected, trace: none, now: () => 0 });

    expect(await ledger.removeAll(recorder, never)).toEqual([]);

    const own = ["a", "b", "held", "definition"].map(key);
    expect(removals).toMatchObject([{ keys: own, own }]);
    expect(deletionsOf(target.commands)).toEqual(["held", "definition"]);
    const removed = traces.flatMap((trace) =>
      trace.line === "fixture" && trace.event === "removed" ? [trace.key.name] : [],
    );
    expect(removed).toEqual(["a", "b", "held", "definition"]);
  });

  it("removes objects singly if writes are limited", async () => {
    const target = scriptedTarget(() => accepted(key("any")));
    const ledger = new Ledger(none);
    ledger.creating(key("a"));
    const recorder = new Recorder({
      target: { ...target, removeCollections: notCalled },
      trace: none,
      now: () => 0,
      writes: new WriteLimit(9),
    });

    expect(recorder.removesCollections).toBe(false);
    expect(await ledger.removeAll(recorder, never)).toEqual([]);
    expect(deletionsOf(target.commands)).toEqual(["a"]);
  });

  it("does not change objects of other clients", async () => {
    const traces: Trace[] = [];
    const target = scriptedTarget(() => accepted(key("any")));
    const ledger = new Ledger((trace) => traces.push(trace));
    ledger.creating(key("taken"), "last");
    ledger.notCreated(key("taken"));

    await ledger.removeAll(new Recorder({ target, trace: () => {}, now: () => 0 }), never);

    expect(target.commands).toEqual([]);
    expect(traces).toMatchObject([{ event: "creating" }, { event: "not-created" }]);
  });

  it("removes some objects early, and retries rejected removals at the end", async () => {
    let isRefused = true;
    const target = scriptedTarget(({ verb }) =>
      verb === "delete" && isRefused ? refused("forbidden") : accepted(key("any")),
    );
    const ledger = new Ledger(none);
    const recorder = new Recorder({ target, trace: none, now: () => 0 });
    for (const name of ["a", "b", "c"]) ledger.creating(key(name));
    ledger.creating(key("definition"), "last");
    const early = { recorder, signal: never, concurrency: 1, removals: ["first"] } as const;

    await ledger.removeEarly([key("a")], { ...early, isEnough: () => false });
    isRefused = false;
    const some = ["definition", "b", "unknown", "c"].map(key);
    const isEnough = (): boolean => deletionsOf(target.commands).length === 2;
    await ledger.removeEarly(some, { ...early, isEnough });
    expect(deletionsOf(target.commands)).toEqual(["a", "b"]);

    expect(await ledger.removeAll(recorder, never)).toEqual([]);
    expect(deletionsOf(target.commands).slice(2)).toEqual(["a", "c", "definition"]);
  });

  it("retries after a lost response, and after another client's write", async () => {
    const traces: Trace[] = [];
    const { asked, target } = countingDeletions((name, times) => {
      if (times > 1) return accepted(key("any"));
      if (name === "written") return refused("conflict");
      return { result: "unknown", cause: "timeout", detail: "no response within 10000 ms" };
    });
    const ledger = new Ledger((trace) => traces.push(trace));
    for (const name of ["slow", "written"]) ledger.creating(key(name));

    expect(
      await ledger.removeAll(new Recorder({ target, trace: none, now: () => 0 }), never),
    ).toEqual([]);

    expect(Object.fromEntries(asked)).toEqual({ slow: 2, written: 2 });
    expect(traces.slice(2)).toEqual(
      ["slow", "written"].map((name) => ({ line: "fixture", event: "removed", key: key(name) })),
    );
  });

  it("removes an object that appears after its creation lost its response", async () => {
    const traces: Trace[] = [];
    const { asked, target } = countingDeletions((_, times) =>
      times === 2 ? accepted(key("any")) : refused("notFound"),
    );
    const absent = (): Promise<RemovedTogether> =>
      Promise.resolve({ removed: [], absent: [key("late")] });
    const ledger = new Ledger((trace) => traces.push(trace), { lateCreationMs: 20 });
    const recorder = new Recorder({
      target: { ...target, removeCollections: absent },
      trace: none,
      now: () => 0,
    });
    for (const name of ["late", "never"]) ledger.creating(key(name));
    ledger.answered({ verb: "create", identity: "author", key: key("late"), spec: {} }, lost);

    expect(await ledger.removeAll(recorder, never)).toEqual([]);

    expect(Object.fromEntries(asked)).toEqual({ late: 2, never: 1 });
    expect(traces.slice(2)).toEqual(
      ["never", "late"].map((name) => ({ line: "fixture", event: "removed", key: key(name) })),
    );
  });

  it("removes an object again at the end if its creation may have been executed after its removal", async () => {
    const target = scriptedTarget(() => refused("notFound"));
    const ledger = new Ledger(none);
    const recorder = new Recorder({ target, trace: none, now: () => 0 });
    for (const name of ["late", "never"]) ledger.creating(key(name));
    ledger.answered({ verb: "create", identity: "author", key: key("late"), spec: {} }, lost);

    await ledger.removeEarly([key("late"), key("never")], {
      recorder,
      signal: never,
      concurrency: 1,
      removals: ["first"],
      isEnough: () => false,
    });

    expect(ledger.isOpen(key("late"))).toBe(true);
    expect(ledger.isOpen(key("never"))).toBe(false);
  });

  it("removes no object whose creation never reached the endpoint", async () => {
    const traces: Trace[] = [];
    const { asked, target } = countingDeletions(() => refused("forbidden"));
    const ledger = new Ledger((trace) => traces.push(trace));
    const recorder = new Recorder({
      target,
      trace: none,
      now: () => 0,
      sending: (sent) => ledger.sent(sent),
    });
    const unsent = { ...lost, cause: "connection", isUnsent: true } as const;
    const create = (name: string, outcomes: readonly Outcome[]): void => {
      ledger.creating(key(name));
      for (const outcome of outcomes) {
        ledger.sent(key(name));
        ledger.answered({ verb: "create", identity: "author", key: key(name), spec: {} }, outcome);
      }
    };
    create("unsent", [unsent]);
    create("unsent-again", [unsent, unsent]);
    create("lost-before", [lost, unsent]);
    create("stored", [unsent, accepted(key("stored"))]);

    const left = await ledger.removeAll(recorder, never);

    expect(left.map(({ name }) => name).toSorted()).toEqual(["lost-before", "stored"]);
    expect([...asked.keys()].toSorted()).toEqual(["lost-before", "stored"]);
    expect(traces.filter((trace) => "event" in trace && trace.event === "not-created")).toEqual(
      ["unsent", "unsent-again"].map((name) => ({
        line: "fixture",
        event: "not-created",
        key: key(name),
      })),
    );
  });

  it("reports objects that it could not remove, once", async () => {
    const traces: Trace[] = [];
    const target = scriptedTarget(() => refused("forbidden"));
    const ledger = new Ledger((trace) => traces.push(trace));
    const recorder = new Recorder({ target, trace: () => {}, now: () => 0 });
    ledger.creating(key("kept"));

    expect(await ledger.removeAll(recorder, never)).toEqual([key("kept")]);
    expect(await ledger.removeAll(recorder, never)).toEqual([]);

    expect(traces.at(-1)).toMatchObject({ event: "left-behind", key: key("kept") });
  });
});
