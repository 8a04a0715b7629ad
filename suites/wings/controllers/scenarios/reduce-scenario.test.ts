import { describe, expect, it } from "vitest";
import { formAt, reduceScenario } from "./reduce-scenario.ts";
import type { Reduced } from "./reduce-scenario.ts";
import { describeScenario } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";

const settle = { step: "settle" } as const;

const scenario: Scenario = [
  { step: "create", object: 0, spec: 0 },
  settle,
  { step: "relabel", object: 0 },
  settle,
  {
    step: "outage",
    isLong: true,
    during: [
      { step: "edit", object: 0, spec: 1 },
      { step: "edit", object: 0, spec: 0 },
      { step: "delete", object: 0 },
    ],
  },
  settle,
  { step: "edit", object: 0, spec: 2 },
];

/** Replays are strings. `times` is the number of earlier replays of the same string. */
async function reduced(
  breaks: (text: string, times: number) => boolean,
  mostReplays = Infinity,
  mostToConfirm = mostReplays,
): Promise<Reduced<string>> {
  let replays = 0;
  const times = new Map<string, number>();
  return reduceScenario({
    scenario,
    play: async (candidate) => {
      replays += 1;
      return describeScenario(candidate);
    },
    breaks: (text) => {
      const before = times.get(text) ?? 0;
      times.set(text, before + 1);
      return breaks(text, before);
    },
    isLate: () => replays >= mostReplays,
    isLateToConfirm: () => replays >= mostToConfirm,
  });
}

const needed = /create .*break .*\(.*spec 0/u;

describe("reducing a scenario", () => {
  it("keeps the steps that the violation needs, also those during another one", async () => {
    const { played, turns, broken, attempts } = await reduced((text) => needed.test(text));

    expect(played).toBe(
      "create object 0 with spec 0, break the watches for a long time (set object 0 to spec 0)",
    );
    expect({ broken, attempts }).toEqual({ broken: 2, attempts: 2 });
    expect(describeScenario(formAt(scenario, turns) ?? [])).toBe(played);
  });

  it("finds a violation of the first step at once, and confirms it", async () => {
    expect(await reduced((text) => text.startsWith("create object 0"))).toEqual({
      played: "create object 0 with spec 0",
      turns: [0],
      replays: 2,
      attempts: 2,
      broken: 2,
    });
  });

  it("uses the form before one that does not break the rule again", async () => {
    const { played, broken, attempts } = await reduced(
      (text, times) => needed.test(text) && (text.includes("wait until idle") || times === 0),
    );

    expect(played).toMatch(/wait until idle/u);
    expect({ broken, attempts }).toEqual({ broken: 2, attempts: 2 });
  });

  it("uses the scenario itself if no simpler form breaks the rule twice", async () => {
    const whole = describeScenario(scenario);
    const { played, turns, broken, attempts } = await reduced((text) => text === whole);

    expect(played).toBe(whole);
    expect(turns).toEqual([]);
    expect({ broken, attempts }).toEqual({ broken: 2, attempts: 2 });
  });

  it("tries each simpler form once, and reports that the violation does not recur", async () => {
    const seen: string[] = [];
    const { played, replays, broken, attempts } = await reduced((text) => {
      seen.push(text);
      return false;
    });

    expect(played).toBeUndefined();
    expect({ broken, attempts }).toEqual({ broken: 1, attempts: 3 });
    expect(replays).toBe(seen.length);
    expect(seen.slice(-2)).toEqual([describeScenario(scenario), describeScenario(scenario)]);
    expect(new Set(seen).size).toBe(seen.length - 1);
  });

  it("stops when the time is over, and reports so", async () => {
    expect(await reduced(() => false, 3)).toEqual({
      turns: [],
      replays: 3,
      attempts: 1,
      broken: 1,
      isCut: true,
    });
    expect(await reduced(() => true, 0)).toMatchObject({ turns: [], replays: 0, isCut: true });
    expect(await reduced((text) => text.startsWith("create object 0"), 1)).toMatchObject({
      turns: [0],
      replays: 1,
      attempts: 1,
      broken: 1,
    });
  });

  it("replays the scenario after that time, unless a simpler form has confirmed the violation", async () => {
    const confirmed = { turns: [], replays: 1, attempts: 2, broken: 2 };

    expect(await reduced(() => true, 0, Infinity)).toMatchObject(confirmed);
    expect(await reduced((text) => text.startsWith("create object 0"), 1, Infinity)).toMatchObject({
      turns: [0],
      replays: 1,
    });
  });

  it("does not count replays that were interrupted", async () => {
    const result = await reduceScenario({
      scenario,
      play: () => Promise.resolve(undefined),
      breaks: () => true,
      isLate: () => false,
      isLateToConfirm: () => false,
    });

    expect(result).toEqual({ turns: [], replays: 0, attempts: 1, broken: 1 });
  });

  it("has no form for turns of another scenario", () => {
    expect(formAt(scenario, [99])).toBeUndefined();
    expect(formAt(scenario, [99, 0])).toBeUndefined();
    expect(formAt(scenario, [])).toBe(scenario);
  });
});
