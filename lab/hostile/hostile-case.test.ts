import { describe, expect, it } from "vitest";
import { defects } from "./defects/index.ts";
import { caseOf, describeCase } from "./hostile-case.ts";
import type { Onset } from "./hostile-case.ts";

const isFromStart = ({ since, after }: Onset): boolean => since === "contact" && after === 0;

const seeds = Array.from({ length: 8_000 }, (_, seed) => seed);

describe("caseOf", () => {
  it("gives the same case for the same seed, and others for others", () => {
    expect(seeds.slice(0, 50).map(caseOf)).toEqual(seeds.slice(0, 50).map(caseOf));
    expect(new Set(seeds.slice(0, 50).map((seed) => describeCase(caseOf(seed)))).size).toBe(50);
  });

  it("comes to every defect, from the start and later", () => {
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

  it("comes to moments behind the introspection, behind the first object, and far behind both", () => {
    const layers = new Set(defects.map(({ layer }) => layer));
    const onsets = seeds.map(caseOf).filter(({ onset }) => onset.since === "creation");
    expect(new Set(onsets.map(({ defect }) => defect.layer))).toEqual(layers);
    expect(onsets.some(({ onset }) => onset.after === 0)).toBe(true);
    expect(onsets.some(({ onset }) => onset.after > 100)).toBe(true);
  });

  it("never strikes only sometimes from the start: nothing would be left to see", () => {
    const first = seeds.map(caseOf).filter(({ onset }) => isFromStart(onset));

    expect(new Set(first.map(({ onset }) => onset.pattern))).toEqual(new Set(["always"]));
  });
});

describe("defects", () => {
  it("have names of their own, which begin with their layer", () => {
    const names = defects.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(defects.filter(({ name, layer }) => !name.startsWith(`${layer}/`))).toEqual([]);
  });
});
