import { describe, expect, it } from "vitest";
import { defects } from "./defects/index.ts";
import { caseOf, describeCase } from "./hostile-case.ts";
import type { Onset } from "./hostile-case.ts";

const isFromStart = ({ since, after }: Onset): boolean => since === "contact" && after === 0;

const seeds = Array.from({ length: 8_000 }, (_, seed) => seed);

describe("caseOf", () => {
  it("returns the same case for the same seed, and different cases for different seeds", () => {
    expect(seeds.slice(0, 50).map(caseOf)).toEqual(seeds.slice(0, 50).map(caseOf));
    expect(new Set(seeds.slice(0, 50).map((seed) => describeCase(caseOf(seed)))).size).toBe(50);
  });

  it("covers every defect, from the start and later", () => {
    const cases = seeds.map(caseOf);
    const named = (isFirst: boolean): ReadonlySet<string> =>
      new Set(
        cases
          .filter(({ onset }) => isFromStart(onset) === isFirst)
          .map(({ defect }) => defect.name),
      );

    expect(named(true).size).toBe(defects.length);
    expect(named(false).size).toBe(defects.length);
  });

  it("covers moments after introspection, after the first object, and long after both", () => {
    const layers = new Set(defects.map(({ layer }) => layer));
    const onsets = seeds.map(caseOf).filter(({ onset }) => onset.since === "creation");
    expect(new Set(onsets.map(({ defect }) => defect.layer))).toEqual(layers);
    expect(onsets.some(({ onset }) => onset.after === 0)).toBe(true);
    expect(onsets.some(({ onset }) => onset.after > 100)).toBe(true);
  });

  it("never combines an onset at the start with an intermittent pattern", () => {
    const first = seeds.map(caseOf).filter(({ onset }) => isFromStart(onset));

    expect(new Set(first.map(({ onset }) => onset.pattern))).toEqual(new Set(["always"]));
  });
});

describe("defects", () => {
  it("have unique names that start with their layer", () => {
    const names = defects.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(defects.filter(({ name, layer }) => !name.startsWith(`${layer}/`))).toEqual([]);
  });
});
