import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readApi } from "./read-api.ts";
import type { ApiEntry } from "./read-api.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Exports with insufficient documentation: without a sentence, or with an undocumented `throw`. */
function undocumented(entries: readonly ApiEntry[]): readonly string[] {
  return entries.flatMap((entry) => [
    ...entry.exports
      .filter(({ comment }) => !/\S.*\./u.test(comment))
      .map(({ name }) => `${entry.name}: ${name} does not say what it is`),
    ...entry.exports.flatMap((of) =>
      of.throwers
        .filter(({ comment }) => !/throws|rejects/iu.test(comment))
        .map(({ name }) => `${entry.name}: ${of.name} does not say what ${name} throws`),
    ),
  ]);
}

describe("the exports of the package", () => {
  it("document their meaning and their errors", () => {
    const entries = readApi(root);

    expect(entries.length).toBeGreaterThanOrEqual(3);
    expect(entries.every(({ exports }) => exports.length > 0)).toBe(true);
    expect(undocumented(entries)).toEqual([]);
  });
});

describe("a package", () => {
  let folder = "";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "api-"));
    const manifest = {
      name: "sample",
      imports: { "#part": { "status-conformance-source": "./part.ts" } },
      exports: {
        "./main": { types: "./dist/types/main.d.ts" },
        "./package.json": "./package.json",
      },
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it("is read through re-exports", () => {
    writeFileSync(join(folder, "main.ts"), 'export { inner as outer } from "#part";\n');
    writeFileSync(
      join(folder, "part.ts"),
      `import type { Deep } from "./deep.ts";
/** Makes a deep one. */
export function inner(of: Deep): void { of.go(); }
`,
    );
    writeFileSync(
      join(folder, "deep.ts"),
      "/** A deep one. */\nexport interface Deep { go(): void }\n",
    );

    expect(readApi(folder)).toMatchObject([
      {
        name: "sample/main",
        exports: [
          {
            name: "inner",
            kind: "function",
            comment: "Makes a deep one.",
            signature: "function inner(of: Deep): void;",
          },
        ],
        mentions: [{ name: "Deep", kind: "interface", path: "deep.ts" }],
      },
    ]);
  });

  it("shows the public members of a class without bodies", () => {
    writeFileSync(
      join(folder, "main.ts"),
      `/** Counts. */
export class Counter {
  #count = 0;
  /** The unit. */
  readonly unit: string = "pieces";
  private hidden(): void { this.#count = 0; }
  /**
   * One more.
   *
   * @throws RangeError when there are too many.
   */
  add(): number {
    if (this.#count > 9) throw new RangeError("too many");
    return (this.#count += 1);
  }
}
`,
    );
    const [entry] = readApi(folder);
    const signature = entry?.exports[0]?.signature;

    expect(signature).toContain("  /** The unit. */\n  readonly unit: string");
    expect(signature).toContain("  add(): number;");
    expect(signature).not.toMatch(/#count|hidden|too many"/u);
    expect(entry === undefined ? ["?"] : undocumented([entry])).toEqual([]);
  });

  it.each([
    { name: "no comment", text: "export const a = 1;", expected: "a does not say what it is" },
    {
      name: "a comment on something else",
      text: "/** Another one. */\nconst b = 2;\nexport const a = b;",
      expected: "a does not say what it is",
    },
    {
      name: "an undocumented error",
      text: "/** Fails. */\nexport function a(): void { throw new Error(); }",
      expected: "a does not say what a throws",
    },
    {
      name: "a method with an undocumented error",
      text: "/** Fails. */\nexport class A { /** Goes. */ go(): void { throw new Error(); } }",
      expected: "A does not say what go throws",
    },
  ])("is reported as insufficiently documented: $name", ({ text, expected }) => {
    writeFileSync(join(folder, "main.ts"), `${text}\n`);

    expect(undocumented(readApi(folder))).toEqual([`sample/main: ${expected}`]);
  });

  it("does not attribute the errors of a nested function to the outer one", () => {
    writeFileSync(
      join(folder, "main.ts"),
      "/** Gives one that fails. */\nexport function a(): () => void { return () => { throw new Error(); }; }\n",
    );

    expect(undocumented(readApi(folder))).toEqual([]);
  });

  it.each([
    {
      text: 'export { a } from "./absent-name.ts";',
      expected: "exports a, but no source declares it",
    },
    { text: "export const = 1;", expected: "main.ts cannot be parsed" },
  ])("reports the location of a problem: $expected", ({ text, expected }) => {
    writeFileSync(join(folder, "main.ts"), `${text}\n`);
    writeFileSync(join(folder, "absent-name.ts"), "export const b = 1;\n");

    expect(() => readApi(folder)).toThrow(expected);
  });
});
