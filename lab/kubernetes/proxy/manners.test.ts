import { describe, expect, it } from "vitest";
import { levelIn } from "#contract";
import { manners } from "./manners/index.ts";

describe("manners of API servers", () => {
  it("are legal or illegal on purpose, each once", () => {
    expect(new Set(manners.map(({ name }) => name)).size).toBe(manners.length);
    expect(manners.some(({ breaks }) => breaks.length === 0)).toBe(true);
    expect(manners.some(({ breaks }) => breaks.length > 0)).toBe(true);
  });

  it.each(manners)("$name breaks rules that are asked of API servers, or none", ({ breaks }) => {
    for (const requirement of breaks)
      expect(levelIn("kubernetes/v1", requirement)).not.toBe("not-asked");
  });
});
