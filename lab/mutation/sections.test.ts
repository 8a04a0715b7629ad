import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { explained } from "./explained.ts";
import { sections, sectionsOf } from "./sections.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the files that match a pattern. Only its last segment may contain wildcards. */
function filesOf(pattern: string): readonly string[] {
  const parts = basename(pattern)
    .split("*")
    .map((part) => part.replaceAll(".", String.raw`\.`));
  const name = new RegExp(`^${parts.join(".*")}$`, "u");
  return readdirSync(join(root, dirname(pattern))).filter((file) => name.test(file));
}

describe.each(sections)("section $name", ({ sources, tests }) => {
  it.each([...sources, ...tests].map((pattern) => pattern.replace(/^!/u, "")))(
    "names existing files: %s",
    (pattern) => {
      expect(filesOf(pattern)).not.toEqual([]);
    },
  );
});

describe("sections", () => {
  it("are selected by name, all of them by default", () => {
    expect(sectionsOf("outcome,verdict").map(({ name }) => name)).toEqual(["outcome", "verdict"]);
    expect(sectionsOf(undefined)).toBe(sections);
  });

  it("are listed in the error for an unknown name", () => {
    expect(() => sectionsOf("verdict,nothing")).toThrow(/no section "nothing": verdict, finding/);
  });
});

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

it("explained mutants are unique, have a reason, and occur in the code", () => {
  for (const { file, was, becomes, because } of explained) {
    const text = inOneLine(readFileSync(join(root, file), "utf8"));

    expect(text.split(was), was).toHaveLength(2);
    expect(becomes).not.toBe(was);
    expect(because).toMatch(/^[A-Z].{20,}\.$/su);
  }
  const names = explained.map(({ file, was, becomes }) => [file, was, becomes].join("\n"));
  expect(new Set(names).size).toBe(names.length);
});
