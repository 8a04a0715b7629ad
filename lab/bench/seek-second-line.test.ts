import { describe, expect, it } from "vitest";
import { secondLineFaults } from "#reference";
import { seek } from "./seek-second-line.ts";

describe("second-line faults", () => {
  it("are at least thirty, with unique names", () => {
    expect(new Set(secondLineFaults.map(({ name }) => name)).size).toBeGreaterThanOrEqual(30);
  });
});

describe("a run against a second-line fault", () => {
  it("ends with the first broken MUST and names the check that found it", async () => {
    const fault = secondLineFaults.find(({ name }) => name === "later-kinds-not-checked");
    if (fault === undefined) throw new Error("the fault is gone");

    const { check, broken } = await seek(fault, { seed: 1 });

    expect(check).toMatch(/^[a-z]+\/[a-z-]+$/u);
    expect(broken.some((id) => fault.breaks.some((declared) => declared === id))).toBe(true);
  });
});
