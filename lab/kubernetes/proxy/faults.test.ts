import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { levelIn } from "#contract";
import { proxyFaults } from "./faults/index.ts";

const folder = join(import.meta.dirname, "faults");
const named = readdirSync(folder).flatMap((file) =>
  [...readFileSync(join(folder, file), "utf8").matchAll(/name: "([a-z\d-]+)",\n\s+summary:/gu)].map(
    ([, name = ""]) => name,
  ),
);

describe("the faults of the proxy", () => {
  it("are listed exactly once", () => {
    expect(named.length).toBeGreaterThan(100);
    expect(proxyFaults.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  });

  it.each(proxyFaults)("$name breaks requirements for API servers", ({ breaks }) => {
    expect(breaks).not.toEqual([]);
    for (const requirement of breaks)
      expect(levelIn("kubernetes/v1", requirement)).not.toBe("not-asked");
  });

  it.each(proxyFaults)("$name breaks requirements with a scripted check", ({ breaks }) => {
    const covered = new Set(
      checks.filter(({ phase }) => phase !== "history").flatMap(({ covers }) => covers),
    );
    expect(breaks.filter((requirement) => !covered.has(requirement))).toEqual([]);
  });
});
