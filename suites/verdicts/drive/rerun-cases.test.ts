import { describe, expect, it } from "vitest";
import { claim, defineCheck, HookFailed, SetupFailed, undecided } from "#harness";
import type { AnyCheck, Target } from "#harness";
import type { RecordLine } from "../record/record.ts";
import { run, simpleCheck as check, targetOf } from "../testing/scripted-run.ts";
import { runOptions } from "../testing/test-run-options.ts";
import { runChecks } from "./run-checks.ts";

async function verdictOf(of: AnyCheck, attempts?: number): Promise<unknown> {
  const served = { kinds: ["Service"], isTaken: false };
  const attempted = attempts === undefined ? {} : { attempts };
  const { lines } = await run(served, { checks: [of], isUnquestioned: true, ...attempted });
  const verdict = lines.find(
    (line) => line.line === "verdict" && line.requirement === "write.keeps-identity",
  );
  return {
    looks: lines.flatMap((line) => (line.line === "case" ? [line.attempt ?? 1] : [])),
    ...(verdict?.line === "verdict" ? { verdict: verdict.verdict, reason: verdict.reason } : {}),
  };
}

/** Creates a check that reports its requirement as violated in the given attempts, numbered from 1. */
function breaking(...attempts: readonly number[]): AnyCheck {
  let attempt = 0;
  return defineCheck<number>({
    ...check,
    drive: () => Promise.resolve(++attempt),
    judge: (at) => [
      claim("write.keeps-identity", {
        holds: !attempts.includes(at),
        expected: "a",
        actual: "b",
        evidence: [],
      }),
    ],
  });
}

describe("a case that breaks something", () => {
  it("gets the configured number of attempts, and is flaky if they differ", async () => {
    expect(await verdictOf(breaking(1), 3)).toEqual({
      looks: [1, 2, 3],
      verdict: "flaky",
      reason: "broken in 1 of 3 attempts",
    });
  });

  it("is broken where it always is", async () => {
    expect(await verdictOf(breaking(1, 2, 3), 3)).toMatchObject({ verdict: "fail" });
  });

  it("gets one attempt by default, like a case without a violation", async () => {
    expect(await verdictOf(breaking(1))).toMatchObject({ looks: [1], verdict: "fail" });
    expect(await verdictOf(breaking(), 3)).toMatchObject({ looks: [1], verdict: "pass" });
  });
});

/** Creates a check that gets no response to a prerequisite in the given attempts, numbered from 1. */
function losing(...attempts: readonly number[]): AnyCheck {
  let attempt = 0;
  return defineCheck<unknown>({
    ...check,
    drive: async (context) => {
      attempt += 1;
      const key = context.unusedKey();
      const step = await context.call({ verb: "read", identity: "author", key });
      if (!attempts.includes(attempt)) return undefined;
      const outcome = { result: "unknown", cause: "connection", detail: "closed" } as const;
      throw new SetupFailed("no object", { ...step, outcome });
    },
  });
}

describe("a case whose connection failed", () => {
  it("is rerun once with no other case running, even with one attempt", async () => {
    expect(await verdictOf(losing(1))).toEqual({
      looks: [1, 2],
      verdict: "pass",
      reason: "decided by a rerun of write/x#Service, because the first attempt failed: no object",
    });
  });

  it("is errored if it also fails alone", async () => {
    expect(await verdictOf(losing(1, 2))).toMatchObject({ looks: [1, 2], verdict: "errored" });
    expect(await verdictOf(losing(1, 2), 3)).toMatchObject({ looks: [1, 2, 3], verdict: "pass" });
  });

  it("is searched again where it is a property", async () => {
    const property: AnyCheck = { ...losing(1), phase: "property" };

    expect(await verdictOf(property)).toMatchObject({ looks: [1, 2], verdict: "pass" });
  });

  it("keeps no other case from its second attempt, however many fail", async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `write/c${index}`);
    const { lines } = await run(
      { kinds: ["Service"], isTaken: false },
      {
        checks: [
          ...ids.map((id): AnyCheck => ({ ...losing(1, 2), id })),
          { ...losing(1), id: "write/last" },
        ],
      },
    );

    expect(lines.flatMap((line) => (line.line === "case" ? [line.case] : [])).at(-1)).toBe(
      "write/last#Service",
    );
  });
});

/** Creates a check whose watch is lost in the given attempts, numbered from 1. */
function unwatched(...attempts: readonly number[]): AnyCheck {
  let attempt = 0;
  return defineCheck<boolean>({
    ...check,
    drive: async (context) => {
      attempt += 1;
      await context.call({ verb: "read", identity: "author", key: context.unusedKey() });
      const isLost = attempts.includes(attempt);
      if (isLost) context.late?.();
      return isLost;
    },
    judge: (isLost) => [
      claim("write.keeps-identity", {
        holds: true,
        expected: "a",
        actual: "b",
        evidence: [],
        instances: isLost ? 0 : 1,
      }),
    ],
  });
}

/** Runs a case whose first updates, of the given number, get no response. */
async function attemptsAt(lost: number, phase: "scenario" | "history"): Promise<unknown> {
  const served = targetOf({ kinds: ["Service"], isTaken: false }, []);
  let writes = 0;
  const target: Target = {
    ...served,
    execute: (command, signal) => {
      const isLost = command.verb === "update" && (writes += 1) <= lost;
      return isLost
        ? Promise.resolve({
            outcome: { result: "unknown", cause: "connection", detail: "reset" },
          })
        : served.execute(command, signal);
    },
  };
  const undecidedOnce = defineCheck<boolean>({
    ...check,
    phase,
    drive: async (context) => {
      const key = { kind: context.kind.name, name: "a" };
      await context.call({ verb: "update", identity: "author", key });
      return writes <= lost;
    },
    judge: (isLost) => [
      isLost
        ? undecided("write.keeps-identity", "the name is taken", [])
        : claim("write.keeps-identity", { holds: true, expected: "", actual: "", evidence: [] }),
    ],
  });
  const lines: RecordLine[] = [];
  await runChecks(
    runOptions({ target, checks: [undecidedOnce], emit: (line) => lines.push(line) }),
  );
  const verdict = lines.find(
    (line) => line.line === "verdict" && line.requirement === "write.keeps-identity",
  );
  return {
    looks: lines.flatMap((line) => (line.line === "case" ? [line.attempt ?? 1] : [])),
    ...(verdict?.line === "verdict" ? { verdict: verdict.verdict, reason: verdict.reason } : {}),
  };
}

describe("a case in which a request got no response", () => {
  it("is rerun if it has no result", async () => {
    expect(await attemptsAt(1, "scenario")).toMatchObject({ looks: [1, 2], verdict: "pass" });
    expect(await attemptsAt(2, "scenario")).toMatchObject({
      looks: [1, 2],
      verdict: "errored",
      reason: expect.stringMatching(/^the name is taken; exchange \d+ got no response$/u),
    });
  });

  it("is not rerun if every request got a response, or if its check expects lost responses", async () => {
    expect(await attemptsAt(0, "scenario")).toMatchObject({ looks: [1], verdict: "pass" });
    expect(await attemptsAt(1, "history")).toMatchObject({ looks: [1], verdict: "inconclusive" });
  });
});

describe("a case whose watch was lost", () => {
  it("is rerun a second time with a new watch, even with one attempt", async () => {
    expect(await verdictOf(unwatched(1))).toMatchObject({ looks: [1, 2], verdict: "pass" });
    expect(await verdictOf(unwatched(1, 2))).toMatchObject({ looks: [1, 2, 3], verdict: "pass" });
    expect(await verdictOf(unwatched(1, 2, 3))).toMatchObject({
      looks: [1, 2, 3],
      verdict: "inconclusive",
    });
  });

  it("is rerun once if the case before it lost its watches as well", async () => {
    const checks = ["write/c0", "write/c1"].map((id): AnyCheck => ({
      ...unwatched(1, 2, 3),
      id,
    }));
    const { lines } = await run({ kinds: ["Service"], isTaken: false }, { checks });

    expect(lines.flatMap((line) => (line.line === "case" ? [line.case] : [])).slice(2)).toEqual([
      "write/c0#Service",
      "write/c0#Service",
      "write/c1#Service",
    ]);
  });
});

/** Creates a scenario of a controller that fails to start in the given attempts, numbered from 1. */
function unstarted(...attempts: readonly number[]): AnyCheck {
  let attempt = 0;
  return defineCheck<unknown>({
    ...check,
    id: "write/restarts",
    covers: ["write.keeps-identity", "write.stores-submitted-status"],
    decides: ["write.stores-submitted-status"],
    phase: "restart",
    meetsCompanions: true,
    drive: () => {
      attempt += 1;
      if (attempts.includes(attempt)) throw new HookFailed("the controller did not start");
      return Promise.resolve();
    },
    judge: () =>
      (["write.keeps-identity", "write.stores-submitted-status"] as const).map((requirement) =>
        claim(requirement, { holds: true, expected: "a", actual: "b", evidence: [] }),
      ),
  });
}

async function verdictsWith(scenario: AnyCheck): Promise<unknown> {
  const served = { kinds: ["Service"], isTaken: false };
  const { lines } = await run(served, { checks: [check, scenario], isUnquestioned: true });
  const shown = lines.flatMap((line) => (line.line === "verdict" ? [line] : []));
  return Object.fromEntries(
    shown
      .filter(({ requirement }) => scenario.covers.includes(requirement))
      .map(({ requirement, verdict }) => [requirement, verdict]),
  );
}

describe("a scenario whose controller did not start", () => {
  it("is rerun once", async () => {
    expect(await verdictsWith(unstarted(1))).toEqual({
      "write.keeps-identity": "pass",
      "write.stores-submitted-status": "pass",
    });
  });

  it("leaves only the requirements undecided that other scenarios do not decide", async () => {
    expect(await verdictsWith(unstarted(1, 2))).toEqual({
      "write.keeps-identity": "pass",
      "write.stores-submitted-status": "errored",
    });
  });
});
