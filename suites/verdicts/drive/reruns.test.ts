import { describe, expect, it } from "vitest";
import { claim, defineCheck } from "#harness";
import type { CheckPhase, KindDescription } from "#harness";
import type { PlannedCase } from "../plan/cases-of.ts";
import type { EndedCase } from "../record/record.ts";
import { kindNamed } from "../testing/test-run-options.ts";
import { casesToRepeat, casesToRescue } from "./reruns.ts";

const kind: KindDescription = kindNamed("Service");

function planned(name: string, phase: CheckPhase | undefined): PlannedCase {
  const check = defineCheck<undefined>({
    id: name,
    title: name,
    covers: ["watch.ordered"],
    scope: "kind",
    ...(phase === undefined ? {} : { phase }),
    drive: () => Promise.resolve(undefined),
    judge: () => [claim("watch.ordered", { holds: true, expected: "", actual: "", evidence: [] })],
  });
  return { name, check, kind, via: "" };
}

function ended(name: string, result: "held" | "violated" | "errored"): EndedCase {
  const common = { requirement: "watch.ordered", case: name, evidence: [] } as const;
  return { case: name, findings: [{ ...common, ...findingOf[result] }] };
}

const findingOf = {
  held: { result: "held", instances: 1 },
  violated: { result: "violated", expected: "a", actual: "b" },
  errored: { result: "errored", reason: "no response" },
} as const;

function chosen(
  cases: readonly (readonly [string, CheckPhase, "held" | "violated" | "errored"])[],
  isAsked = true,
): readonly string[] {
  const asked = { requirement: "watch.ordered", level: "MUST", checks: [] } as const;
  return casesToRepeat(
    cases.map(([name, , result]) => ended(name, result)),
    {
      cases: cases.map(([name, phase]) => planned(name, phase)),
      requirements: isAsked ? [asked] : [],
    },
  ).map(({ name }) => name);
}

describe("the cases to rerun", () => {
  it("are those that broke something, and not those that held", () => {
    expect(
      chosen([
        ["a", "scenario", "violated"],
        ["b", "scenario", "held"],
        ["c", "history", "violated"],
      ]),
    ).toEqual(["a", "c"]);
  });

  it("exclude searches, which repeat their findings, and restarts", () => {
    expect(
      chosen([
        ["a", "property", "violated"],
        ["b", "restart", "violated"],
      ]),
    ).toEqual([]);
  });

  it("exclude cases that only broke unselected requirements", () => {
    expect(chosen([["a", "scenario", "violated"]], false)).toEqual([]);
  });

  it("are a few for each requirement", () => {
    const many = ["a", "b", "c", "d", "e"].map((name) => [name, "scenario", "violated"] as const);

    expect(chosen(many)).toEqual(["a", "b", "c"]);
  });

  it("are all failed ones if they are rerun alone, regardless of number and duration, except restarts", () => {
    const requirements = [{ requirement: "watch.ordered", level: "MUST", checks: [] }] as const;
    const cases = ["a", "b", "c", "d"].map((name) => planned(name, "scenario"));
    const long = [planned("e", "history"), planned("f", "property"), planned("g", "restart")];
    const plan = { cases: [...cases, ...long], requirements };
    const names = ["a", "b", "c", "d", "e", "f"];
    const looks = [...names, "g"].map((name) => ended(name, "errored"));

    expect(casesToRepeat(looks, plan)).toEqual([]);
    expect(casesToRepeat(looks, plan, { isAlone: true }).map(({ name }) => name)).toEqual(names);
    expect(casesToRescue(looks, plan).map(({ name }) => name)).toEqual(names);
  });

  it("exclude cases with violations if only failed ones are requested", () => {
    const requirements = [{ requirement: "watch.ordered", level: "MUST", checks: [] }] as const;
    const plan = { cases: [planned("a", "scenario")], requirements };

    expect(casesToRescue([ended("a", "violated")], plan)).toEqual([]);
  });

  it("are one per requirement if they are rerun alone, the one that broke most often", () => {
    const requirements = [{ requirement: "watch.ordered", level: "MUST", checks: [] }] as const;
    const cases = ["a", "b", "c"].map((name) => planned(name, "scenario"));
    const first = ["a", "b", "c"].map((name) => ended(name, "violated"));
    const second = [ended("a", "held"), ended("b", "violated"), ended("c", "held")];
    const plan = { cases, requirements };

    expect(
      casesToRepeat([...first, ...second], plan, { isAlone: true }).map(({ name }) => name),
    ).toEqual(["b"]);
  });

  it("include those of checks without a phase", () => {
    const requirements = [{ requirement: "watch.ordered", level: "MUST", checks: [] }] as const;

    expect(
      casesToRepeat([ended("a", "violated")], { cases: [planned("a", undefined)], requirements }),
    ).toHaveLength(1);
  });

  it("exclude cases that only broke requirements settled before the run", () => {
    const settled = { verdict: "excluded", reason: "by the owner" } as const;
    const asked = { requirement: "watch.ordered", level: "MUST", checks: [], settled } as const;

    expect(
      casesToRepeat([ended("a", "violated")], {
        cases: [planned("a", "scenario")],
        requirements: [asked],
      }),
    ).toEqual([]);
  });

  it("count once, however often they broke the same", () => {
    const requirements = [{ requirement: "watch.ordered", level: "MUST", checks: [] }] as const;
    const names = ["a", "b", "c", "d"];
    const twice = names.map((name) => {
      const { findings } = ended(name, "violated");
      return { case: name, findings: [...findings, ...findings] };
    });
    const cases = names.map((name) => planned(name, "scenario"));

    expect(casesToRepeat(twice, { cases, requirements }).map(({ name }) => name)).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("are found by the violations: an unplanned case is omitted", () => {
    const requirements = [{ requirement: "watch.ordered", level: "MUST", checks: [] }] as const;

    expect(casesToRepeat([ended("a", "violated")], { cases: [], requirements })).toEqual([]);
  });
});

function failed(...names: readonly string[]): ReturnType<typeof chosen> {
  return chosen(names.map((name) => [name, "scenario", "errored"] as const));
}

describe("the cases to rerun for the sake of the suite or the connection", () => {
  it("are a few that failed", () => {
    expect(failed("a", "b", "c")).toEqual(["a", "b", "c"]);
    expect(failed("a", "b", "c", "d")).toEqual([]);
  });

  it("are one in ten of many cases, and none of more", () => {
    const held = Array.from({ length: 36 }, (_, i) => [`h${i}`, "scenario", "held"] as const);
    const some = ["a", "b", "c", "d"].map((name) => [name, "scenario", "errored"] as const);

    expect(chosen([...held, ...some])).toEqual(["a", "b", "c", "d"]);
    expect(chosen([...held.slice(1), ...some])).toEqual([]);
  });

  it("exclude long proofs", () => {
    const phases = ["property", "history", "restart"] as const;

    expect(chosen(phases.map((phase) => [phase, phase, "errored"] as const))).toEqual([]);
  });

  it("are no longer those in which a later look came to something", () => {
    const requirements = [{ requirement: "watch.ordered", level: "MUST", checks: [] }] as const;
    const plan = { cases: [planned("a", "scenario"), planned("b", "scenario")], requirements };
    const cases = [ended("a", "errored"), ended("b", "errored"), ended("a", "held")];

    expect(casesToRepeat(cases, plan).map(({ name }) => name)).toEqual(["b"]);
  });

  it("exclude cases that failed for unselected requirements", () => {
    expect(chosen([["a", "scenario", "errored"]], false)).toEqual([]);
  });
});
