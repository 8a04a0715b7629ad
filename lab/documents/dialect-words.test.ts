import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { dialectSchema } from "#targets/dialect-file";
import { dialectWords, exampleFiles, renderDialectWords } from "./dialect-words.ts";

const root = join(import.meta.dirname, "../..");
const sections = dialectWords(root);

it("has an example and a meaning for every word of dialect files", () => {
  const incomplete = sections.flatMap(({ title, words }) =>
    words
      .filter(({ example, meaning }) => example === undefined || meaning === "")
      .map(({ path }) => `${title}: ${path}`),
  );

  expect(incomplete).toEqual([]);
  expect(sections.flatMap(({ words }) => words).length).toBeGreaterThan(200);
});

it.each(exampleFiles)("takes examples only from valid files: %s", (file) => {
  const isValid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(dialectSchema);
  isValid(parse(readFileSync(join(root, file), "utf8")));

  expect(isValid.errors ?? []).toEqual([]);
});

it("lists every placeholder, and each word of its sections once", () => {
  const page = renderDialectWords(sections);

  for (const name of ["$status", "$resourceVersion", "$selectorText"]) {
    expect(page).toContain(`| \`${name}\` |`);
  }
  for (const { title, words } of sections) {
    const paths = words.map(({ path }) => path);
    expect([title, ...new Set(paths)]).toEqual([title, ...paths]);
  }
});
