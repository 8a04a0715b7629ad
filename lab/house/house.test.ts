import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TreeCopy } from "./apply-recipe.ts";
import { root } from "./imports.ts";
import { importMeasures, isProduct, sizeMeasures, trackedFiles } from "./measures.ts";
import { filesByHand } from "./recipe.ts";
import { recipes } from "./recipes/index.ts";
import { protocol } from "./recipes/protocol.ts";

const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

describe("a recipe of CONTRIBUTING.md", () => {
  it.each(recipes)("touches few files and fits the tree: $heading", (recipe) => {
    expect(guide).toContain(`## ${recipe.heading}\n`);
    expect(filesByHand(recipe).length).toBeLessThanOrEqual(recipe.mostFiles);
    for (const file of filesByHand(recipe).filter((one) => !one.includes("/checks/"))) {
      expect(guide, file).toContain(nameIn(file));
    }

    using copy = new TreeCopy();
    copy.apply(recipe);

    for (const edit of recipe.edits) {
      const text = readFileSync(join(copy.folder, edit.file), "utf8");
      expect(text).toContain("insert" in edit ? edit.insert : edit.content);
    }
    expect(copy.failureOf("git --version && exit 3")).toMatch(/^git --version/u);
    expect(copy.failureOf("true")).toBeUndefined();
  });

  it("leaves the guide short", () => {
    expect(Buffer.byteLength(guide)).toBeLessThanOrEqual(8 * 1024);
  });

  it("is one of those that are followed", () => {
    const headings = [...guide.matchAll(/^## (Add an? (?!exhibit).+)$/gmu)].map(([, text]) => text);

    expect(headings).toEqual(recipes.map(({ heading }) => heading));
  });

  it("names each file with a table by protocol", () => {
    const tables = [...trackedFiles().keys()].filter(
      (file) =>
        isProduct(file) && /\bRecord<\s*Protocol,/u.test(readFileSync(join(root, file), "utf8")),
    );

    expect(tables.length).toBeGreaterThan(0);
    expect(filesByHand(protocol)).toEqual(expect.arrayContaining(tables));
  });

  it("cannot insert if its text is not found", () => {
    using copy = new TreeCopy();
    const [recipe] = recipes;
    if (recipe === undefined) throw new Error("no recipe");
    const edits = [{ file: "README.md", after: "no such text in this file", insert: "" }];

    expect(() => copy.apply({ ...recipe, edits })).toThrow("README.md does not contain");
  });
});

/** The name of a file in CONTRIBUTING.md: faults and requirements are listed by area, options by group. */
function nameIn(file: string): string {
  return file
    .replace(/^suites\/contract\/requirements\/\w+\.ts$/u, "suites/contract/requirements/<area>.ts")
    .replace(/^reference\/faults\/\w+-faults\.ts$/u, "reference/faults/<area>-faults.ts")
    .replace(/^bin\/options\/\w+-(options|settings)\.ts$/u, "bin/options/<group>-$1.ts");
}

describe("the measures", () => {
  it("count product code separately from tests and tools", () => {
    expect(isProduct("suites/model/step/step.ts")).toBe(true);
    expect(isProduct("suites/model/step/step.test.ts")).toBe(false);
    expect(isProduct("suites/checks/testing/builders.ts")).toBe(false);
    expect(isProduct("lab/house/run.ts")).toBe(false);
    expect(isProduct("README.md")).toBe(false);
  });

  it("count files, lines and folders", () => {
    const measures = sizeMeasures(
      new Map([
        ["README.md", 3],
        ["suites/model/step/step.ts", 10],
        ["suites/model/step/step.test.ts", 20],
        ["suites/model/index.ts", 2],
      ]),
    );

    expect(measures.map(({ what, value }) => [what, value])).toEqual([
      ["files in git", "4"],
      ["lines in git", "35"],
      ["folders", "3"],
      ["lines of product TypeScript", "12"],
      ["- suites/model", "12"],
    ]);
    expect(trackedFiles().get("package.json")).toBeGreaterThan(10);
  });

  it("find no import that runs back up", () => {
    expect(importMeasures().map(({ value }) => value)).toEqual(["0", "0"]);
  });
});
