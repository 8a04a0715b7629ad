import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { RecordLine } from "#verdicts";
import { RecordFile } from "./record-file.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

const removed: RecordLine = {
  line: "fixture",
  event: "removed",
  key: { kind: "Service", namespace: "default", name: "a" },
};
const creating: RecordLine = { ...removed, event: "creating" };

const read = (path: string): readonly unknown[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));

const unpack = (path: string): readonly unknown[] =>
  gunzipSync(readFileSync(path), { finishFlush: constants.Z_SYNC_FLUSH })
    .toString()
    .split("\n")
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));

const quiet = { signal: new AbortController().signal, failed: (): void => {} };

describe("a record file", () => {
  it("writes an upcoming creation, and all earlier lines, to disk immediately", () => {
    const path = join(folder.path, "run.ndjson");
    using file = new RecordFile(path, quiet);
    file.append(removed);
    expect(read(path)).toEqual([]);
    file.append(creating);
    expect(read(path)).toEqual([removed, creating]);
  });

  it("has everything on disk after disposing, in order", () => {
    const path = join(folder.path, "run.ndjson");
    const lines = Array.from({ length: 5000 }, (_, index): RecordLine => ({
      ...removed,
      key: { kind: "Service", name: `é-${index}` },
    }));
    {
      using file = new RecordFile(path, quiet);
      for (const line of lines) file.append(line);
    }
    expect(read(path)).toEqual(lines);
  });

  it("writes an upcoming creation to disk immediately, even with compression", () => {
    const path = join(folder.path, "run.ndjson.gz");
    using file = new RecordFile(path, quiet);
    file.append(removed);
    file.append(creating);
    expect(unpack(path)).toEqual([removed, creating]);
    file.append(removed);
    file.append(creating);
    expect(unpack(path)).toEqual([removed, creating, removed, creating]);
  });

  it("holds nothing back once the run is to stop", () => {
    const path = join(folder.path, "run.ndjson");
    const stop = new AbortController();
    using file = new RecordFile(path, { ...quiet, signal: stop.signal });
    file.append(removed);
    stop.abort();
    expect(read(path)).toEqual([removed]);
    file.append(removed);
    expect(read(path)).toEqual([removed, removed]);
  });

  it("ends the run before an endpoint fills the disk", () => {
    const path = join(folder.path, "run.ndjson");
    let losses = 0;
    const failed = (): void => void (losses += 1);
    using file = new RecordFile(path, { ...quiet, failed, mostBytes: 300 });
    for (let count = 0; count < 20; count += 1) file.append(creating);

    expect(file.problem?.message).toMatch(/cannot write the record .*: more than 300 bytes/u);
    expect(losses).toBe(1);
    expect(readFileSync(path).length).toBeLessThan(600);
  });

  it("starts afresh", () => {
    const path = join(folder.path, "run.ndjson");
    for (let run = 0; run < 2; run += 1) {
      using file = new RecordFile(path, quiet);
      file.append(creating);
    }
    expect(read(path)).toEqual([creating]);
  });

  it("rejects a file that cannot be opened", () => {
    const [target, link] = [join(folder.path, "other"), join(folder.path, "link")];
    writeFileSync(target, "kept");
    symlinkSync(target, link);
    expect(() => new RecordFile(link, quiet)).toThrow(/cannot write the record .* \(ELOOP\)/u);
    expect(readFileSync(target, "utf8")).toBe("kept");
    expect(() => new RecordFile(folder.path, quiet)).toThrow(
      /cannot write the record .* \(EISDIR\)/u,
    );
  });

  it.skipIf(process.platform !== "linux")(
    "says once that the disk is full, and never throws",
    () => {
      let failures = 0;
      using file = new RecordFile("/dev/full", { ...quiet, failed: () => (failures += 1) });
      file.append(creating);
      file.append(creating);
      expect(failures).toBe(1);
      expect(file.problem?.message).toContain("ENOSPC");
    },
  );
});
