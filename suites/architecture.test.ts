import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

/** Who may import whom. A part may always import itself; `bin`, `bench` and `test` compose and may import every part. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "suites/contract": [],
  "suites/model": ["suites/contract"],
  "suites/checker": ["suites/contract"],
  "suites/targets": ["suites/contract"],
  "suites/harness": ["suites/contract", "suites/model", "suites/checker", "suites/targets"],
  "suites/checks": ["suites/contract", "suites/harness"],
  "suites/verdicts": ["suites/contract", "suites/harness"],
  reference: ["suites/contract"],
  reports: ["suites/contract", "suites/checker", "suites/verdicts"],
};

/** Parts that compose, and therefore may import everything. */
const composers = ["bin", "bench", "test"];

/** The parts that stay free of packages and of `node:` modules. */
const pure = new Set(["suites/contract", "suites/model", "suites/checker"]);

/** The drivers: only a composer may name one. */
const drivers = new Set(["#targets/dialect-file", "#targets/graphql", "#targets/kubernetes"]);

interface Import {
  readonly file: string;
  readonly specifier: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** The folders behind the names under which parts import each other, as `package.json` has them. */
const aliases: Readonly<Record<string, string>> = readAliases();

function readAliases(): Record<string, string> {
  const { imports }: { imports: Record<string, string | Record<string, string>> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const folders = Object.entries(imports).flatMap(([name, target]) =>
    typeof target === "string"
      ? []
      : [[name, dirname(target["status-conformance-source"] ?? "").replace("./", "")] as const],
  );
  return Object.fromEntries(folders);
}

function partOf(path: string): string | undefined {
  const parts = [...Object.keys(mayImport), ...composers];
  return parts.find((part) => path === part || path.startsWith(`${part}/`));
}

/** What is wrong with one import; absent where it is allowed. */
function violationOf(found: Import): string | undefined {
  const { file, specifier } = found;
  const from = partOf(file);
  if (from === undefined) return `${file} belongs to no known part`;
  if (isPackage(specifier)) {
    const isAllowed = !pure.has(from) || file.endsWith(".test.ts");
    return isAllowed ? undefined : `${file} must stay pure, but imports ${specifier}`;
  }
  if (composers.includes(from) || isAsset(specifier)) return undefined;
  if (drivers.has(specifier)) return `${file} names the driver ${specifier}`;
  return edgeViolation(found, from);
}

function edgeViolation({ file, specifier }: Import, from: string): string | undefined {
  const isAlias = specifier.startsWith("#");
  const target = isAlias ? aliases[specifier] : normalize(join(dirname(file), specifier));
  const to = target === undefined ? undefined : partOf(target);
  if (to === undefined) return `${file} imports ${specifier}, which is no known part`;
  if (!isAlias && to !== from) return `${file} leaves its part through ${specifier}`;
  const isWriter = to === "suites/targets" && file.startsWith("reference/controller/");
  if (to === from || isWriter || mayImport[from]?.includes(to) === true) return undefined;
  return `${file} imports ${specifier}: ${from} may not import ${to}`;
}

function isPackage(specifier: string): boolean {
  return specifier.startsWith("node:") || /^[a-z@]/.test(specifier);
}

/** A data file of the package, such as the schema. */
function isAsset(specifier: string): boolean {
  return specifier.startsWith("#") && /\.(json|graphql)$/.test(specifier);
}

function importsOf(file: string, text: string): readonly Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const specifiers = [
    ...staticImports.map((found) => found.moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/["'`]/g, ""),
    ),
  ];
  return specifiers.map((specifier) => ({ file, specifier }));
}

function sourceFiles(): readonly string[] {
  const parts = [...Object.keys(mayImport), ...composers];
  return parts
    .filter((part) => existsSync(join(root, part)))
    .flatMap((part) => {
      const entries = readdirSync(join(root, part), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    });
}

describe("the names of parts", () => {
  it("lead to their sources in tools that know no condition of this package", () => {
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
    ).toEqual(names.map((name) => join(aliases[name] ?? "", "index.ts")));
  });
});

describe("the import table", () => {
  it("allows every import of the tree", () => {
    const files = sourceFiles();
    const imports = files.flatMap((file) =>
      importsOf(file, readFileSync(join(root, file), "utf8")),
    );

    expect(files.length).toBeGreaterThan(20);
    expect(imports.length).toBeGreaterThan(50);
    expect(imports.map(violationOf).filter((violation) => violation !== undefined)).toEqual([]);
  });

  it.each([
    ["reference/store.ts", `import { step } from "#model";`],
    ["reference/store.ts", `import type { Step } from "#harness";`],
    ["suites/checks/watch/x.ts", `export { connect } from "#targets/graphql";`],
    ["suites/checks/watch/x.ts", `const later = await import("#reference");`],
    ["suites/contract/x.ts", `import { readFileSync } from "node:fs";`],
    ["suites/contract/x.ts", `import { parse } from "graphql";`],
    ["suites/runner/x.ts", `import { render } from "../../reports/terminal.ts";`],
    ["suites/harness/x.ts", `import { thing } from "#nothing";`],
    ["stray/x.ts", `import { thing } from "#contract";`],
  ])("sees the violation planted in %s: %s", (file, text) => {
    const violations = importsOf(file, text).map(violationOf);

    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(file);
  });
});
