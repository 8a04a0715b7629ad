import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFeature, isRequirementId } from "#contract";
import { freedoms } from "./index.ts";

describe("the freedom list", () => {
  it("contains every freedom once", () => {
    const tabled = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
      .flatMap((text) =>
        [...text.matchAll(/name: "([a-z\d-]+)",\n\s+summary:/gu)].map(([, name = ""]) => name),
      );

    expect(tabled.length).toBeGreaterThanOrEqual(60);
    expect(freedoms.map(({ name }) => name).toSorted()).toEqual(tabled.toSorted());
    expect(new Set(tabled).size).toBe(tabled.length);
  });

  it.each(freedoms)("$name states its behavior and why it is permitted", (freedom) => {
    const { summary, why, withdraws = [], excuses = [] } = freedom;
    expect([summary, why].filter((text) => !/^[A-Z].*\.$/su.test(text))).toEqual([]);
    expect(withdraws.filter((feature) => !isFeature(feature))).toEqual([]);
    expect(excuses.filter(({ requirement }) => !isRequirementId(requirement))).toEqual([]);
    expect(excuses.every(({ because }) => because !== "")).toBe(true);
    const alongside = excuses.flatMap((excuse) => excuse.alongside ?? []);
    expect(alongside.filter((other) => !freedoms.some(({ name }) => name === other))).toEqual([]);
  });
});
