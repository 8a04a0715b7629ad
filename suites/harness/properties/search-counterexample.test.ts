import { expect, it } from "vitest";
import type { RequirementId } from "#contract";
import { SetupFailed } from "../session/check.ts";
import { scriptedSession } from "../session/scripted-session.fixture.ts";
import { accepted, scriptedTarget } from "../session/scripted-target.fixture.ts";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import type { Step } from "../judging/recorded-step.ts";
import type { Judgement } from "./sequence-judgement.ts";
import { search } from "./search-counterexample.ts";
import type { Searched } from "./search-counterexample.ts";

const violation = {
  requirement: "write.stores-submitted-status",
  expected: "that it holds",
  actual: "that it does not",
  evidence: [],
} as const;

const trouble = {
  requirement: violation.requirement,
  isError: true,
  reason: "unknown (timeout)",
  evidence: [],
} as const;

it("reports the failing input with the lowest number, regardless of which fails first", async () => {
  const { searched, played } = await searchAmong({ inputs: 40, failing: [9, 12], last: 9 });
  expect(searched.found).toMatchObject({ observed: 9, tried: 0 });
  expect(searched.others).toBeUndefined();
  expect(played).toContain(12);
});

it("ignores requirements that are already broken, and reports others", async () => {
  const { searched } = await searchAmong({
    inputs: 60,
    failing: [3, 4, 9, 12, 50],
    otherwise: { 12: "write.keeps-identity", 50: "watch.unique" },
  });
  expect(searched.found).toMatchObject({ observed: 3 });
  expect(searched.others).toMatchObject([{ observed: 12 }, { observed: 50 }]);
  expect(searched.inputs).toBe(60);
});

it("reports at most four broken requirements, and then starts no further input", async () => {
  const others = { 4: "write.keeps-identity", 5: "watch.unique", 6: "watch.ordered" } as const;
  const { searched, played } = await searchAmong({
    inputs: 1_000,
    failing: [3, 4, 5, 6],
    otherwise: others,
  });
  expect(searched.others).toHaveLength(3);
  expect(Math.max(...played)).toBeLessThan(200);
});

it("plays as many inputs as requested if none fails", async () => {
  const { searched, played } = await searchAmong({ inputs: 100, failing: [] });
  expect(searched).toEqual({ inputs: 100, exercised: { [violation.requirement]: 100 } });
  expect(played.toSorted((left, right) => left - right)).toEqual([...Array(100).keys()]);
});

it("replays an input whose connection failed", async () => {
  const { searched, played } = await searchAmong({ inputs: 40, failing: [], lost: { 7: 1 } });
  expect(searched).toEqual({ inputs: 40, exercised: { [violation.requirement]: 40 } });
  expect(played.filter((input) => input === 7)).toHaveLength(2);
  expect(played).toHaveLength(41);
});

it("replays an input whose preparation got no response", async () => {
  const { searched, played } = await searchAmong({ inputs: 40, failing: [], unprepared: { 7: 1 } });
  expect(searched).toEqual({ inputs: 40, exercised: { [violation.requirement]: 40 } });
  expect(played.filter((input) => input === 7)).toHaveLength(2);
});

it("stops if the connection failed twice for one input", async () => {
  const { searched, played } = await searchAmong({ inputs: 400, failing: [], lost: { 7: 2 } });
  expect(searched.trouble).toEqual(trouble);
  expect(played.filter((input) => input === 7)).toHaveLength(2);
  expect(Math.max(...played)).toBeLessThan(100);
});

it("keeps the violations of an input from before its connection failed", async () => {
  const { searched, played } = await searchAmong({ inputs: 40, failing: [7], lost: { 7: 1 } });
  expect(searched.found).toMatchObject({ observed: 7 });
  expect(played.filter((input) => input === 7)).toHaveLength(1);
});

it("replays the input of a replay whose connection failed", async () => {
  const { searched, played } = await searchAmong({
    inputs: 40,
    failing: [],
    lost: { 0: 1 },
    replay: "7",
  });
  expect(searched).toEqual({ inputs: 1, exercised: { [violation.requirement]: 1 } });
  expect(played).toEqual([0, 0]);
});

it("reports a violation that an input repeats, if two are required", async () => {
  const { searched, played } = await searchAmong({ inputs: 40, failing: [7], confirmations: 2 });
  expect(searched.found).toMatchObject({ observed: 7 });
  expect(searched.trouble).toBeUndefined();
  expect(played.filter((input) => input === 7)).toHaveLength(2);
});

it("reports a violation that is not repeated as doubtful, and continues to one that is", async () => {
  const { searched, played } = await searchAmong({
    inputs: 40,
    failing: [7, 30],
    once: [7],
    confirmations: 2,
  });
  expect(searched.found).toMatchObject({ observed: 30 });
  expect(searched.trouble).toEqual({
    requirement: violation.requirement,
    isError: false,
    reason: `seen once, not reproduced in 3 repetitions: ${violation.actual}`,
    evidence: [],
  });
  expect(played.filter((input) => input === 7)).toHaveLength(4);
});

it("leaves no request in flight after its case", async () => {
  const { searched, played, left } = await searchAmong({ inputs: 40, failing: [0], last: 5 });
  expect(searched.found).toMatchObject({ observed: 0 });
  expect(played).toContain(5);
  expect(left).toBe(0);
});

/**
 * Searches among numbered inputs. The inputs in `failing` violate the property, `last` finishes after all concurrent
 * inputs, and the connection fails N times for the inputs in `lost`.
 */
async function searchAmong(among: {
  readonly inputs: number;
  readonly failing: readonly number[];
  readonly last?: number;
  readonly otherwise?: Readonly<Record<number, RequirementId>>;
  readonly lost?: Readonly<Record<number, number>>;
  /** Inputs whose first requests get no response, with the number of lost responses. */
  readonly unprepared?: Readonly<Record<number, number>>;
  /** Inputs that violate the property only when they are played for the first time. */
  readonly once?: readonly number[];
  readonly confirmations?: number;
  /** The path to the only input to play. The input is generated first, as number 0. */
  readonly replay?: string;
}): Promise<{
  readonly searched: Searched<number>;
  readonly played: readonly number[];
  readonly left: number;
}> {
  const { signal } = new AbortController();
  const target = scriptedTarget((command) => accepted("key" in command ? command.key : keyOfNone));
  await using session = scriptedSession(target, {
    proofBudget: {
      runs: among.inputs,
      operations: 1,
      ...(among.replay === undefined ? {} : { replay: { check: "p", path: among.replay } }),
    },
    sequencesAtOnce: () => 16,
  });
  await using opened = session.open({ name: "a", kind: workloadKind, via: "report", signal });
  const played: number[] = [];
  const numbers = new Map<number, number>();
  let running = 0;
  const searched = await search<number, number>(opened.context, {
    // Inputs are generated in order, and are the same when generated again.
    inputs: ({ fc }) =>
      fc.maxSafeInteger().map((drawn) => {
        numbers.set(drawn, numbers.get(drawn) ?? numbers.size);
        return numbers.get(drawn) ?? 0;
      }),
    simpler: () => [],
    ...(among.confirmations === undefined ? {} : { confirmations: among.confirmations }),
    play: async (input) => {
      played.push(input);
      running += 1;
      if (input === among.last) await turn();
      running -= 1;
      const times = played.filter((one) => one === input).length;
      if (times <= (among.unprepared?.[input] ?? 0)) throw new SetupFailed("no object", unanswered);
      return input;
    },
    judge: (input): Judgement => {
      const times = played.filter((one) => one === input).length;
      const isFailing =
        among.failing.includes(input) && !(times > 1 && among.once?.includes(input) === true);
      const requirement = among.otherwise?.[input] ?? violation.requirement;
      const failing = isFailing ? { violation: { ...violation, requirement } } : {};
      return times <= (among.lost?.[input] ?? 0)
        ? { exercised: {}, trouble, ...failing }
        : { exercised: { [violation.requirement]: 1 }, ...failing };
    },
  });
  return { searched, played, left: running };
}

const unanswered: Step = {
  exchange: 1,
  command: { verb: "read", identity: "author", key: { kind: "Widget", name: "none" } },
  outcome: { result: "unknown", cause: "connection", detail: "closed" },
  startedMs: 0,
  endedMs: 1,
};

const keyOfNone = { kind: "Widget", name: "none" };

async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
