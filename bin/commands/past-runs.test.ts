import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePastRuns, pinAndHold } from "../testing/past-runs.ts";
import type { PastRuns } from "../testing/past-runs.ts";
import { call } from "../testing/test-world.ts";

let runs: PastRuns;
const at = (...names: readonly string[]): string => runs.at(...names);

beforeAll(async () => {
  runs = await makePastRuns(pinAndHold);
});

afterAll(() => {
  runs[Symbol.dispose]();
});

describe("a report", () => {
  it.each(["report.json", "conformance-report.yaml"])("%s is verified", async (file) => {
    const called = await call(["verify", at("broken", file)]);
    expect(called.code, called.out).toBe(0);
    expect(called.out).toMatch(/^Verified: /u);
  });

  it("that was edited is found out, with the line", async () => {
    const text = readFileSync(at("broken", "report.json"), "utf8");
    writeFileSync(
      at("broken", "forged.json"),
      text.replace('"verdict": "fail"', '"verdict": "pass"'),
    );
    const called = await call(["verify", at("broken", "forged.json")]);
    expect(called.code).toBe(1);
    expect(called.out).toMatch(
      /the report was modified: line \d+ is .*pass.*, but .*fail.* in the record/u,
    );
  });

  it("about a record that was edited is found out, even with its hash fixed", async () => {
    const record = readFileSync(at("broken", "run.ndjson"), "utf8");
    const forged = record.replaceAll('"verdict":"fail"', '"verdict":"pass"');
    expect(forged).not.toBe(record);
    writeFileSync(at("forged.ndjson"), forged);
    const report = await call(["report", at("forged.ndjson"), "--format", "json"]);
    writeFileSync(at("forged.json"), report.out);
    const called = await call(["verify", at("forged.json")]);
    expect(called.code).toBe(1);
    expect(called.out).toContain("the record states pass, but its observations yield fail");
  });

  it.each(["json", "junit", "markdown", "conformance-report"])(
    "in %s is the one that the run wrote",
    async (format) => {
      const files = {
        json: "report.json",
        junit: "junit.xml",
        markdown: "report.md",
        "conformance-report": "conformance-report.yaml",
      };
      const file = Object.entries(files).find(([name]) => name === format)?.[1] ?? "";
      const called = await call(["report", at("broken"), "--format", format]);
      expect(called.out).toBe(readFileSync(at("broken", file), "utf8"));
    },
  );
});

describe("two runs", () => {
  it("differ by the behavior of the implementation, which closes the gate", async () => {
    const called = await call(["diff", at("sound"), at("broken"), "--format", "json"]);
    expect(called.code).toBe(1);
    expect(JSON.parse(called.out)).toMatchObject({
      isWorse: true,
      changes: expect.arrayContaining([
        expect.objectContaining({
          requirement: "concurrency.stale-status-write-conflicts",
          direction: "worse",
          cause: "implementation",
        }),
      ]),
    });
    expect((await call(["diff", at("broken"), at("sound")])).code).toBe(0);
  });

  it("differ by configuration if a baseline was added", async () => {
    const called = await call(["diff", at("broken"), at("held"), "--format", "json"]);
    expect(called.code, called.out).toBe(0);
    expect(JSON.parse(called.out)).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining({ cause: "configuration" })]),
    });
  });

  it("name the requirements that a change of the API puts at risk", async () => {
    const record = readFileSync(at("sound", "run.ndjson"), "utf8");
    writeFileSync(
      at("changed.ndjson"),
      record.replace(/updateServiceStatus\(input:[^)]*\)/u, "updateServiceStatus(input: ID!)"),
    );
    const args = ["diff", at("sound"), at("changed.ndjson"), "--format", "json"];
    const called = await call(args);
    // No verdict got worse, so no relevant schema change occurred.
    expect(called.code, called.err).toBe(0);
    expect((await call([...args, "--fail-on-schema"])).code).toBe(1);
    expect(JSON.parse(called.out)).toMatchObject({
      isWorse: false,
      schema: expect.arrayContaining([
        expect.objectContaining({
          severity: "breaking",
          operations: ["Mutation.updateServiceStatus"],
          atRisk: expect.arrayContaining(["concurrency.stale-status-write-conflicts"]),
        }),
      ]),
    });
  });

  it("stand side by side", async () => {
    const text = await call(["compare", `A=${at("sound")}`, at("broken"), "--no-color"]);
    expect(text.code, text.err).toBe(0);
    expect(text.out).toMatch(/concurrency\.stale-status-write-conflicts +pass +fail/u);
    const markdown = await call(["compare", at("sound"), at("broken"), "--format", "markdown"]);
    expect(markdown.out).toContain("| requirement | level | sound | broken |");
    const html = await call(["compare", at("sound"), at("broken"), "--format", "html"]);
    expect(html.out).toContain('<td class="fail">fail</td>');
  });
});

describe("a record that cannot be used", () => {
  it.each([
    { name: "none", text: undefined, says: "(ENOENT)" },
    { name: "an empty file", text: "", says: "the header is missing" },
    { name: "a page", text: "<html>\n</html>\n", says: "it is not JSON" },
    { name: "a newer format", text: '{"line":"header","format":99}\n', says: "its format is 99" },
  ])("is $name: $says", async ({ text, says }) => {
    if (text !== undefined) writeFileSync(at("bad.ndjson"), text);
    const path = text === undefined ? at("missing.ndjson") : at("bad.ndjson");
    for (const args of [
      ["report", path],
      ["judge", path],
      ["diff", path, at("sound")],
      ["merge", path],
    ]) {
      const called = await call(args);
      expect(called.code, args[0]).toBe(2);
      expect(called.err).toContain(says);
      expect(called.err).toMatch(/\nhelp:/u);
    }
  });

  it("is incomplete if it was cut off, and never green", async () => {
    const record = readFileSync(at("sound", "run.ndjson"), "utf8");
    writeFileSync(at("cut.ndjson"), record.slice(0, Math.floor(record.length / 2)));
    const judged = await call(["judge", at("cut.ndjson")]);
    expect(judged.code).toBe(4);
    expect(judged.out).toContain("The record is incomplete");
    const junit = await call(["report", at("cut.ndjson"), "--format", "junit"]);
    expect(junit.out).toContain('<testcase name="the run finished"');
  });
});

describe("a record", () => {
  it.each([
    { what: "by a report", args: ["report", "sound", "--format", "json=sound/run.ndjson"] },
    {
      what: "by new verdicts",
      args: ["judge", "sound", "--format", "json=sound/../sound/run.ndjson"],
    },
    { what: "by the merged record", args: ["merge", "sound", "--output", "link"] },
    {
      what: "by a compressed merged record",
      args: ["merge", "sound", "--output", "sound", "--compress"],
    },
    {
      what: "by the record of another run",
      args: ["reproduce", "1", "broken", "--output", "broken"],
    },
    { what: "by its own report", args: ["--output", "sound", "--format", "json=link/run.ndjson"] },
  ])("is not overwritten $what", async ({ args }) => {
    symlinkSync(at("sound"), at("link"));
    const contents = ["sound", "broken"].map((name) =>
      readFileSync(at(name, "run.ndjson"), "utf8"),
    );
    const placed = args.map((word) =>
      word.replace(/^(json=)?(?=sound|broken|link)/u, `$1${at("")}/`),
    );
    const called = await call(placed);
    rmSync(at("link"));
    expect(called.code, called.out).toBe(2);
    expect(called.err).toContain("would overwrite the input");
    expect(["sound", "broken"].map((name) => readFileSync(at(name, "run.ndjson"), "utf8"))).toEqual(
      contents,
    );
  });
});

describe("--format", () => {
  it.each([
    { args: ["--format", "xml"], says: 'invalid value for --format: "xml"' },
    { args: ["--format", "junit="], says: "names no file" },
    { args: ["--format", "junit=/dev/null/all.xml"], says: "cannot write to" },
    { args: ["--format", "junit=a", "--format", "json=a"], says: "names the file a twice" },
  ])("$args is rejected before anything is sent", async ({ args, says }) => {
    const called = await call(["--output", at("never"), ...args]);
    expect(called.code).toBe(2);
    expect(called.err).toContain(says);
  });

  it("writes to a file with a comma in its name", async () => {
    const path = at("a,b.xml");
    const called = await call(["report", at("sound"), "--format", `junit=${path},badge`]);
    expect(called.code, called.err).toBe(0);
    expect(readFileSync(path, "utf8")).toContain("<testsuites");
    expect(JSON.parse(called.out)).toMatchObject({ schemaVersion: 1 });
  });
});
