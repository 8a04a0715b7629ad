import { describe, expect, it } from "vitest";
import { resultsOf, strictTarget } from "../testing/builders.ts";
import { atGeneration } from "../testing/generation-builders.ts";
import { writtenAt } from "../testing/watch-builders.ts";
import { countsAsFarAsItGoes, nextInWalk } from "./counts-as-far-as-it-goes.ts";

describe("many changes of one spec", () => {
  it.each([
    { generations: [1, 2, 3, 4, 5, 6, 7, 8, 9], result: "held" },
    { generations: [1, 2, 3, 4, 5, 6, 7, 7, 7], result: "violated" },
    { generations: [1, 2, 3, 4, 4], result: "violated" },
    { generations: [1, 3, 4], result: "violated" },
  ])("count one after the other: $generations", ({ generations, result }) => {
    const written = generations.map((generation, index) =>
      writtenAt(String(index + 2), {
        metadata: { generation },
      }),
    );
    const findings = countsAsFarAsItGoes.judge(written, strictTarget);

    expect(resultsOf(findings, "generation.counts-spec-changes")).toEqual([result]);
  });

  it.each([
    { generations: [1, 2, 3], finding: { result: "held", instances: 2, evidence: [2, 3, 4] } },
    {
      generations: [1, 1, 2],
      finding: {
        expected: "the generation increases by one with each of 2 changes",
        actual: "the responses have generations 1, 1, 2",
        evidence: [2, 3, 4],
      },
    },
    { generations: [undefined, undefined], finding: { result: "violated" } },
  ])("are told with all of them: $generations", ({ generations, finding }) => {
    const written = generations.map((generation, index) =>
      atGeneration(String(index + 2), generation),
    );

    expect(countsAsFarAsItGoes.judge(written, strictTarget)).toMatchObject([finding]);
  });
});

const one = { floor: 1, mode: "AUTO", name: "a" };
const other = { floor: 2, mode: "ECO", name: "a" };

it("changes one field at a time, and each in turn", () => {
  const first = nextInWalk(one, [one, other], 0);
  expect(first).toEqual({ ...one, floor: 2 });
  const second = nextInWalk(first ?? {}, [one, other], 1);
  expect(second).toEqual({ ...one, floor: 2, mode: "ECO" });
  expect(nextInWalk(second ?? {}, [one, other], 2)).toEqual({ ...one, mode: "ECO" });
});

it("has no next spec if the samples do not differ", () => {
  expect(nextInWalk(one, [one, one], 0)).toBeUndefined();
});
