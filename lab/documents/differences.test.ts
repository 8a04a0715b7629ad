import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialectSchema, printDialect } from "#targets/dialect-file";
import { freedoms } from "#reference";
import { canonicalDialect } from "#targets/graphql";
import { isKnownPlaceholder } from "../../suites/targets/graphql/schema/argument-tree.ts";

const root = new URL("../../", import.meta.url);
const endpoints = "suites/targets/graphql/testing/endpoints";

const known = 34;

interface Difference {
  readonly number: number;
  readonly words: readonly string[];
  readonly hadBy: readonly string[];
  readonly test: string;
  /** The freedoms of the reference, and the dimensions of generated APIs, that vary in this respect. */
  readonly variedBy: readonly string[];
}

const rows = readFileSync(new URL("docs/differences.md", root), "utf8")
  .split("\n")
  .filter((line) => /^\| \d/u.test(line))
  .map((line): Difference => {
    const [, number = "", , statement = "", hadBy = "", test = "", variedBy = ""] =
      line.split(/ *\| */u);
    return {
      number: Number(number),
      words: wordsIn(statement),
      variedBy: wordsIn(variedBy),
      hadBy: hadBy.split(", "),
      test,
    };
  });

function wordsIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/gu)].map(([, word = ""]) => word);
}

function dialectOf(name: string): string {
  if (name === "reference") return printDialect(canonicalDialect);
  return readFileSync(new URL(`${endpoints}/${name}.dialect.yaml`, root), "utf8");
}

const schema = JSON.stringify(dialectSchema);

function isWordOfDialects(word: string): boolean {
  const isOfTree = isKnownPlaceholder(word) || word === "$members" || word === "$jsonText";
  return isOfTree || schema.includes(`"${word}"`);
}

describe("the differences between endpoints", () => {
  it("are complete and in order", () => {
    const numbers = Array.from({ length: known }, (_, index) => index + 1);
    expect(rows.map(({ number }) => number)).toEqual(numbers);
  });

  it.each(rows)("can be declared: number $number", ({ words }) => {
    // The names of arguments come from the schema of an endpoint.
    const foreign = words.filter((word) => !isWordOfDialects(word));
    expect(foreign.filter((word) => word !== "subscribeToAll")).toEqual([]);
    expect(words.length).toBeGreaterThan(0);
  });

  it.each(rows)(
    "are declared by the dialects of the endpoints: number $number",
    ({ words, hadBy }) => {
      for (const name of hadBy) {
        const text = dialectOf(name);
        expect(words.filter((word) => text.includes(word))).not.toEqual([]);
      }
    },
  );

  it("are varied by existing freedoms and dimensions, except outside of the server", () => {
    const generated = readFileSync(new URL("lab/strangers/stranger.ts", root), "utf8");
    const isKnownWord = (word: string): boolean =>
      freedoms.some(({ name }) => name === word) || generated.includes(`  ${word}: [`);
    expect(rows.flatMap(({ variedBy }) => variedBy.filter((word) => !isKnownWord(word)))).toEqual(
      [],
    );
    const fixed = rows.filter(({ variedBy }) => variedBy.length === 0);
    expect(fixed.map(({ number }) => number)).toEqual([29, 31, 32]);
  });

  it.each(rows)("are covered by an existing test: number $number", ({ test }) => {
    expect(test).toMatch(/\.test\.ts$/u);
    expect(existsSync(new URL(test, root))).toBe(true);
  });
});
