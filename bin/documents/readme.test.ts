import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { blocksOf, missingIn } from "../testing/guide.ts";

const root = new URL("../../", import.meta.url);

/** What belongs to one run alone: where the endpoint was, and the names of objects. */
function general(text: string): string {
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/gu, "http://here")
    .replaceAll(/\bc[\da-z]{8}-/gu, "NAME-");
}

it("shows a failure as the example of a failing run has it", () => {
  const readme = readFileSync(new URL("README.md", root), "utf8");
  // Another test holds that the report is what its record gives.
  const report = readFileSync(new URL("docs/examples/failing/report.txt", root), "utf8");
  const shown = blocksOf(readme).find(({ text }) => text.startsWith("1. "));

  expect(shown?.heading).toBe("What a failure looks like");
  expect(missingIn(general(report), general(shown?.text ?? "?"))).toBeUndefined();
  expect(missingIn(general(report), general("Conformant to graphql-status/v1"))).toBeDefined();
});
