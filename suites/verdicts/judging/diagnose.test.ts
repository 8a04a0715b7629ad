import { describe, expect, it } from "vitest";
import { hintsFor } from "./diagnose.ts";
import type { KnownFault } from "./diagnose.ts";

const faults: readonly KnownFault[] = [
  { name: "one", summary: "First.", breaks: ["watch.ordered", "watch.unique"] },
  { name: "two", summary: "Second.", breaks: ["watch.unique"] },
  { name: "three", summary: "Third.", breaks: ["watch.unique", "watch.no-gap", "watch.ordered"] },
];

describe("hintsFor", () => {
  it("takes the order of the fault that agrees best", () => {
    const hints = hintsFor(faults, ["watch.ordered", "watch.no-gap", "watch.unique"]);

    expect(Object.fromEntries(hints)).toEqual({
      "watch.unique": { rank: 0, resembles: "Third. (fault three)" },
      "watch.no-gap": { rank: 1, resembles: "Third. (fault three)" },
      "watch.ordered": { rank: 2, resembles: "Third. (fault three)" },
    });
  });

  it("prefers the exact one to a larger one", () => {
    expect(hintsFor(faults, ["watch.unique"]).get("watch.unique")).toEqual({
      rank: 0,
      resembles: "Second. (fault two)",
    });
  });

  it("holds nothing against a fault that was not looked at", () => {
    const judged = new Set(["watch.ordered", "write.keeps-identity"] as const);

    expect(hintsFor(faults, ["watch.ordered"], judged).get("watch.ordered")).toEqual({
      rank: 0,
      resembles: "First. (fault one)",
    });
  });

  it("prefers of equals the one that is about what is broken", () => {
    const beside: KnownFault = {
      name: "beside",
      summary: "Beside.",
      breaks: ["watch.resumes-after-version", "watch.unique"],
    };
    const judged = new Set(["watch.unique"] as const);

    expect(hintsFor([beside, ...faults], ["watch.unique"], judged).get("watch.unique")).toEqual({
      rank: 0,
      resembles: "Second. (fault two)",
    });
  });

  it("compares requirements alone where no fault agrees, one that is about it first", () => {
    const broken = [
      "watch.unique",
      "write.keeps-identity",
      "errors.stable-code",
      "errors.machine-code",
      "generation.starts-at-one",
    ] as const;

    expect(Object.fromEntries(hintsFor(faults, broken))).toEqual({
      "watch.unique": { resembles: "Second. (fault two)" },
    });
  });

  it("says nothing when nothing is broken", () => {
    expect(hintsFor(faults, []).size).toBe(0);
  });
});
