import { EventEmitter, once } from "node:events";
import { describe, expect, it } from "vitest";
import { contractSemantics, limits } from "#contract";
import { claim, defineCheck, HookFailed, SetupFailed, undecided } from "#harness";
import type { AnyCheck, CheckContext, Target } from "#harness";
import type { RecordLine } from "../record/record.ts";
import { kindNamed, runOptions } from "../testing/test-run-options.ts";
import { runChecks } from "./run-checks.ts";
import type { RunOptions } from "./run-options.ts";

const check: AnyCheck = defineCheck<unknown>({
  id: "write/x",
  title: "x",
  covers: ["write.keeps-identity"],
  scope: "kind",
  drive: ({ kind }) => Promise.resolve(kind.name),
  judge: () => [
    claim("write.keeps-identity", { holds: true, expected: "a", actual: "b", evidence: [] }),
  ],
});

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

interface Served {
  readonly kinds: readonly string[];
  /** Whether the definition exists before the run. */
  readonly isTaken: boolean;
  /** Number of commands without a response, starting with the first. None by default. */
  readonly lost?: number;
}

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

function problemsIn(lines: readonly RecordLine[]): readonly (string | undefined)[] {
  return lines.flatMap((line) => (line.line === "case" ? [line.problem] : []));
}

function findingsIn(lines: readonly RecordLine[]): readonly string[] {
  return lines.flatMap((line) =>
    line.line === "case" ? line.findings.map(({ result }) => result) : [],
  );
}

async function run(
  served: Served,
  more: Partial<
    Pick<
      RunOptions,
      | "attempts"
      | "checks"
      | "concurrencyLimits"
      | "isUnquestioned"
      | "keepObjects"
      | "limits"
      | "monotonicMs"
      | "profile"
      | "timeLimitMs"
    >
  > = {},
): Promise<{
  readonly sent: readonly string[];
  readonly lines: readonly RecordLine[];
}> {
  const sent: string[] = [];
  const lines: RecordLine[] = [];
  await runChecks(
    runOptions({
      target: targetOf(served, sent),
      checks: [check],
      emit: (line) => lines.push(line),
      ...more,
    }),
  );
  return { sent, lines };
}

function targetOf({ kinds, isTaken, lost = 0 }: Served, sent: string[]): Target {
  return {
    description: {
      endpoint: "http://127.0.0.1/graphql",
      protocol: "graphql",
      dialect: "scripted",
      kinds: kinds.map((name) => kindNamed(name, { isRuntime: name === "Widget" })),
      features: [],
      prerequisites: [{ key: { kind: "Definition", name: "widgets" }, spec: {} }],
      semantics: contractSemantics,
      identities: ["author", "controller"],
    },
    execute: (command) => {
      const what =
        command.verb === "list" ? command.kind : `${command.key.kind} ${command.key.name}`;
      sent.push(`${command.verb} ${what}`);
      if (sent.length <= lost) {
        return Promise.resolve({
          outcome: { result: "unknown", cause: "connection", detail: "closed" },
        });
      }
      const refusal = { reason: "alreadyExists", message: "taken", causes: [] } as const;
      return Promise.resolve({
        outcome: isTaken ? { result: "refused", refusal } : { result: "done" },
      });
    },
    watch: () => Promise.reject(new Error("no check here watches")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function remarksAfter(evidence: { readonly isProven?: true }): Promise<unknown> {
  const served = targetOf({ kinds: ["Service", "Widget"], isTaken: false }, []);
  const refusal = { reason: "rateLimited", code: "SLOW", message: "wait", causes: [] } as const;
  const rateRejection = { refusal: { ...refusal, isInferred: true }, ...evidence } as const;
  const target: Target = {
    ...served,
    execute: async (command, signal) => ({
      ...(await served.execute(command, signal)),
      rateRefusals: 1,
      rateRejection,
    }),
  };
  return remarksOn(target);
}

async function remarksOn(target: Target, only: AnyCheck = check): Promise<unknown> {
  const lines: RecordLine[] = [];
  await runChecks(runOptions({ target, checks: [only], emit: (line) => lines.push(line) }));
  const last = lines.at(-1);
  return last?.line === "footer" ? last.remarks : last;
}

it("remarks once on a rate limit that the dialect does not map", async () => {
  expect(await remarksAfter({ isProven: true })).toEqual([
    'the endpoint rejected requests because of a rate limit that the dialect does not map (SLOW: "wait"); the requests were retried; add an outcome with reason: rateLimited and code: SLOW to the dialect',
  ]);
});

it("remarks on reads that were sent again because they lost the connection", async () => {
  const served = targetOf({ kinds: ["Service", "Widget"], isTaken: false }, []);
  let reads = 0;
  const target: Target = {
    ...served,
    execute: (command, signal) => {
      const isLost = command.verb === "read" && (reads += 1) === 1;
      return isLost
        ? Promise.resolve({ outcome: { result: "unknown", cause: "connection", detail: "reset" } })
        : served.execute(command, signal);
    },
  };

  const reading = defineCheck<unknown>({
    ...check,
    drive: (context) =>
      context.call({
        verb: "read",
        identity: "author",
        key: { kind: context.kind.name, name: "a" },
      }),
  });

  expect(await remarksOn(target, reading)).toEqual([
    "sent again after the connection was lost: 1 read",
  ]);
});

it("does not remark on a rejection that no retry passed", async () => {
  expect(await remarksAfter({})).toBeUndefined();
});
