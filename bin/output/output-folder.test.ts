import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgetEarlierReports, prepareOutput } from "./output-folder.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

describe("prepareOutput", () => {
  it("makes the folder and those above it", () => {
    const wanted = join(folder.path, "a", "b");
    expect(prepareOutput(wanted).recordPath).toBe(join(wanted, "run.ndjson"));
    expect(existsSync(wanted)).toBe(true);
  });

  it("keeps what an earlier run wrote", () => {
    writeFileSync(join(folder.path, "run.ndjson"), "earlier");
    const output = prepareOutput(folder.path);
    expect(readFileSync(output.recordPath, "utf8")).toBe("earlier");
  });

  it.each([
    {
      name: "a file where the folder should be",
      prepare: () => writeFileSync(join(folder.path, "out"), ""),
    },
    {
      name: "a file above it",
      prepare: () => writeFileSync(join(folder.path, "out"), ""),
      path: "out/in",
    },
    {
      name: "a folder where the record should be",
      prepare: () => mkdirSync(join(folder.path, "out", "run.ndjson"), { recursive: true }),
    },
    {
      name: "a folder where the report should be",
      prepare: () => mkdirSync(join(folder.path, "out", "report.json"), { recursive: true }),
    },
  ])("refuses $name", ({ prepare, path = "out" }) => {
    prepare();
    expect(() => prepareOutput(join(folder.path, path))).toThrow(
      expect.objectContaining({ name: "UsageError", mend: expect.stringContaining("--output") }),
    );
  });
});

it.runIf(existsSync("/proc"))("gives up at once where the system makes no folders", () => {
  expect(() => prepareOutput("/proc/conformance/results")).toThrow(
    expect.objectContaining({ name: "UsageError" }),
  );
});

describe("forgetEarlierReports", () => {
  it("removes it, and is content when there is none", () => {
    const output = prepareOutput(folder.path);
    writeFileSync(output.reportPath, "earlier");
    forgetEarlierReports(output);
    forgetEarlierReports(output);
    expect(existsSync(output.reportPath)).toBe(false);
  });
});
