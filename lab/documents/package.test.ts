import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deadLinks, filesBelow, pathsIn, textsIn } from "../../bin/testing/named-paths.ts";
import { packPackage } from "../../bin/testing/packed-package.ts";
import type { PackedPackage } from "../../bin/testing/packed-package.ts";

/** Maximum size of the package in bytes. */
const maxBytes = 2_350_000;

let packed: PackedPackage | undefined;

const thePackage = (): PackedPackage => {
  if (packed === undefined) throw new Error("the package was not packed");
  return packed;
};

beforeAll(() => {
  packed = packPackage();
});

afterAll(() => packed?.[Symbol.dispose]());

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("files that the package refers to", () => {
  it("are included if messages and help texts name them", () => {
    const { installed } = thePackage();
    const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
    const isTracked = (path: string): boolean =>
      tracked.some((file) => file === path || file.startsWith(`${path}/`));
    const missing = filesBelow(join(installed, "dist/bin"), /\.js$/u).flatMap((file) =>
      textsIn(file, readFileSync(join(installed, "dist/bin", file), "utf8"))
        .flatMap(({ text }) => pathsIn(text))
        .filter((path) => path.startsWith("docs/") || isTracked(path))
        .filter((path) => !existsSync(join(installed, path))),
    );

    expect([...new Set(missing)]).toEqual([]);
  });

  it("are included if its pages link to them", () => {
    const { installed } = thePackage();
    const pages = filesBelow(installed, /\.md$/u);
    const missing = pages.flatMap((page) =>
      deadLinks(installed, page).map((link) => `${page}: ${link}`),
    );
    // The package omits images: they would be a tenth of its size, and sites that show the README load them from the
    // repository.

    expect(pages).toContain("README.md");
    expect(missing.filter((link) => !link.includes(": docs/images/"))).toEqual([]);
  });

  it("are named by paths that work in an empty folder", async () => {
    const { folder } = thePackage();
    writeFileSync(join(folder, "empty.mjs"), "export default { extensions: [{ checks: 1 }] };\n");
    writeFileSync(join(folder, "kinds.yaml"), "Gear: 1\n");
    const kubernetes = ["--protocol", "kubernetes", "--endpoint", "http://127.0.0.1:9"];
    const asked = [
      ["--config", "empty.mjs"],
      [...kubernetes, "--kind-file", "kinds.yaml"],
    ];
    for (const words of asked) {
      const { code, out } = await thePackage().run(words);
      const named = out.match(/\S+\.md\b/gu) ?? [];

      expect(code, out).toBe(2);
      expect(named, out).toHaveLength(1);
      expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
    }
  });
});

describe("the package in an empty folder", () => {
  it("is small", () => {
    expect(statSync(thePackage().tarball).size).toBeLessThan(maxBytes);
  });

  it("contains nothing that only a checkout needs", () => {
    expect(readdirSync(join(thePackage().installed, "dist")).toSorted()).toEqual(["bin", "types"]);
  });

  it("does its main job with its production dependencies only", async () => {
    const only = ["--only", "concurrency/stale-version-conflicts", "--no-color"];
    const { code, out } = await thePackage().run(only);

    expect(code, out).toBe(0);
    expect(out).toContain("checking the built-in reference server");
    expect(out).toContain("Conformant to graphql-status/v1");
    expect(
      statSync(join(thePackage().folder, "conformance-results/report.json")).size,
    ).toBeGreaterThan(0);
  });

  it("lists rules without loading modules that only runs or reports need", () => {
    const { folder, installed } = thePackage();
    const seen = join(folder, "loaded");
    spawnSync(process.execPath, [join(installed, "dist/bin/cli.js"), "list"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], NODE_V8_COVERAGE: seen },
    });
    const loaded = readdirSync(seen)
      .map((file) => readFileSync(join(seen, file), "utf8"))
      .join("");
    const packages = [...loaded.matchAll(/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gu)]
      .map(([, name]) => name)
      .filter((name) => name !== "status-conformance");

    expect(new Set(packages)).toEqual(new Set(["chalk", "commander", "pure-rand"]));
  });

  it("supports shell completion", async () => {
    const { folder, installed } = thePackage();
    const script = `conformance() { node ${join(installed, "dist/bin/cli.js")} "$@"; }
      eval "$(conformance completion bash)"
      COMP_WORDS=(conformance explain concurrency.stale-st) COMP_CWORD=2
      _conformance
      printf '%s\\n' "\${COMPREPLY[@]}"`;

    const { stdout } = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });

    expect(stdout).toBe("concurrency.stale-status-write-conflicts\n");
  });

  it("needs jiti for a TypeScript configuration if Node.js does not strip types", async () => {
    writeFileSync(join(thePackage().folder, "typed.ts"), "export default { seed: 7 as number };\n");
    const { code, out } = await thePackage().run(["config", "--config", "typed.ts"]);

    const features: object = process.features;
    const canStrip = "typescript" in features && features.typescript !== false;
    expect(code).toBe(canStrip ? 0 : 2);
    expect(out).toContain(canStrip ? "seed" : "npm install --save-dev jiti");
  });

  it("reports the line of an error in a configuration", async () => {
    const { folder } = thePackage();
    writeFileSync(join(folder, "wrong.mjs"), "const a = 1;\nexport default { seed: };\n");
    writeFileSync(join(folder, "thrown.mjs"), '\nthrow new RangeError("too much");\n');

    const wrong = await thePackage().run(["config", "--config", "wrong.mjs"]);
    const thrown = await thePackage().run(["config", "--config", "thrown.mjs"]);

    expect([wrong.code, thrown.code]).toEqual([2, 2]);
    expect(wrong.out).toMatch(/failed: SyntaxError: .* \(wrong\.mjs:2\)/u);
    expect(thrown.out).toMatch(/failed: RangeError: too much \(thrown\.mjs:2:7\)/u);
  });

  it("detects a fault with worker threads", async () => {
    const { code, out } = await thePackage().run(["self-test", "--fault", "check-then-act"]);

    expect(code, out).toBe(0);
    expect(out).toContain("1 of 1 fault caught");
  });

  it("passes package linters", async () => {
    const { messages } = await publint({
      pkgDir: thePackage().installed,
      pack: false,
      strict: true,
    });

    expect(messages).toEqual([]);
  });

  it("resolves its types in every module resolution mode", async () => {
    const tarball = createPackageFromTarballData(readFileSync(thePackage().tarball));
    const result = await checkPackage(tarball);
    const problems = result.types === false ? ["it has no types"] : result.problems;
    // The package contains only ES modules. CommonJS programs must load them with a dynamic import.
    const others = problems.filter(
      (problem) =>
        typeof problem === "string" || !["CJSResolvesToESM", "NoResolution"].includes(problem.kind),
    );

    expect(others).toEqual([]);
  });

  it("has types that compile in strict mode", () => {
    const { folder } = thePackage();
    writeFileSync(
      join(folder, "use.ts"),
      `import { statusAudits } from "status-conformance/audits";
import { describeConformance } from "status-conformance/vitest";
import { reportStatus } from "status-conformance/status-writer";
import { defineCheck, defineConfig, defineRequirement } from "status-conformance/extend";

const rule = defineRequirement({
  id: "x-acme.rule",
  level: "MUST",
  statement: "s",
  reason: "r",
  sources: [{ title: "t", at: "a" }],
});
export const config = defineConfig({ only: ["x-acme.*"], seed: 1, extensions: ["./acme.mjs"] });
defineCheck({
  id: "x-acme/rule",
  title: "t",
  // @ts-expect-error: no catalogue has it, and no extension can
  covers: [rule.id, "acme.rule"],
  scope: "target",
  drive: () => Promise.resolve(0),
  judge: () => [],
});
const audits = statusAudits({ endpoint: "http://127.0.0.1:1/graphql" });
export const names: readonly string[] = audits.map(({ name }) => name);
export const report: typeof reportStatus = reportStatus;
describeConformance({ endpoint: "http://127.0.0.1:1/graphql", only: ["concurrency.*"] });
// @ts-expect-error: an address is asked for
statusAudits({});
`,
    );
    const modules = join(root, "node_modules");
    const tsc = join(modules, ".bin/tsc");
    // A project for Node.js has its type declarations installed.
    const types = ["--typeRoots", join(modules, "@types"), "--types", "node"];
    const words = ["--noEmit", "--strict", "--module", "nodenext", ...types, "use.ts"];

    const { stdout } = spawnSync(tsc, words, { cwd: folder, encoding: "utf8" });

    expect(stdout).toBe("");
  });
});
