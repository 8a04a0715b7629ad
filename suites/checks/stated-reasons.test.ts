import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

const sources = ["checks", "harness"].flatMap((part) =>
  readdirSync(join(root, part), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(part, path)),
);

/** A claim that has no instance, or may have none. */
const isEmptyClaim = /\binstances: (?:0\b|[^,]*\?\s*0 :|[^,]*\?[^,]*: 0\b)/u;

it("states the reason of each claim without an instance", () => {
  const silent = sources.flatMap((path) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    return lines.flatMap((line, at) => {
      const isStated = `${line}${lines[at + 1] ?? ""}`.includes("note");
      return isEmptyClaim.test(line) && !isStated ? [`${path}:${at + 1}`] : [];
    });
  });

  expect(sources.length).toBeGreaterThan(200);
  // The value to which each caller adds a note.
  expect(silent.filter((place) => !place.startsWith("harness/judging/given.ts"))).toEqual([]);
});
