import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Outcome, Resource } from "#contract";
import { SetupFailed } from "../session/check.ts";
import { scriptedKind } from "../session/scripted-target.fixture.ts";
import { driveScripted } from "../session/scripted-session.fixture.ts";
import { awaitRemoval, deleteObject, writeSpecOrStatus } from "./written.ts";

const key = { kind: "Widget", name: "a" };
const { signal } = new AbortController();
const missing: Outcome = {
  result: "refused",
  refusal: { reason: "notFound", message: "", causes: [] },
};

function shown(metadata: Partial<Resource["metadata"]> = {}): Outcome {
  const own = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
  return { result: "object", object: { kind: "Widget", metadata: { ...own, ...metadata } } };
}

/** Waits for a removal while reads have the given outcomes. Returns the number of reads. */
async function awaited(
  outcomes: readonly Outcome[],
  isGone = true,
  ageMs?: number,
): Promise<number> {
  let reads = 0;
  const call = async <Sent extends Command>(command: Sent) => {
    const outcome = outcomes[Math.min(reads, outcomes.length - 1)] ?? missing;
    reads += 1;
    return { exchange: reads, startedMs: 0, endedMs: 0, command, outcome };
  };
  expect((await awaitRemoval({ call, signal, ageMs: () => ageMs }, key)) === undefined).toBe(
    isGone,
  );
  return reads;
}

it("waits for a deletion that takes effect after its response", async () => {
  expect(await awaited([shown(), shown(), missing])).toBe(3);
});

it("waits for an object that is terminating", async () => {
  const terminating = shown({ deletionTimestamp: "2026-01-01T00:00:00Z" });
  expect(await awaited([terminating, terminating, missing])).toBe(3);
});

it("waits until the deletion time that a terminating object states", async () => {
  const deletionTimestamp = new Date(Date.now() + 4000).toISOString();
  const terminating = shown({ deletionTimestamp });
  const reads: readonly Outcome[] = Array.from({ length: 8 }, () => terminating);
  expect(await awaited([...reads, missing])).toBe(9);
});

const hourMs = 3_600_000;

it.each([
  { clock: "ahead", offsetMs: hourMs },
  { clock: "behind", offsetMs: -hourMs },
])("compares times of the target if its clock is $clock", async ({ offsetMs }) => {
  const nowMs = Date.now() + offsetMs;
  const at = (ms: number): string => new Date(nowMs + ms).toISOString();
  const created = { creationTimestamp: at(-10_000) };
  const now = shown({ ...created, deletionTimestamp: at(0) });
  const later = shown({ ...created, deletionTimestamp: at(4000) });
  const reads: readonly Outcome[] = Array.from({ length: 8 }, () => later);

  expect(await awaited([now], false, 10_000)).toBe(7);
  expect(await awaited([...reads, missing], true, 10_000)).toBe(9);
});

it("does not wait for an object that is held by finalizers", async () => {
  const finalizers = ["example/hold"];
  expect(await awaited([shown({ finalizers })])).toBe(1);
  expect(await awaited([shown({ finalizers, deletionTimestamp: "2026-01-01T00:00:00Z" })])).toBe(1);
});

it("gives up on an object that stays terminating", async () => {
  const terminating = shown({ deletionTimestamp: "2026-01-01T00:00:00Z" });
  expect(await awaited([terminating], false)).toBe(7);
});

it("rejects a deletion whose object stays terminating", async () => {
  const terminating = shown({ deletionTimestamp: "2026-01-01T00:00:00Z" });
  const deletion = driveScripted(
    () => terminating,
    (context) => deleteObject(context, key),
  );
  await expect(deletion).rejects.toThrow(SetupFailed);
});

it.each([
  { rejection: "invalid", sent: ["update", "updateStatus"] },
  { rejection: "forbidden", sent: ["update"] },
] as const)(
  "writes a status if the target rejects a new spec as $rejection, and only then",
  async ({ rejection, sent }) => {
    const object = {
      kind: "Widget",
      metadata: { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") },
    };
    const commands: Command[] = [];
    const written = driveScripted(
      (command) => {
        commands.push(command);
        if (command.verb !== "update") return shown();
        return { result: "refused", refusal: { reason: rejection, message: "", causes: [] } };
      },
      (context) => writeSpecOrStatus(context, { exchange: 1, object }, 1),
      { ...scriptedKind, operations: { ...scriptedKind.operations, update: ["update"] } },
    );

    await (rejection === "invalid"
      ? expect(written).resolves.toBeDefined()
      : expect(written).rejects.toThrow(SetupFailed));
    const verbs = commands.map(({ verb }) => verb);
    expect(verbs.filter((verb) => verb !== "read")).toEqual(sent);
  },
);
