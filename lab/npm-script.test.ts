import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { nameList, namesAmong, npmScript, wholeNumber } from "./npm-script.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

function read(...words: readonly string[]): {
  readonly output: string;
  readonly exitCode?: number;
  readonly options: unknown;
} {
  let output = "";
  const write = (text: string): void => {
    output += text;
  };
  const script = npmScript("example", "Show an example.")
    .option("--runs <n>", "make n runs", wholeNumber, 1)
    .option("--only <name...>", "run only these", nameList, [])
    .option("--known <name...>", "run only these", namesAmong(["a", "b"]), [])
    .configureOutput({ writeOut: write, writeErr: write });
  try {
    return { output, options: script.parse([...words], { from: "user" }).opts() };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { output, exitCode: error.exitCode, options: script.opts() };
  }
}

describe("an npm script", () => {
  it("prints help and succeeds", () => {
    expect(read("--help")).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("Usage: npm run example -- [options]\n\nShow an example."),
    });
  });

  it("reads numbers and lists of names", () => {
    expect(read("--runs", "12", "--only", "a,b", "--only", "c").options).toEqual({
      runs: 12,
      only: ["a", "b", "c"],
      known: [],
    });
    expect(read("--only", "a", "b").options).toMatchObject({ runs: 1, only: ["a", "b"] });
    expect(read("--known", "b", "a").options).toMatchObject({ known: ["b", "a"] });
  });

  it.each([
    { words: ["--run", "3"], says: "unknown option '--run'\n(Did you mean --runs?)" },
    { words: ["--runs", "few"], says: "argument 'few' is invalid. Use a whole number." },
    { words: ["--known", "a,x"], says: "There is no x. Use a, b." },
    { words: ["more"], says: "too many arguments" },
  ])("rejects $words with 2 and the reason", ({ words, says }) => {
    const { exitCode, output } = read(...words);

    expect(exitCode).toBe(2);
    expect(output).toContain(says);
  });
});

describe("the scripts of package.json", () => {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const built = readFileSync(join(root, "bin/build.js"), "utf8");
  const programs = Object.entries(scripts).flatMap(([name, command]) => {
    const [, tool, source] =
      /^npm run --silent build && node dist\/tools\/(\S+)\.js|^jiti (\S+)$/u.exec(command) ?? [];
    const path = source ?? new RegExp(`\\W${tool}"?: "(\\S+)"`, "u").exec(built)?.[1];
    return tool === undefined && source === undefined ? [] : [{ name, path: path ?? "" }];
  });

  it.each(programs)("$name has the options of npm scripts, under its name", ({ name, path }) => {
    const texts = [path, ...importsOf(path)].map((file) => readFileSync(join(root, file), "utf8"));

    const named = new RegExp(`(?:npm|pages)Script\\(\\s*(?:"${name}"|script|name),`, "u");
    expect(texts.some((text) => named.test(text) && text.includes(`"${name}"`))).toBe(true);
  });

  it("include the programs of the lab", () => {
    expect(programs.length).toBeGreaterThan(20);
  });
});

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/from "(\.\/[^"]+-options\.ts)"/gu)].map(([, path]) =>
    join(dirname(file), path ?? ""),
  );
}
