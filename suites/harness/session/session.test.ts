import { describe, expect, it } from "vitest";
import type { Command, Outcome, WatchCommand } from "#contract";
import type { Prerequisite, WatchListener } from "#targets";
import type { Session } from "./session.ts";
import { scriptedSession } from "./scripted-session.fixture.ts";
import { accepted, refused, scriptedKind, scriptedTarget } from "./scripted-target.fixture.ts";
import type { ScriptedTarget } from "./scripted-target.fixture.ts";

const definition: Prerequisite = {
  key: { kind: "Definition", name: "widgets" },
  spec: { kind: "Widget" },
};

function sessionOn(
  answer: Outcome | ((command: Command) => Outcome),
  prerequisites: readonly Prerequisite[] = [],
  watched?: (listener: WatchListener) => void,
): { readonly session: Session; readonly target: ScriptedTarget } {
  const reply = typeof answer === "function" ? answer : () => answer;
  const scripted = scriptedTarget(reply, prerequisites);
  const target =
    watched === undefined
      ? scripted
      : {
          ...scripted,
          watch: (_: WatchCommand, listener: WatchListener) => {
            watched(listener);
            return Promise.resolve({
              request: { url: "", operation: "" },
              [Symbol.asyncDispose]: () => Promise.resolve(),
            });
          },
        };
  const session = scriptedSession(target);
  return { session, target };
}

describe("Session.prepare", () => {
  it("creates the prerequisites as the author, and removes them at the end", async () => {
    const { session, target } = sessionOn(accepted(definition.key), [definition]);

    expect(await session.prepare()).toBeUndefined();
    expect(await session.cleanUp(new AbortController().signal)).toBe(0);

    expect(target.commands).toEqual([
      { verb: "create", identity: "author", ...definition },
      { verb: "delete", identity: "author", key: definition.key },
    ]);
  });

  it.each<{ name: string; answer: Outcome; isError: boolean; problem: RegExp; removes: number }>([
    {
      name: "exists already",
      answer: refused("alreadyExists"),
      isError: true,
      problem: /^Definition widgets, required by the run, already exists/u,
      removes: 0,
    },
    {
      name: "is rejected",
      answer: refused("invalid"),
      isError: false,
      problem: /^cannot create Definition widgets, required by the run: rejected as invalid/u,
      removes: 0,
    },
    {
      name: "may have been created",
      answer: { result: "unknown", cause: "timeout", detail: "no response" },
      isError: true,
      problem: /cannot create .*: unknown \(timeout/u,
      removes: 1,
    },
  ])("says why one is missing that $name", async ({ answer, isError, problem, removes }) => {
    const { session, target } = sessionOn(answer, [definition]);

    const missing = await session.prepare();

    // A request without a response is retried once.
    expect(missing).toMatchObject({ isError, exchange: answer.result === "unknown" ? 2 : 1 });
    expect(missing?.problem).toMatch(problem);
    await session.cleanUp(new AbortController().signal);
    const deleted = target.commands.flatMap((one) => (one.verb === "delete" ? [one.key.name] : []));
    expect(new Set(deleted).size).toBe(removes);
  });
});

describe("a fixture whose creation returns no object", () => {
  const { signal } = new AbortController();

  it("is the object that a read shows", async () => {
    const { session, target } = sessionOn((command) =>
      command.verb === "read" ? accepted(command.key) : { result: "done" },
    );
    await using opened = session.open({ name: "a", kind: scriptedKind, via: "report", signal });

    const { key, object } = await opened.context.fixture();
    expect(object.metadata.name).toBe(key.name);
    expect(target.commands.map(({ verb }) => verb)).toEqual(["create", "read"]);
  });

  it("is missing, with the response to the read as the reason", async () => {
    const { session } = sessionOn((command) =>
      command.verb === "read" ? refused("forbidden") : { result: "done" },
    );
    await using opened = session.open({ name: "a", kind: scriptedKind, via: "report", signal });

    await expect(opened.context.fixture()).rejects.toThrow(
      "Service was created, but could not be read: rejected as forbidden",
    );
  });
});

describe("the watch that the cases of a kind share", () => {
  const { signal } = new AbortController();
  const watched = {
    ...scriptedKind,
    operations: { ...scriptedKind.operations, watch: ["watch"] },
  };

  function watchedSession(kind = watched): {
    readonly listeners: readonly WatchListener[];
    readonly session: Session;
    readonly settle: () => Promise<unknown>;
  } {
    const listeners: WatchListener[] = [];
    const { session } = sessionOn(
      (command) => {
        if (command.verb === "update") return refused("invalid");
        if (command.verb !== "create") return refused("notFound");
        const outcome = accepted(command.key);
        if (outcome.result === "object") {
          const { object } = outcome;
          const { resourceVersion } = object.metadata;
          for (const listener of listeners)
            listener.event({ type: "ADDED", resourceVersion, object });
        }
        return outcome;
      },
      [],
      (listener) => listeners.push(listener),
    );
    const settle = async (): Promise<unknown> => {
      await using opened = session.open({ name: "a", kind, via: "report", signal });
      return await opened.context.settle({ kind: "Service", namespace: "default", name: "web" });
    };
    return { listeners, session, settle };
  }

  it("is replaced after its end, and before a case that runs alone", async () => {
    const { listeners, session, settle } = watchedSession();

    expect(await settle()).toMatchObject({ reached: true });
    listeners[0]?.ended({ end: "completed" });
    expect(await settle()).toMatchObject({ reached: true });
    expect(await settle()).toMatchObject({ reached: true });
    expect(listeners).toHaveLength(2);

    await session.renewEndedWatches();
    expect(await settle()).toMatchObject({ reached: true });
    expect(listeners).toHaveLength(3);
  });

  it("gets a new sentinel each time if the target rejects each new spec as invalid", async () => {
    const changeable = { ...watched, operations: { ...watched.operations, update: ["update"] } };
    const { session, settle } = watchedSession(changeable);

    expect(await settle()).toMatchObject({ reached: true });
    expect(await settle()).toMatchObject({ reached: true });
    await session.cleanUp(signal);
  });

  it("starts without the objects of finished cases if an earlier one has ended", async () => {
    const existing = new Map<string, Command>();
    const listeners: WatchListener[] = [];
    const atStart: number[] = [];
    const { session } = sessionOn(
      (command) => {
        if (command.verb === "delete") existing.delete(command.key.name);
        if (command.verb !== "create") return refused("notFound");
        existing.set(command.key.name, command);
        const outcome = accepted(command.key);
        if (outcome.result !== "object") return outcome;
        const { object } = outcome;
        const { resourceVersion } = object.metadata;
        for (const one of listeners) one.event({ type: "ADDED", resourceVersion, object });
        return outcome;
      },
      [],
      (listener) => {
        listeners.push(listener);
        atStart.push(existing.size);
      },
    );
    const useWatch = async (): Promise<void> => {
      await using opened = session.open({ name: "a", kind: watched, via: "report", signal });
      await opened.context.fixture();
    };

    await useWatch();
    listeners[0]?.ended({ end: "completed" });
    await useWatch();
    await session.renewEndedWatches();
    await useWatch();

    // The second watch starts next to the object and the two sentinels of the first.
    expect(atStart).toEqual([0, 3, 0]);
  });

  it("states why it ended", async () => {
    const { session } = sessionOn((command) =>
      command.verb === "create" ? accepted(command.key) : refused("notFound"),
    );
    await using opened = session.open({ name: "a", kind: watched, via: "report", signal });
    const key = { kind: "Service", namespace: "default", name: "web" };

    await expect(opened.context.settle(key)).resolves.toMatchObject({
      reached: false,
      problem: "the watch ended as unsupported: no watches here",
    });
  });

  it("remains if none has ended", async () => {
    const { listeners, session, settle } = watchedSession();

    await settle();
    await session.renewEndedWatches();
    await settle();

    expect(listeners).toHaveLength(1);
  });
});

describe("the objects that finished cases have left", () => {
  const { signal } = new AbortController();

  it("are those of the kind, until the run removes them", async () => {
    const { session } = sessionOn((command) =>
      command.verb === "create" || command.verb === "delete"
        ? accepted(command.key)
        : refused("notFound"),
    );
    await using later = session.open({ name: "b", kind: scriptedKind, via: "report", signal });
    const first = session.open({ name: "a", kind: scriptedKind, via: "report", signal });
    const { key } = await first.context.fixture();
    const { context } = later;

    expect(context.leftByFinished()).toEqual([]);
    await first[Symbol.asyncDispose]();
    expect(context.leftByFinished()).toEqual([key]);
    await session.removeEnded(() => false);
    expect(context.leftByFinished()).toEqual([]);
  });
});
