import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { suiteCommand } from "#contract";
import { call } from "../../bin/testing/test-world.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Recorded output and names of measurements are generated. */
const isGenerated =
  /^(?:reports\/results|docs\/examples\/(?:passing|failing))\/|^docs\/performance\.md$/u;

const isInternal = /\.test\.ts$|\/testing\/|^(?:bench|test)\//u;

/** A completion script calls the program by the name that the user typed. */
const callsDirectly = new Set(["bin/commands/completion-script.ts"]);

const listed = (...patterns: readonly string[]): readonly string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    cwd: root,
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .filter((path) => existsSync(join(root, path)));

const pages = listed("*.md", "action.yml", "docs/ci/*.sh", "docs/ci/gitlab.yml", ".github").filter(
  (path) => !isGenerated.test(path),
);
const sources = listed("bin/*.ts", "suites/*.ts", "reports/*.ts", "reference/*.ts").filter(
  (path) => !isInternal.test(path) && !callsDirectly.has(path),
);

const commands =
  "check-history|cleanup|compare|completion|config|controller|diff|explain|init|judge|list|merge|observe|self-test|serve|verify";

const spellings = [
  new RegExp(String.raw`(?<![\w./-]|npx )conformance (?:--[a-z]|(?:${commands})\b).{0,30}`, "gmu"),
  // Prose also mentions conformance reports and conformance runs.
  /(?:^|[`"]|with )conformance (?:report|run)\b.{0,30}/gmu,
  /node \S*dist\/bin\/cli\.js.{0,30}/gu,
];

function otherSpellings(text: string): readonly string[] {
  return spellings.flatMap((spelling) => [...text.matchAll(spelling)].map(([words]) => words));
}

function textsOf(path: string): readonly string[] {
  const texts: string[] = [];
  const visitor = new Visitor({
    Literal: ({ value }) => {
      if (typeof value === "string") texts.push(value);
    },
    TemplateElement: ({ value }) => {
      texts.push(value.cooked ?? "");
    },
  });
  visitor.visit(parseSync(path, readFileSync(join(root, path), "utf8")).program);
  return texts;
}

describe("the command of the suite", () => {
  it.each(pages)("is spelled the same everywhere in %s", (path) => {
    expect(otherSpellings(readFileSync(join(root, path), "utf8"))).toEqual([]);
  });

  it("is spelled in a single place of the sources", () => {
    const found = sources.flatMap((path) =>
      textsOf(path)
        .filter((text) => text.includes(suiteCommand) || otherSpellings(text).length > 0)
        .map((text) => `${path}: ${text.slice(0, 80)}`),
    );

    expect(found).toEqual([`suites/contract/vocabulary/suite-command.ts: ${suiteCommand}`]);
  });

  it("is spelled in the help as users call it", async () => {
    expect((await call(["--help"])).out).toContain(`Usage: ${suiteCommand} [`);
    expect((await call(["serve", "--help"])).out).toContain(`Usage: ${suiteCommand} serve [`);
  });

  it.each([
    { text: "Update it with conformance merge.", isOther: true },
    { text: "`conformance run` and more", isOther: true },
    { text: "conformance --endpoint URL", isOther: true },
    { text: "node dist/bin/cli.js list", isOther: true },
    { text: "npx conformance list", isOther: false },
    { text: "for the conformance report", isOther: false },
    { text: "status-conformance/status-writer", isOther: false },
    { text: "conformance to graphql-status/v1", isOther: false },
  ])("is recognized in: $text", ({ text, isOther }) => {
    expect(otherSpellings(text).length > 0).toBe(isOther);
  });
});
