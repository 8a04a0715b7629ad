import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Command, ObjectKey, Outcome } from "#contract";
import { Recorder } from "./recorder.ts";
import { removeObject } from "./remove-object.ts";
import { accepted, refused, scriptedTarget } from "./scripted-target.fixture.ts";

const key: ObjectKey = { kind: "Widget", name: "a" };

function waiting(version: string): Outcome {
  return accepted(key, {
    resourceVersion: resourceVersion(version),
    deletionTimestamp: "2024-01-01T00:00:00Z",
    finalizers: ["example.com/hold"],
  });
}

async function remove(
  answers: readonly Outcome[],
  signal = new AbortController().signal,
): Promise<{ readonly isGone: boolean; readonly commands: readonly Command[] }> {
  const left = [...answers];
  const target = scriptedTarget(() => left.shift() ?? refused("internal"));
  const recorder = new Recorder({ target, trace: () => {}, now: () => 0 });
  const removed = await removeObject(recorder, key, signal);
  return { isGone: removed.kind !== "left", commands: target.commands };
}

describe("removeObject", () => {
  it.each<{ name: string; answers: readonly Outcome[]; isGone: boolean; sent: number }>([
    { name: "is deleted", answers: [accepted(key)], isGone: true, sent: 1 },
    { name: "is deleted silently", answers: [{ result: "done" }], isGone: true, sent: 1 },
    { name: "was never there", answers: [refused("notFound")], isGone: true, sent: 1 },
    { name: "may not be deleted", answers: [refused("forbidden")], isGone: false, sent: 1 },
    { name: "waits", answers: [waiting("8"), accepted(key)], isGone: true, sent: 2 },
    { name: "has just gone", answers: [waiting("8"), refused("notFound")], isGone: true, sent: 2 },
    {
      name: "was written meanwhile",
      answers: [waiting("8"), refused("conflict"), waiting("9"), accepted(key)],
      isGone: true,
      sent: 4,
    },
    {
      name: "cannot be released",
      answers: Array.from({ length: 3 }, () => [waiting("8"), refused("invalid")]).flat(),
      isGone: false,
      sent: 6,
    },
  ])("knows whether an object is gone that $name", async ({ answers, isGone, sent }) => {
    const result = await remove(answers);
    expect(result.isGone).toBe(isGone);
    expect(result.commands).toHaveLength(sent);
  });

  it("removes finalizers at the version that the deletion returned", async () => {
    const { commands } = await remove([waiting("8"), accepted(key)]);
    expect(commands[1]).toEqual({
      verb: "update",
      identity: "author",
      key,
      resourceVersion: "8",
      finalizers: [],
    });
  });

  it("sends nothing when there is no time left", async () => {
    expect(await remove([], AbortSignal.abort())).toEqual({ isGone: false, commands: [] });
  });
});
