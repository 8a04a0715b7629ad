import { describe, expect, it } from "vitest";
import { contractSemantics } from "#contract";
import { claim, defineCheck, undecided } from "#harness";
import type { AnyCheck, CheckContext, Finding, JudgeContext } from "#harness";
import { guardedCheck } from "./guarded-check.ts";

const judging: JudgeContext = { semantics: contractSemantics, features: [] };

function checkOf(over: Partial<AnyCheck>): AnyCheck {
  const check = defineCheck<unknown>({
    id: "x-acme/rule",
    title: "A rule holds",
    covers: ["x-acme.rule"],
    scope: "target",
    drive: () => Promise.resolve({}),
    judge: () => [],
    ...over,
  });
  return guardedCheck(check, "/somewhere");
}

async function drive(check: AnyCheck, signal: AbortSignal): Promise<unknown> {
  const context: Partial<CheckContext> = { signal };
  return await Reflect.apply((given: CheckContext) => check.drive(given), undefined, [context]);
}

const inTime = new AbortController().signal;

describe("the drive of an extension", () => {
  it("ends when its time is up, whether it listens or not", async () => {
    const time = new AbortController();
    const ending = drive(checkOf({ drive: () => new Promise(() => {}) }), time.signal);
    time.abort();

    await expect(ending).rejects.toThrow("drive timed out");
    await expect(drive(checkOf({}), time.signal)).resolves.toEqual({});
  });

  it("states where it failed", async () => {
    const broken = checkOf({
      drive: () => {
        const error = new RangeError("too far");
        error.stack = `RangeError: too far\n    at node:internal/x:1:1\n    at size (file:///somewhere/checks/size.ts:12:5)`;
        return Promise.reject(error);
      },
    });

    await expect(drive(broken, inTime)).rejects.toMatchObject({
      name: "RangeError",
      message: "too far (checks/size.ts:12:5)",
    });
  });

  it("keeps the part of its observations that a record keeps", async () => {
    const seen = { at: new Date("2026-01-01T00:00:00Z"), nothing: undefined };

    await expect(drive(checkOf({ drive: () => Promise.resolve(seen) }), inTime)).resolves.toEqual({
      at: "2026-01-01T00:00:00.000Z",
    });
  });

  it.each([
    { name: "a circle", observed: circle(), says: "did not return plain data" },
    { name: "nothing", observed: undefined, says: "nothing to judge" },
  ])("may not return $name", async ({ observed, says }) => {
    const check = checkOf({ drive: () => Promise.resolve(observed) });

    await expect(drive(check, inTime)).rejects.toThrow(says);
  });
});

describe("the judge of an extension", () => {
  const held = claim("x-acme.rule", { holds: true, expected: "", actual: "", evidence: [1] });

  it("concerns the requirements that its check covers, and no others", () => {
    const other = undecided("watch.ordered", "by the way", []);
    const check = checkOf({ judge: () => [held, other] });

    expect(check.judge({}, judging)).toEqual([held]);
  });

  it.each([
    { name: "a promise", found: Promise.resolve([held]), says: "must not be async" },
    { name: "something else", found: [{ ...held, evidence: "1" }], says: "other than a finding" },
    { name: "a finding without words", found: [{ ...held, result: "violated" }], says: "claim" },
    { name: "a result of its own", found: [{ ...held, result: "toString" }], says: "claim" },
  ])("may not return $name", ({ found, says }) => {
    const check = checkOf({});
    const bad = guardedCheck(Object.assign({}, check, { judge: () => found }), "/somewhere");

    expect((): readonly Finding[] => bad.judge({}, judging)).toThrow(says);
  });
});

function circle(): object {
  const round: Record<string, unknown> = {};
  round["itself"] = round;
  return round;
}
