import { execFileSync } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  aliases,
  allImports,
  cyclesIn,
  layerOf,
  importGraph,
  importsOf,
  isFace,
  isTest,
  partOf,
  root,
  sourceFiles,
  violationOf,
} from "../lab/house/imports.ts";
import { sourceParts } from "./layers.ts";

describe("the names of parts", () => {
  it("lead to their sources in tools that support none of the package's conditions", () => {
    const script = `for (const name of process.argv.slice(1)) console.log(import.meta.resolve(name))`;
    const names = Object.keys(aliases);
    const resolved = execFileSync(
      process.execPath,
      ["--input-type=module", "--eval", script, "--", ...names],
      { cwd: root, encoding: "utf8", env: {} },
    );

    expect(
      resolved
        .trim()
        .split("\n")
        .map((url) => relative(root, fileURLToPath(url))),
    ).toEqual(names.map((name) => aliases[name]));
  });
});

const files = sourceFiles();
const imports = allImports(files);

describe("the layers", () => {
  it("allow every import of the tree", () => {
    expect(files.length).toBeGreaterThan(20);
    expect(imports.length).toBeGreaterThan(50);
    expect(imports.map(violationOf).filter((violation) => violation !== undefined)).toEqual([]);
  });

  it("have no import cycles, types included", () => {
    expect(cyclesIn(importGraph(files, imports))).toEqual([]);
    expect(
      cyclesIn(
        new Map([
          ["a", ["b"]],
          ["b", ["c"]],
          ["c", ["b"]],
        ]),
      ),
    ).toEqual([["b", "c"]]);
  });

  it.each(Object.entries(sourceParts).filter(([, { layers }]) => layers.length > 0))(
    "leave only the index at the root of %s, and name each of its layers",
    (part, { layers }) => {
      const within = files.filter((file) => partOf(file) === part && !isTest(file));
      const loose = within.filter((file) => layerOf(file, part) === undefined && !isFace(file));

      expect(loose).toEqual([]);
      for (const layer of layers) {
        expect(
          within.some((file) => file.startsWith(`${part}/${layer}/`)),
          layer,
        ).toBe(true);
      }
    },
  );

  it.each([
    ["reference/store/store.ts", `import { step } from "#model";`],
    ["reference/store/store.ts", `import type { Step } from "#harness";`],
    ["suites/checks/watch/x.ts", `export { connect } from "#targets/graphql";`],
    ["suites/checks/watch/x.ts", `const later = await import("#reference");`],
    ["suites/contract/vocabulary/x.ts", `import { readFileSync } from "node:fs";`],
    ["suites/contract/vocabulary/x.ts", `import { parse } from "graphql";`],
    [
      "suites/verdicts/plan/x.ts",
      `import { render } from "../../../reports/terminal/terminal.ts";`,
    ],
    ["suites/verdicts/plan/x.ts", `import { driveAll } from "../drive/drive.ts";`],
    ["suites/verdicts/plan/x.ts", `import { runChecks } from "../index.ts";`],
    ["suites/harness/judging/x.ts", `import { thing } from "#nothing";`],
    [
      "suites/targets/graphql/schema/x.ts",
      `import { x } from "../../kubernetes/driver/driver.ts";`,
    ],
    [
      "suites/targets/kubernetes/driver/x.ts",
      `import { x } from "../../graphql/schema/address.ts";`,
    ],
    ["bin/options/x.ts", `import { run } from "../commands/run.ts";`],
    ["stray/x.ts", `import { thing } from "#contract";`],
  ])("see the violation planted in %s: %s", (file, text) => {
    const violations = importsOf(file, text).map(violationOf);

    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(file);
  });
});
