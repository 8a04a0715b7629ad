import { describe, expect, it } from "vitest";
import type { Command, JsonObject, Refusal } from "#contract";
import type { Exchange } from "#targets";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import { isSampleWrite, Recorder } from "./recorder.ts";
import { scriptedTarget } from "./scripted-target.fixture.ts";

const key = { kind: workloadKind.name, namespace: "a", name: "x" };

it.each<[string, JsonObject, boolean]>([
  ["a sample", { phase: "a", count: 1 }, true],
  ["a sample with another count", { phase: "a", count: 7 }, true],
  ["a sample without its count", { phase: "a" }, true],
  ["a count alone", { count: 7 }, true],
  ["what is no sample", { phase: "z", count: 1 }, false],
  ["a sample with a text for its count", { phase: "a", count: "many" }, false],
  ["a sample with a count below zero", { phase: "a", count: -1 }, false],
])("knows %s", (_, status, isSample) => {
  const command = { verb: "updateStatus", identity: "controller", key, status } as const;
  expect(isSampleWrite([workloadKind], command)).toBe(isSample);
});

it("recognizes an invalid sample that differs from valid ones only in its counter", () => {
  const samples = {
    ...workloadKind.samples,
    counter: "side",
    statuses: [{ side: "Left" }, { side: "Right", site: "North" }],
    invalidStatuses: [{ status: { side: "none" }, field: "status.side", defect: "no side" }],
  };
  const isSample = (status: JsonObject): boolean =>
    isSampleWrite([{ ...workloadKind, samples }], {
      verb: "updateStatus",
      identity: "controller",
      key,
      status,
    });

  expect(isSample({ side: "Left" })).toBe(true);
  expect(isSample({ side: "Middle" })).toBe(true);
  expect(isSample({ side: "none" })).toBe(false);
  expect(isSample({ side: "none", site: "North" })).toBe(false);
});

it("takes a valid field of an invalid sample for a sample", () => {
  const samples = {
    ...workloadKind.samples,
    counter: "count",
    statuses: [{ count: 2, side: "Left" }],
    invalidStatuses: [
      { status: { count: 7, side: "none" }, field: "status.side", defect: "no side" },
    ],
  };
  const command = { verb: "updateStatus", identity: "controller", key } as const;
  const status = { count: 7, side: "Left" };

  expect(isSampleWrite([{ ...workloadKind, samples }], { ...command, status })).toBe(true);
});

it("recognizes a count in addition to what its mutation requires", () => {
  const demandedMembers = { [workloadKind.operations.updateStatus[0] ?? ""]: ["phase"] };
  const [{ phase = null } = {}] = workloadKind.samples.statuses;
  const isSample = (status: JsonObject, kind = { ...workloadKind, demandedMembers }): boolean =>
    isSampleWrite([kind], { verb: "updateStatus", identity: "controller", key, status });

  expect(isSample({ phase, count: 7 })).toBe(true);
  expect(isSample({ phase, count: -7 })).toBe(false);
  expect(isSample({ phase: "z", count: 7 })).toBe(false);
});

it("recognizes a count in addition to what the first status needs", () => {
  const requiredFirst = { [workloadKind.operations.updateStatus[0] ?? ""]: ["phase"] };
  const [{ phase = null } = {}] = workloadKind.samples.statuses;
  const command = { verb: "updateStatus", identity: "controller", key } as const;
  const { samples } = workloadKind;
  const statuses = samples.statuses.map((status) => ({ ...status, note: "n" }));
  const kind = { ...workloadKind, requiredFirst, samples: { ...samples, statuses } };

  expect(isSampleWrite([kind], { ...command, status: { phase, count: 7 } })).toBe(true);
});

/** Returns the number of requests, the result, and the number of repetitions, if the first requests lose their connection. */
async function requestsFor(command: Command, lost: number): Promise<readonly unknown[]> {
  let requests = 0;
  const target = scriptedTarget(() => {
    requests += 1;
    return requests <= lost
      ? { result: "unknown", cause: "connection", detail: "reset" }
      : { result: "done" };
  });
  const recorder = new Recorder({ target, trace: () => {}, now: () => 0 });
  const { signal } = new AbortController();
  const { outcome } = await recorder.call(command, { case: "a", signal });
  return [requests, outcome.result, recorder.lostConnections];
}

describe("a request whose connection is lost", () => {
  const read = { verb: "read", identity: "author", key } as const;

  it("is repeated if it is a read", async () => {
    await expect(requestsFor(read, 0)).resolves.toEqual([1, "done", 0]);
    await expect(requestsFor(read, 2)).resolves.toEqual([3, "done", 2]);
    await expect(requestsFor(read, 9)).resolves.toEqual([3, "unknown", 2]);
  });

  it("is not repeated if it is a write", async () => {
    const write = { verb: "updateStatus", identity: "controller", key, status: {} } as const;
    await expect(requestsFor(write, 1)).resolves.toEqual([1, "unknown", 0]);
  });
});

it("knows the rejection by a rate limit until a request is answered", async () => {
  const limited: Exchange = {
    outcome: { result: "unknown", cause: "connection", detail: "HTTP 429: too many requests" },
    rateRefusals: 1,
  };
  const refusal: Refusal = { reason: "rateLimited", message: "slow down", causes: [] };
  const aborted: Exchange = {
    outcome: { result: "unknown", cause: "aborted", detail: "aborted by the caller" },
    rateRejection: { refusal },
  };
  const exchanges = [limited, aborted, { outcome: { result: "done" } } as const];
  const target = {
    ...scriptedTarget(() => ({ result: "done" })),
    execute: (): Promise<Exchange> =>
      Promise.resolve(exchanges.shift() ?? { outcome: { result: "done" } }),
  };
  const recorder = new Recorder({ target, trace: () => {}, now: () => 0 });
  const { signal } = new AbortController();
  const write = { verb: "updateStatus", identity: "controller", key, status: {} } as const;
  const said: (string | undefined)[] = [];
  for (let sent = 0; sent < 3; sent += 1) {
    await recorder.call(write, { case: "a", signal });
    said.push(recorder.rateLimit);
  }

  expect(said).toEqual([
    "HTTP 429: too many requests",
    "rejected as rateLimited (no code): slow down",
    undefined,
  ]);
});
