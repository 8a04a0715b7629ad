import { describe, expect, it } from "vitest";
import { levelIn } from "#contract";
import { manners } from "./manners/index.ts";

describe("manners of API servers", () => {
  it("are permitted or forbidden, each listed once", () => {
    expect(new Set(manners.map(({ name }) => name)).size).toBe(manners.length);
    expect(manners.some(({ breaks }) => breaks.length === 0)).toBe(true);
    expect(manners.some(({ breaks }) => breaks.length > 0)).toBe(true);
  });

  it.each(manners)("$name breaks only requirements for API servers", ({ breaks }) => {
    for (const requirement of breaks)
      expect(levelIn("kubernetes/v1", requirement)).not.toBe("not-asked");
  });
});
