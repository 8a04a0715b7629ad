import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startReference } from "#reference";
import { blocksOf, commandsOf, missingIn } from "../../bin/testing/guide.ts";
import { call } from "../../bin/testing/test-world.ts";
import type { Called } from "../../bin/testing/test-world.ts";
import { folderForAllTests } from "../../bin/testing/temporary-folder.ts";

const page = readFileSync(new URL("../../docs/controllers.md", import.meta.url), "utf8");
const blocks = blocksOf(page);

const folder = folderForAllTests();

function commands(heading: string): readonly (readonly string[])[] {
  return blocks
    .filter((block) => block.heading === heading && block.language === "sh")
    .flatMap(({ text }) => commandsOf(text));
}

function textBelow(heading: string): string {
  const found = blocks.find((block) => block.heading === heading && block.language === "text");
  return found?.text ?? "";
}

function type(
  words: readonly string[],
  replaced: Readonly<Record<string, string>> = {},
): Promise<Called> {
  const results = join(folder.path, "results");
  const [npx, command, ...rest] = words.map((word) =>
    (replaced[word] ?? word)
      .replace("conformance-results", results)
      .replace(/(?<=^|=)[\w-]+\.(?:html|json|xml)$/u, (file) => join(folder.path, file)),
  );
  expect([npx, command]).toEqual(["npx", "conformance"]);
  const isRun = rest[0] === "controller" || rest[0] === "observe";
  return call([...rest, ...(isRun ? ["--output", results] : []), "--no-color"]);
}

describe("the guide to controllers", () => {
  it("observes a system", async () => {
    await using server = await startReference();
    const [observe = []] = commands("Observe a live system");
    const { code, out, err } = await type(observe, {
      "http://localhost:4000/graphql": server.url,
      "10m": "2s",
    });

    expect(err).toContain("watching Service at");
    expect(out).toContain("no client wrote a status during the observation");
    expect(code).toBe(4);
  });

  it("tests a controller", async () => {
    const [drive = []] = commands("Test a controller");
    // Replaces the reader's controller with a program that prints `ready` and then idles.
    const idle = { "node controller.js": "echo ready; exec sleep 600" };
    const { code, out } = await type([...drive, "--converge", "1s"], idle);

    expect(out).toContain("controller.status-converges");
    expect(code).toBe(1);
  });

  it("shows a finding, the rationale of its rule, and how to judge the record again", async () => {
    const [variant = [], explain = []] = commands("Read a finding");
    const found = await type(variant);
    const shown = textBelow("Read a finding");
    expect(missingIn(found.out, shown)).toBeUndefined();
    expect(found.code).toBe(1);

    const explained = await type(explain);
    expect(explained.out).toContain("retries-conditions-alone");
    expect(explained.code).toBe(0);

    const [judge = []] = commands("Re-evaluate a recorded run");
    const judged = await type(judge);
    expect(missingIn(judged.out, shown)).toBeUndefined();
    expect(judged.code).toBe(1);
    const report = readFileSync(join(folder.path, "controller.html"), "utf8");
    expect(report).toContain("status write rejected: conflict");
  });

  it("declares owned objects", async () => {
    const [owned = []] = commands("Owned objects");
    const { code, out } = await type(owned);

    expect(missingIn(out, textBelow("Owned objects"))).toBeUndefined();
    expect(code).toBe(1);
  });

  it("lists known failures for CI", async () => {
    const [known = [], again = []] = commands("In CI");
    const first = await type(known);
    expect(first.err).not.toMatch(/^error:/mu);
    const second = await type(again);

    expect(second.out).toContain("1 expected-fail");
    expect(second.code, second.out).toBe(0);
    const junit = readFileSync(join(folder.path, "controller.xml"), "utf8");
    expect(junit).toContain("controller.spec-untouched");
  });
});
