import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { copyCheckout } from "../../bin/testing/pack-checkout.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A defect that exists only in the package, not in the sources, and the test that must detect it. */
interface Mistake {
  readonly mistake: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly test: readonly [file: string, name: string];
}

const page = ["lab/package/report-page.test.ts", "is narrowed down"] as const;

const mistakes: readonly Mistake[] = [
  {
    mistake: "a class of the page's script is renamed",
    file: "bin/page-script.js",
    from: "JSON.stringify(code)",
    to: 'JSON.stringify(code.replace("var Filter =", "var Filter$1 ="))',
    test: page,
  },
  {
    mistake: "a dependency is declared for development only",
    file: "package.json",
    from: '"dependencies": {',
    to: '"dependencies": {},\n  "devDependencies_": {',
    test: page,
  },
  {
    mistake: "a file is omitted from the package",
    file: "package.json",
    from: '    "reference/schema.graphql",\n',
    to: "",
    test: ["lab/package/runs.test.ts", "conformant"],
  },
  {
    mistake: "the pages that messages name are omitted from the package",
    file: "package.json",
    from: '    "docs",\n',
    to: "",
    test: ["lab/documents/package.test.ts", "are included if messages and help texts name them"],
  },
  {
    mistake: "the thread of a command is not bundled",
    file: "bin/build.js",
    from: '  "bin/self-test/self-test-worker.ts",\n',
    to: "",
    test: ["lab/documents/package.test.ts", "detects a fault with worker threads"],
  },
];

function runTest(
  checkout: string,
  [file, name]: Mistake["test"],
): Promise<{ readonly passed: boolean; readonly out: string }> {
  const words = ["run", "--config", "lab/package/vitest.config.ts", file, "-t", name];
  const env = { ...process.env, CONFORMANCE_CHECKOUT: checkout, NO_COLOR: "1" };
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: root, env }, (error, out, err) =>
      resolve({ passed: error === null, out: out + err }),
    );
  });
}

function copyOfCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), "conformance-planted-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyCheckout(folder);
  return folder;
}

describe("the tests of the package", () => {
  it("pass on a copy without a mistake", async () => {
    const { passed, out } = await runTest(copyOfCheckout(), page);

    expect(passed, out).toBe(true);
    expect(out).toMatch(/Tests +1 passed/u);
  });

  it.each(mistakes)("fail if $mistake", async ({ file, from, to, test }) => {
    const checkout = copyOfCheckout();
    const text = readFileSync(join(checkout, file), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(checkout, file), text.replace(from, to));
    const { passed, out } = await runTest(checkout, test);

    expect(passed, out).toBe(false);
    // Proves that the package was built and installed, and that the test ran.
    expect(out).toContain(test[1]);
    expect(out).not.toContain("install-package.ts");
  });
});
