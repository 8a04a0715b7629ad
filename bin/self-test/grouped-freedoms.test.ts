import { describe, expect, it } from "vitest";
import type { RequirementId } from "#contract";
import { freedoms as allFreedoms } from "#reference";
import { areAllExplained } from "#reports";
import type { Verdict } from "#verdicts";
import { pickFreedoms } from "./picked-variants.ts";
import type { Trial } from "./fault-trial.ts";
import { judgedUnder } from "./freedom-groups.ts";
import { testedRequirements } from "./freedom-trial.ts";
import { groupedMatrix, requestsAgain, separateRequests } from "./grouped-freedoms.ts";

const names = ["versions-have-letters", "no-dry-run"];
const freedoms = pickFreedoms(names, allFreedoms);
const [letters] = freedoms;
const open = testedRequirements;
const groups = [{ freedoms, open }];
const one: RequirementId = "write.stores-submitted-status";

interface Result {
  readonly freedoms?: readonly string[];
  readonly effects?: readonly string[];
  readonly verdicts?: Readonly<Partial<Record<RequirementId, Verdict>>>;
}

function trialOf({ freedoms: tested = names, effects = names, verdicts = {} }: Result): Trial {
  const needed = new Set(
    pickFreedoms(tested, allFreedoms).flatMap((freedom) => [...judgedUnder(freedom, open)]),
  );
  return {
    freedoms: tested,
    effects,
    durationMs: 5,
    exchanges: 9,
    verdicts: open
      .filter((requirement) => needed.has(requirement))
      .map((requirement) => ({
        requirement,
        level: "MUST",
        verdict: verdicts[requirement] ?? "pass",
      })),
  };
}

function requestsAfter(result: Result): readonly (readonly string[])[] {
  const trials = [trialOf(result)];
  return separateRequests(freedoms, { groups, trials, seed: 1 }).map((request) => request.freedoms);
}

describe("separate runs", () => {
  it("are not needed if each freedom had an effect and everything passed", () => {
    expect(requestsAfter({})).toEqual([]);
  });

  it("are needed for all freedoms of a group with an unexplained result", () => {
    expect(requestsAfter({ verdicts: { [one]: "fail" } })).toEqual(names.map((name) => [name]));
  });

  it("are needed for a freedom without an effect", () => {
    expect(requestsAfter({ effects: ["no-dry-run"] })).toEqual([["versions-have-letters"]]);
  });

  it("test only the requirements that are still open", () => {
    const trials = [trialOf({})];
    const fewer = [{ freedoms, open: open.filter((requirement) => requirement !== one) }];
    const requests = separateRequests(freedoms, { groups: fewer, trials, seed: 1 });

    expect(requests.map(({ only }) => only)).toEqual([[one], [one]]);
  });
});

describe("repeated runs", () => {
  const request = { freedoms: ["no-dry-run"], only: [one], turn: 3, seed: 1 };
  const againAfter = (result: Result): readonly number[] =>
    requestsAgain([request], [trialOf({ freedoms: ["no-dry-run"], ...result })]).map(
      ({ turn }) => turn,
    );

  it("select other cases if the freedom had no effect", () => {
    expect(againAfter({ effects: [] })).toEqual([4]);
  });

  it("are not needed if it had one", () => {
    expect(againAfter({ effects: ["no-dry-run"] })).toEqual([]);
  });

  it("do not hide a failure", () => {
    expect(againAfter({ effects: [], verdicts: { [one]: "fail" } })).toEqual([]);
  });
});

describe("the results of freedoms in groups", () => {
  it("has a row for each freedom", () => {
    const matrix = groupedMatrix(freedoms, { groups, trials: [trialOf({})] }, []);

    expect(areAllExplained(matrix)).toBe(true);
    expect(matrix.runs.map((run) => run.freedoms.map(({ name }) => name))).toEqual(
      names.map((name) => [name]),
    );
  });

  it("shows a group with an unexplained result, although its freedoms pass separately", () => {
    const trials = [trialOf({ verdicts: { [one]: "fail" } })];
    const separate = names.map((name) => trialOf({ freedoms: [name], effects: [name] }));
    const matrix = groupedMatrix(freedoms, { groups, trials }, separate);

    expect(areAllExplained(matrix)).toBe(false);
    expect(matrix.runs.map(({ unexplained }) => unexplained.length)).toEqual([0, 0, 1]);
  });

  it("passes no freedom that had no effect in its own run either", () => {
    const trials = [trialOf({ effects: ["no-dry-run"] })];
    const separate = [trialOf({ freedoms: ["versions-have-letters"], effects: [] })];
    const [row] = groupedMatrix(freedoms, { groups, trials }, separate).runs;

    expect(row?.freedoms[0]?.name).toBe(letters?.name);
    expect(row?.problem).toBe("it had no effect");
  });

  it("passes nothing that was not run", () => {
    expect(areAllExplained(groupedMatrix(freedoms, { groups, trials: [] }, []))).toBe(false);
  });
});
