import { EventEmitter, once } from "node:events";
import { describe, expect, it } from "vitest";
import { limits } from "#contract";
import { claim, defineCheck, SetupFailed } from "#harness";
import type { AnyCheck, CheckContext, Target } from "#harness";
import {
  findingsIn,
  problemsIn,
  run,
  simpleCheck as check,
  targetOf,
} from "../testing/scripted-run.ts";
import { runOptions } from "../testing/test-run-options.ts";
import { runChecks } from "./run-checks.ts";
import type { RunOptions } from "./run-options.ts";

describe("a run with kinds of its own", () => {
  it("registers them before its first case, and removes them after its last one", async () => {
    const { sent, lines } = await run({ kinds: ["Service", "Widget"], isTaken: false });

    expect(sent).toEqual(["create Definition widgets", "delete Definition widgets"]);
    expect(lines.filter(({ line }) => line === "case")).toHaveLength(2);
    expect(lines.findIndex(({ line }) => line === "exchange")).toBeLessThan(
      lines.findIndex(({ line }) => line === "case"),
    );
  });

  it("registers none without a case on one of them", async () => {
    expect((await run({ kinds: ["Service"], isTaken: false })).sent).toEqual([]);
  });

  it("registers them once more where there was no response, which cost every case on them", async () => {
    const kinds = ["Service", "Widget"];
    const { sent, lines } = await run({ kinds, isTaken: false, lost: 1 });

    expect(sent).toEqual([
      "create Definition widgets",
      "create Definition widgets",
      "delete Definition widgets",
    ]);
    expect(findingsIn(lines)).toEqual(["held", "held"]);
  });

  it("recognizes the kinds that the request without a response registered", async () => {
    const kinds = ["Service", "Widget"];
    const { sent, lines } = await run({ kinds, isTaken: true, lost: 1 });

    expect(sent.slice(0, 2)).toEqual(["create Definition widgets", "create Definition widgets"]);
    expect(findingsIn(lines)).toEqual(["held", "held"]);
  });

  it("runs all other cases when they cannot be registered", async () => {
    const { sent, lines } = await run({ kinds: ["Service", "Widget"], isTaken: true });

    expect(sent).toEqual(["create Definition widgets"]);
    const cases = lines.flatMap((line) => (line.line === "case" ? [line] : []));
    expect(cases).toMatchObject([
      { case: "write/x#Service", findings: [{ result: "held" }] },
      {
        case: "write/x#Widget",
        problem: expect.stringContaining("already exists"),
        findings: [{ result: "errored", evidence: [1] }],
      },
    ]);
  });
});

describe("a check that wants to be first", () => {
  it("runs before all others, regardless of its place in the list", async () => {
    const first: AnyCheck = { ...check, id: "write/y", isFirst: true };
    const { lines } = await run(
      { kinds: ["Service"], isTaken: false },
      { checks: [check, first, { ...check, id: "write/z" }] },
    );

    expect(lines.flatMap((line) => (line.line === "case" ? [line.check] : []))).toEqual([
      "write/y",
      "write/x",
      "write/z",
    ]);
  });
});

describe("a check that wants to be last", () => {
  it("runs after all others, regardless of its place in the list", async () => {
    const last: AnyCheck = { ...check, id: "write/a", isLast: true };
    const { lines } = await run(
      { kinds: ["Service"], isTaken: false },
      { checks: [last, check, { ...check, id: "write/z" }] },
    );

    expect(lines.flatMap((line) => (line.line === "case" ? [line.check] : []))).toEqual([
      "write/x",
      "write/z",
      "write/a",
    ]);
  });
});

describe("a run with room for more", () => {
  it("removes objects of finished cases while the last one runs", async () => {
    const target = targetOf({ kinds: ["Service"], isTaken: false }, []);
    const deletions = new EventEmitter();
    const execute: Target["execute"] = (command, signal) => {
      deletions.emit(command.verb);
      return target.execute(command, signal);
    };
    const untilRemoved = { ...check, id: "write/y", drive: () => once(deletions, "delete") };
    let milliseconds = 0;
    const { footer } = await runChecks(
      runOptions({
        target: { ...target, execute },
        checks: [{ ...check, drive: leaveOneBehind }, untilRemoved],
        concurrencyLimits: { usual: 1, most: 4 },
        monotonicMs: () => (milliseconds += 1),
        emit: () => {},
      }),
    );

    expect(footer).toMatchObject({ leftBehind: 0, interrupted: false });
  });
});

async function leaveOneBehind(context: CheckContext): Promise<void> {
  const key = context.unusedKey();
  for (let asked = 0; asked < 8; asked += 1) {
    await context.call({ verb: "read", identity: "author", key });
  }
}

it("reports no violation of a requirement that is not in the profile", async () => {
  const covers = ["write.keeps-identity", "concurrency.conflict-tells-current-version"] as const;
  const violating = defineCheck<unknown>({
    ...check,
    covers,
    judge: () =>
      covers.map((one) => claim(one, { holds: false, expected: "a", actual: "b", evidence: [] })),
  });
  const violatedIn = async (profile: RunOptions["profile"]): Promise<readonly string[]> => {
    const { lines } = await run(
      { kinds: ["Service"], isTaken: false },
      { checks: [violating], profile },
    );
    return lines.flatMap((line) =>
      line.line === "case" ? line.findings.map(({ requirement }) => requirement) : [],
    );
  };

  expect(await violatedIn("kubernetes/v1")).toEqual(["write.keeps-identity"]);
  expect(await violatedIn("graphql-status/v1")).toEqual(covers);
});

it("states that a case timed out if a request was aborted for it", async () => {
  const waiting: AnyCheck = {
    ...check,
    drive: async (context: CheckContext) => {
      const key = context.unusedKey();
      const step = await context.call({ verb: "read", identity: "author", key });
      if (!context.signal.aborted) await once(context.signal, "abort");
      const outcome = { result: "unknown", cause: "aborted", detail: "aborted" } as const;
      throw new SetupFailed("no object: aborted by the caller", { ...step, outcome });
    },
  };
  const { lines } = await run(
    { kinds: ["Service"], isTaken: false },
    { checks: [waiting], limits: { ...limits, caseMs: 20 } },
  );

  expect(new Set(problemsIn(lines))).toEqual(
    new Set(["timed out after 20 ms; --timeout SECONDS allows more time"]),
  );
});

describe("a scenario that affects all objects of a controller", () => {
  const creating: AnyCheck = defineCheck<unknown>({
    ...check,
    drive: (context) =>
      context.call({ verb: "create", identity: "author", key: context.unusedKey(), spec: {} }),
  });

  it.each([
    ["starts without the objects of finished cases", true, false, ["create", "delete", "create"]],
    [
      "starts without them even if the run keeps objects",
      true,
      true,
      ["create", "delete", "create"],
    ],
    ["starts with them if it is of no controller", false, false, ["create", "create", "delete"]],
  ] as const)("%s", async (_, meets, keepObjects, verbs) => {
    const apart = {
      phase: "restart",
      ...(meets ? { meetsCompanions: true as const } : {}),
    } as const;
    const { sent } = await run(
      { kinds: ["Service"], isTaken: false },
      { checks: [creating, { ...creating, ...apart, id: "write/y" }], keepObjects },
    );

    expect(sent.map((command) => command.split(" ")[0]).slice(0, 3)).toEqual(verbs);
  });
});

function read(context: CheckContext, name: string): Promise<unknown> {
  const key = { kind: context.kind.name, name };
  return context.call({ verb: "read", identity: "author", key });
}

describe("a check that takes turns", () => {
  const turns: AnyCheck = defineCheck<unknown>({
    ...check,
    isAlone: true,
    takesTurns: true,
    drive: async (context) => {
      await read(context, "before");
      await context.alone(async () => {
        await read(context, "first");
        await read(context, "last");
      });
      await read(context, "after");
    },
  });

  it("runs its cases at the same time, except in the parts that need an idle target", async () => {
    const served = { kinds: ["Service", "Bucket"], isTaken: false };
    const concurrencyLimits = { usual: 2, most: 2 };
    const { sent } = await run(served, { checks: [turns], concurrencyLimits });

    const kinds = ["Service", "Bucket"];
    const named = (...names: readonly string[]): readonly string[] =>
      kinds.flatMap((kind) => names.map((name) => `read ${kind} ${name}`));
    expect(sent.slice(0, -2)).toEqual([...named("before"), ...named("first", "last")]);
    expect(new Set(sent.slice(-2))).toEqual(new Set(named("after")));
  });

  it("runs alone on a target for one case at a time, and in a rerun", async () => {
    const served = { kinds: ["Service", "Bucket"], isTaken: false };
    const broken = { ...turns, judge: () => [violated] };
    const { sent } = await run(served, { checks: [broken], attempts: 2, isUnquestioned: true });

    expect(sent.slice(-4)).toEqual(
      ["before", "first", "last", "after"].map((name) => `read Service ${name}`),
    );
  });
});

const violated = claim("write.keeps-identity", {
  holds: false,
  expected: "a",
  actual: "b",
  evidence: [],
});

describe("a run with a time limit", () => {
  it("aborts the cases that are running, starts no others, and leaves all of them undecided", async () => {
    let nowMs = 0;
    const slow: AnyCheck = {
      ...check,
      drive: async ({ signal }: CheckContext) => {
        if (!signal.aborted) await once(signal, "abort");
        nowMs = 50;
      },
    };
    const { lines } = await run(
      { kinds: ["Service", "Deployment"], isTaken: false },
      { checks: [slow], monotonicMs: () => nowMs, timeLimitMs: 50 },
    );

    expect(findingsIn(lines)).toEqual(["undecided", "undecided"]);
    expect(problemsIn(lines)).toEqual([
      "not finished: the time limit of the run, 0.05 s, was reached",
      "not reached: the time limit of the run, 0.05 s, was reached",
    ]);
  });

  it("changes nothing if all cases finish in time", async () => {
    const served = { kinds: ["Service"], isTaken: false };
    const { lines } = await run(served, { timeLimitMs: 1_000_000 });

    expect(findingsIn(lines)).toEqual(["held"]);
  });
});

const readingCheck: AnyCheck = {
  ...check,
  drive: async (context: CheckContext) => {
    const key = { kind: context.kind.name, namespace: "default", name: "a" };
    const { outcome } = await context.call({ verb: "read", identity: "author", key });
    if (outcome.result === "unknown") throw new Error(outcome.detail);
  },
};

/** A clock that advances by a second each time it is read. */
function fastClock(): () => number {
  let nowMs = 0;
  return () => {
    nowMs += 1_000;
    return nowMs;
  };
}

describe("a run whose target no longer responds", () => {
  const kinds = Array.from({ length: 60 }, (_one, i) => `Kind${i}`);

  it("starts no further cases", async () => {
    const { sent, lines } = await run(
      { kinds, isTaken: false, lost: Infinity },
      { checks: [readingCheck], monotonicMs: fastClock() },
    );

    expect(problemsIn(lines)).toHaveLength(kinds.length);
    expect(problemsIn(lines).at(-1)).toBe("not reached: the endpoint had not responded for 30 s");
    expect(new Set(findingsIn(lines))).toEqual(new Set(["errored"]));
    expect(new Set(sent).size).toBeLessThan(kinds.length / 2);
  });

  it("goes on if responses arrive", async () => {
    const { lines } = await run(
      { kinds, isTaken: false, lost: 6 },
      { checks: [readingCheck], monotonicMs: fastClock() },
    );

    expect(problemsIn(lines).at(-1)).toBeUndefined();
  });
});
