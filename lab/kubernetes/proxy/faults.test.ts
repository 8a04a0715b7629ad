import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { levelIn } from "#contract";
import { proxyFaults } from "./faults/index.ts";

const files = readdirSync(new URL("faults", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => basename(file, ".ts"))
  .filter((name) => name !== "index");

describe("the faults of the proxy", () => {
  it("are all listed, each under the name of its file", () => {
    expect(proxyFaults.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
  });

  it.each(proxyFaults)("$name breaks rules that are asked of an API server", ({ breaks }) => {
    expect(breaks).not.toEqual([]);
    for (const requirement of breaks)
      expect(levelIn("kubernetes/v1", requirement)).not.toBe("not-asked");
  });

  it.each(proxyFaults)("$name breaks rules that have a scripted check", ({ breaks }) => {
    const covered = new Set(
      checks.filter(({ phase }) => phase !== "history").flatMap(({ covers }) => covers),
    );
    expect(breaks.filter((requirement) => !covered.has(requirement))).toEqual([]);
  });
});
