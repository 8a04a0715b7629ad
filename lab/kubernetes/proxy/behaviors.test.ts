import { describe, expect, it } from "vitest";
import { levelIn } from "#contract";
import { behaviors } from "./behaviors.ts";

describe("behaviors of API servers", () => {
  it("are permitted or forbidden, each listed once", () => {
    expect(new Set(behaviors.map(({ name }) => name)).size).toBe(behaviors.length);
    expect(behaviors.some(({ breaks }) => breaks.length === 0)).toBe(true);
    expect(behaviors.some(({ breaks }) => breaks.length > 0)).toBe(true);
  });

  it.each(behaviors)("$name breaks only requirements for API servers", ({ breaks }) => {
    for (const requirement of breaks)
      expect(levelIn("kubernetes/v1", requirement)).not.toBe("not-asked");
  });
});
