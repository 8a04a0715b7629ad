import { describe, expect, it } from "vitest";
import { secondLineFaults } from "#reference";
import { seek } from "./second-line.ts";

describe("the second line of faults", () => {
  it("has thirty at least, each under a name of its own", () => {
    expect(new Set(secondLineFaults.map(({ name }) => name)).size).toBeGreaterThanOrEqual(30);
  });
});

describe("a run against a fault of the second line", { timeout: 120_000 }, () => {
  it("ends with the first MUST that is found broken, and says what found it", async () => {
    const fault = secondLineFaults.find(({ name }) => name === "later-kinds-not-checked");
    if (fault === undefined) throw new Error("the fault is gone");

    const { check, broken } = await seek(fault, { seed: 1 });

    expect(check).toMatch(/^[a-z]+\/[a-z-]+$/u);
    expect(broken.some((id) => fault.breaks.some((declared) => declared === id))).toBe(true);
  });
});
