import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { buildProgram } from "../testing/built-program.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();
const example = fileURLToPath(new URL("../../docs/examples/extension", import.meta.url));

it("what a configuration imports of the package is there, installed or not", () => {
  using program = buildProgram();
  const list = (cwd: string): string => {
    const args = [join(program.folder, "cli.js"), "list", "--no-color"];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
    return `${stdout}${stderr}`;
  };
  writeFileSync(
    join(folder.path, "conformance.config.mjs"),
    `import { defineConfig, defineRequirement } from "status-conformance/extend";
const sources = [{ title: "t", at: "a" }];
const requirements = [
  defineRequirement({ id: "x-own.rule", level: "MAY", statement: "s", reason: "r", sources }),
];
export default defineConfig({ extensions: [{ requirements }] });
`,
  );

  expect(list(example)).toContain("x-acme.conflict-names-object");
  expect(list(folder.path)).toContain("x-own.rule");
});
