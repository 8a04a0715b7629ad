import { describe, expect, it } from "vitest";
import { describeKey, resourceVersion } from "#contract";
import type { Command, Outcome } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { statusWrite } from "../commands/sample-commands.ts";
import { driveScripted } from "../session/scripted-session.fixture.ts";
import { accepted, refused } from "../session/scripted-target.fixture.ts";
import { tryOnMissing } from "./try-on-missing.ts";
import { tryRefusals } from "./try-refusals.ts";
import type { Tried } from "./try-refusals.ts";

function count(commands: readonly Command[], verb: Command["verb"]): number {
  return commands.filter((command) => command.verb === verb).length;
}

const mistakes = [{ level: 1 }, { level: 2 }, { level: 3 }] as const;

function tryLevels(context: CheckContext): Promise<readonly Tried<(typeof mistakes)[number]>[]> {
  return tryRefusals(context, {
    mistakes,
    prepare: () => context.fixture(),
    attempt: ({ level }, { key }) => statusWrite(context, key, { status: { level } }),
    repair: (_, { key }) => statusWrite(context, key, { status: {} }),
  });
}

/** Accepts the levels in `takes` and rejects the others. Reads return the version from `versionOf`. */
function serving(
  takes: readonly number[],
  versionOf: (reads: number) => string = () => "7",
): (command: Command) => Outcome {
  let reads = 0;
  return (command) => {
    if (command.verb === "list") return refused("internal");
    if (command.verb === "read") {
      return accepted(command.key, { resourceVersion: resourceVersion(versionOf(++reads)) });
    }
    const level = command.verb === "updateStatus" ? command.status?.["level"] : undefined;
    const isTaken = typeof level !== "number" || takes.includes(level);
    return isTaken ? accepted(command.key) : refused("invalid");
  };
}

describe("tryRefusals", () => {
  it("sends all attempts to one object while all are rejected", async () => {
    const { result, commands } = await driveScripted(serving([]), tryLevels);

    expect(result.map(({ level, trial }) => [level, trial.attempt.outcome.result])).toEqual([
      [1, "refused"],
      [2, "refused"],
      [3, "refused"],
    ]);
    expect(new Set(result.map(({ trial }) => trial.control)).size).toBe(1);
    expect([count(commands, "create"), count(commands, "read")]).toEqual([1, 2]);
    expect(count(commands, "updateStatus")).toBe(4);
  });

  it.each<{ why: string; answer: () => (command: Command) => Outcome }>([
    { why: "one of them is accepted", answer: () => serving([2]) },
    { why: "the object moves", answer: () => serving([], (reads) => (reads === 2 ? "8" : "7")) },
  ])("tries each on an object of its own where $why", async ({ answer }) => {
    const { result, commands } = await driveScripted(answer(), tryLevels);

    expect(result.map(({ level }) => level)).toEqual([1, 2, 3]);
    expect(new Set(result.map(({ key }) => describeKey(key))).size).toBe(3);
    expect(count(commands, "create")).toBe(4);
    for (const { key, trial } of result) expect(trial.attempt.command).toMatchObject({ key });
  });

  it("sends nothing without attempts", async () => {
    const { result, commands } = await driveScripted(serving([]), (context) =>
      tryRefusals(context, {
        mistakes: [],
        prepare: () => context.fixture(),
        attempt: (_, { key }) => statusWrite(context, key, { status: {} }),
        repair: (_, { key }) => statusWrite(context, key, { status: {} }),
      }),
    );

    expect([result, commands]).toEqual([[], []]);
  });
});

function tryMissing(context: CheckContext): Promise<readonly Tried<(typeof mistakes)[number]>[]> {
  return tryOnMissing(context, {
    mistakes,
    attempt: ({ level }, key) => statusWrite(context, key, { status: { level } }),
    control: () => context.call(statusWrite(context, context.unusedKey(), { status: {} })),
  });
}

/** Accepts the levels in `takes` and rejects the others. Reads find no object. */
function serveNothing(takes: readonly number[]): (command: Command) => Outcome {
  const serve = serving(takes);
  return (command) => (command.verb === "read" ? refused("notFound") : serve(command));
}

describe("tryOnMissing", () => {
  it("sends all attempts under one key while all are rejected", async () => {
    const { result, commands } = await driveScripted(serveNothing([]), tryMissing);

    expect(new Set(result.map(({ key }) => describeKey(key))).size).toBe(1);
    expect([count(commands, "read"), count(commands, "updateStatus")]).toEqual([2, 4]);
  });

  it.each([
    { why: "one of them is accepted", answer: serveNothing([1]) },
    { why: "something is there afterwards", answer: serving([]) },
  ])("tries each under a key of its own where $why", async ({ answer }) => {
    const { result } = await driveScripted(answer, tryMissing);

    expect(result.map(({ level }) => level)).toEqual([1, 2, 3]);
    expect(new Set(result.map(({ key }) => describeKey(key))).size).toBe(3);
  });
});
