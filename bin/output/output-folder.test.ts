import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgetEarlierRun, prepareOutput } from "./output-folder.ts";
import type { OutputFolder } from "./output-folder.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

const prepare = (output: string, isCompressed = false): OutputFolder =>
  prepareOutput({ output, isCompressed });

describe("prepareOutput", () => {
  it("makes the folder and those above it", () => {
    const wanted = join(folder.path, "a", "b");
    expect(prepare(wanted).recordPath).toBe(join(wanted, "run.ndjson"));
    expect(existsSync(wanted)).toBe(true);
  });

  it("keeps the files of an earlier run", () => {
    writeFileSync(join(folder.path, "run.ndjson"), "earlier");
    const output = prepare(folder.path);
    expect(readFileSync(output.recordPath, "utf8")).toBe("earlier");
  });

  it.each([
    {
      name: "a file where the folder should be",
      obstruct: () => writeFileSync(join(folder.path, "out"), ""),
    },
    {
      name: "a file above it",
      obstruct: () => writeFileSync(join(folder.path, "out"), ""),
      path: "out/in",
    },
    {
      name: "a folder where the record should be",
      obstruct: () => mkdirSync(join(folder.path, "out", "run.ndjson"), { recursive: true }),
    },
    {
      name: "a folder where the report should be",
      obstruct: () => mkdirSync(join(folder.path, "out", "report.json"), { recursive: true }),
    },
  ])("refuses $name", ({ obstruct, path = "out" }) => {
    obstruct();
    expect(() => prepare(join(folder.path, path))).toThrow(
      expect.objectContaining({ name: "UsageError", fix: expect.stringContaining("--output") }),
    );
  });
});

it.runIf(existsSync("/proc"))("gives up at once where the system makes no folders", () => {
  expect(() => prepare("/proc/conformance/results")).toThrow(
    expect.objectContaining({ name: "UsageError" }),
  );
});

describe("forgetEarlierRun", () => {
  it("removes it, and is content when there is none", () => {
    const output = prepare(folder.path);
    writeFileSync(output.reportPath, "earlier");
    forgetEarlierRun(output);
    forgetEarlierRun(output);
    expect(existsSync(output.reportPath)).toBe(false);
  });

  it.each([
    { isCompressed: true, other: "run.ndjson" },
    { isCompressed: false, other: "run.ndjson.gz" },
  ])("removes a record $other beside the new one", ({ isCompressed, other }) => {
    const output = prepare(folder.path, isCompressed);
    for (const path of [output.recordPath, join(folder.path, other)])
      writeFileSync(path, "earlier");
    forgetEarlierRun(output);
    expect(readdirSync(folder.path)).toEqual([basename(output.recordPath)]);
  });
});
