import { describe, expect, it } from "vitest";
import { limits } from "#contract";
import type { Command, Outcome, Resource } from "#contract";
import { startReference } from "#reference";
import { flushStatus, reportStatus, StagedStatus, StatusNotWritten } from "#reference/controller";
import type { StatusWriting } from "#reference/controller";
import type { Target } from "#targets";
import { connect } from "../reach/connect-endpoint.ts";

const { signal } = new AbortController();
const key = { kind: "Deployment", namespace: "default", name: "web" };

interface Bench extends AsyncDisposable {
  readonly target: Target;
  readonly sent: Command[];
  readonly waits: number[];
  readonly writing: StatusWriting;
  before: () => Promise<unknown>;
}

async function bench(): Promise<Bench & { readonly object: Resource }> {
  const server = await startReference();
  const target = await connect({ endpoint: server.url, limits, signal });
  const sent: Command[] = [];
  const waits: number[] = [];
  const made: Bench = {
    target,
    sent,
    waits,
    before: () => Promise.resolve(),
    writing: {
      target: {
        description: target.description,
        execute: async (command, stop) => {
          sent.push(command);
          if (command.verb === "updateStatus") await made.before();
          return target.execute(command, stop);
        },
      },
      now: () => new Date("2026-01-01T00:00:00.500Z"),
      random: () => 0,
      wait: (pauseMs) => {
        waits.push(pauseMs);
        return Promise.resolve();
      },
    },
    [Symbol.asyncDispose]: async () => {
      await target[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
  const object = await perform(target, {
    verb: "create",
    identity: "author",
    key,
    spec: { replicas: 3 },
  });
  return Object.assign(made, { object });
}

async function perform(target: Target, command: Command): Promise<Resource> {
  const { outcome } = await target.execute(command, signal);
  if (outcome.result !== "object") throw new Error(JSON.stringify(outcome));
  return outcome.object;
}

function stored(target: Target): Promise<Resource> {
  return perform(target, { verb: "read", identity: "author", key });
}

async function relabel(target: Target): Promise<void> {
  const { metadata } = await stored(target);
  const { resourceVersion } = metadata;
  const labels = { turn: resourceVersion };
  await perform(target, { verb: "update", identity: "author", key, resourceVersion, labels });
}

function later(seconds?: number): { readonly retryAfterSeconds?: number } {
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}

function refused(reason: "forbidden" | "internal" | "rateLimited", seconds?: number): Outcome {
  return { result: "refused", refusal: { reason, message: "no", causes: [], ...later(seconds) } };
}

function unanswered(seconds?: number): Outcome {
  return { result: "unknown", cause: "connection", detail: "HTTP 503", ...later(seconds) };
}

function stage(object: Resource): StagedStatus {
  const staged = new StagedStatus(object);
  staged.set("replicas", 3);
  staged.condition({ type: "Ready", status: "True", reason: "AllReady" });
  return staged;
}

describe("flushStatus", () => {
  it("sends one write, and none where nothing differs", async () => {
    await using at = await bench();
    const first = await flushStatus(stage(at.object), at.writing, signal);
    const again = await flushStatus(stage(await stored(at.target)), at.writing, signal);

    expect(first).toMatchObject({ flush: "written", attempts: 1 });
    expect(again).toEqual({ flush: "unchanged", attempts: 0 });
    expect(at.sent).toHaveLength(1);
    expect((await stored(at.target)).status).toMatchObject({
      replicas: 3,
      observedGeneration: 1,
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }],
    });
  });

  it("writes everything again after a conflict, for the generation of its start", async () => {
    await using at = await bench();
    at.before = async () => {
      at.before = () => Promise.resolve();
      const { resourceVersion } = (await stored(at.target)).metadata;
      const spec = { replicas: 9 };
      await perform(at.target, { verb: "update", identity: "author", key, resourceVersion, spec });
    };

    expect(await flushStatus(stage(at.object), at.writing, signal)).toMatchObject({ attempts: 2 });
    expect((await stored(at.target)).status).toMatchObject({ replicas: 3, observedGeneration: 1 });
  });

  it("stops after five conflicts, with increasing delays, and reports it", async () => {
    await using at = await bench();
    at.before = () => relabel(at.target);
    const flushing = flushStatus(stage(at.object), at.writing, signal);

    const error: unknown = await flushing.catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(StatusNotWritten);
    expect(error).toMatchObject({ attempts: 5, isConflict: true });
    expect(String(error)).toContain(
      "the status of Deployment default/web was not written in 5 attempts",
    );
    expect(at.waits).toEqual([10, 20, 40, 80]);
  });

  it("ends without an error where the object is gone, or is another one", async () => {
    await using at = await bench();
    at.before = async () => {
      at.before = () => Promise.resolve();
      await at.target.execute({ verb: "delete", identity: "author", key }, signal);
    };
    expect(await flushStatus(stage(at.object), at.writing, signal)).toMatchObject({
      flush: "gone",
    });

    await perform(at.target, { verb: "create", identity: "author", key, spec: {} });
    expect(await flushStatus(stage(at.object), at.writing, signal)).toMatchObject({
      flush: "gone",
    });
    expect((await stored(at.target)).status).toBeUndefined();
  });

  it("does not overwrite what another client has claimed in the meantime", async () => {
    await using at = await bench();
    at.before = async () => {
      at.before = () => Promise.resolve();
      const { resourceVersion } = (await stored(at.target)).metadata;
      const status = { readyReplicas: 7 };
      await perform(at.target, {
        verb: "updateStatus",
        identity: "controller",
        key,
        resourceVersion,
        status,
      });
    };
    const staged = stage(at.object);
    staged.claim("readyReplicas", 3);

    await expect(flushStatus(staged, at.writing, signal)).rejects.toThrow("conflict");
    expect((await stored(at.target)).status).toEqual({ readyReplicas: 7 });
  });

  it.each([
    [refused("forbidden"), 1, []],
    [refused("internal", 2), 5, [2_000, 2_000, 2_000, 2_000]],
    [refused("rateLimited", 1), 5, [1_000, 1_000, 1_000, 1_000]],
    [refused("internal"), 1, []],
    [unanswered(3), 5, [3_000, 3_000, 3_000, 3_000]],
    [unanswered(), 1, []],
  ] as const)("after %j, sends %i times", async (outcome, attempts, waits) => {
    await using at = await bench();
    const execute: Target["execute"] = () => Promise.resolve({ outcome });
    const writing = { ...at.writing, target: { description: at.target.description, execute } };

    await expect(flushStatus(stage(at.object), writing, signal)).rejects.toMatchObject({
      attempts,
    });
    expect(at.waits).toEqual(waits);
  });
});

describe("reportStatus", () => {
  it("flushes also after an error, which it passes on", async () => {
    await using at = await bench();
    const reporting = reportStatus(
      at.object,
      (staged) => {
        staged.set("replicas", 1);
        return Promise.reject(new Error("the backend is gone"));
      },
      { writing: at.writing, signal },
    );

    await expect(reporting).rejects.toThrow("the backend is gone");
    expect((await stored(at.target)).status).toMatchObject({ replicas: 1, observedGeneration: 1 });
  });

  it("reports the error of the flush in addition to that of the reconcile", async () => {
    await using at = await bench();
    at.before = () => relabel(at.target);
    const failing = reportStatus(at.object, () => Promise.reject(new Error("first")), {
      writing: at.writing,
      signal,
    });

    const error: unknown = await failing.catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(AggregateError);
    expect(error).toMatchObject({ errors: [{ message: "first" }, { isConflict: true }] });
  });

  it("gives the result of the work and what became of its status", async () => {
    await using at = await bench();

    const reported = await reportStatus(at.object, () => Promise.resolve("done"), {
      writing: at.writing,
      signal,
    });

    expect(reported).toMatchObject({ result: "done", flush: { flush: "written" } });
  });
});
