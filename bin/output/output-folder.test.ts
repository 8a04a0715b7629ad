import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetEarlierReports, prepareOutput } from "./output-folder.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conformance-output-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe("prepareOutput", () => {
  it("makes the folder and those above it", () => {
    const wanted = join(folder, "a", "b");
    expect(prepareOutput(wanted).recordPath).toBe(join(wanted, "run.ndjson"));
    expect(existsSync(wanted)).toBe(true);
  });

  it("keeps what an earlier run wrote", () => {
    writeFileSync(join(folder, "run.ndjson"), "earlier");
    const output = prepareOutput(folder);
    expect(readFileSync(output.recordPath, "utf8")).toBe("earlier");
  });

  it.each([
    {
      name: "a file where the folder should be",
      prepare: () => writeFileSync(join(folder, "out"), ""),
    },
    {
      name: "a file above it",
      prepare: () => writeFileSync(join(folder, "out"), ""),
      path: "out/in",
    },
    {
      name: "a folder where the record should be",
      prepare: () => mkdirSync(join(folder, "out", "run.ndjson"), { recursive: true }),
    },
    {
      name: "a folder where the report should be",
      prepare: () => mkdirSync(join(folder, "out", "report.json"), { recursive: true }),
    },
  ])("refuses $name", ({ prepare, path = "out" }) => {
    prepare();
    expect(() => prepareOutput(join(folder, path))).toThrow(
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
    const output = prepareOutput(folder);
    writeFileSync(output.reportPath, "earlier");
    forgetEarlierReports(output);
    forgetEarlierReports(output);
    expect(existsSync(output.reportPath)).toBe(false);
  });
});
