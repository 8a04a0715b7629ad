import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { filesBelow, pathsIn, textsIn } from "../../bin/testing/named-paths.ts";
import type { CodeText } from "../../bin/testing/named-paths.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const parts = ["suites", "reference", "reports", "bin"];
const onlyInCheckout = /\.test\.ts$|(?:^|\/)testing\/|^bin\/(?:site|tools)\//u;

/** Finds strings with the path of a page in a checkout, because users of the package do not have a checkout. */
function bareNames(file: string, code: string): readonly CodeText[] {
  if (!code.includes("docs/")) return [];
  return textsIn(file, code).filter(
    ({ text, argumentOf }) =>
      argumentOf !== "pagePath" && pathsIn(text).some((path) => /^docs\/.*\.md$/u.test(path)),
  );
}

describe("a page of the documentation", () => {
  it("is named in messages by the path at which users find it", () => {
    const files = parts.flatMap((part) =>
      filesBelow(join(root, part), /\.ts$/u).map((file) => join(part, file)),
    );
    const found = files
      .filter((file) => !onlyInCheckout.test(file))
      .flatMap((file) => bareNames(file, readFileSync(join(root, file), "utf8")));

    expect(found).toEqual([]);
  });

  it("is detected if a message names it by its path in a checkout", () => {
    const planted = [
      'fail("x", { fix: "docs/ci.md shows it" });',
      "fail(`see docs/ci.md, ${why}`);",
      'other("docs/ci.md");',
    ];

    expect(planted.map((code) => bareNames("x.ts", code).length)).toEqual([1, 1, 1]);
    expect(bareNames("x.ts", 'fail(`${pagePath("docs/ci.md")} shows it`);')).toEqual([]);
  });
});
