import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { RecordLine } from "#verdicts";
import { faults, startReference } from "#reference";
import { readRecord, RecordEncoder } from "#reports";
import { pickFaults } from "../self-test/picked-variants.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";
import { loadReport, readRecordFile } from "./load-record.ts";
import { recordPathOf } from "./record-files.ts";

const folder = folderForEachTest();

describe("the report on a record", () => {
  it("shows the exchanges that findings name in a long case, from its beginning to its end", async () => {
    const place = await brokenRun();
    const lines = await linesOf(place);
    const whole = await loadReport(place);
    expect(whole.conclusion).toBe("violations");
    const first = whole.exchanges.find(({ kind }) => kind === "call");
    if (first === undefined) throw new Error("The findings name nothing.");

    const long = join(folder.path, "long.ndjson");
    writeRecord(long, insertedBehind(lines, first.exchange, 10_500));

    expect((await loadReport(long)).exchanges).toEqual(whole.exchanges);
  });
});

describe("a record that is read from a file", () => {
  it.each(["report", "judge", "cleanup"])(
    "is rejected by %s where a line has no end",
    async (word) => {
      const path = join(folder.path, "endless.ndjson");
      writeFileSync(path, "");
      truncateSync(path, 160 * 1024 * 1024);

      const { code, err } = await call([word, path]);
      expect(code).toBe(2);
      expect(err).toMatch(/line 1 of the record: it is longer than \d+ characters/u);
    },
  );

  it("has the same observations as one of which everything is kept in memory", async () => {
    const place = await brokenRun();
    const kept: RecordLine[] = [];
    for await (const line of readRecord(readFileSync(place, "utf8").split("\n"))) kept.push(line);

    expect(await linesOf(place)).toEqual(kept);
    expect(readFileSync(place, "utf8")).toMatch(
      /"\$event":\d.*"\$step":\d|"\$step":\d.*"\$event":\d/su,
    );
  });
});

describe("a compressed record", () => {
  it("is read like a plain one, even if it was truncated", async () => {
    const place = await brokenRun(["--compress"]);
    expect(place).toMatch(/run\.ndjson\.gz$/u);
    const bytes = readFileSync(place);
    const plain = join(folder.path, "plain.ndjson");
    writeFileSync(plain, gunzipSync(bytes));
    const lines = await linesOf(place);
    expect(lines.at(-1)).toMatchObject({ line: "footer" });
    expect(await linesOf(plain)).toEqual(lines);

    const cut = join(folder.path, "cut.ndjson");
    writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length / 2)));
    const read: RecordLine[] = [];
    for await (const line of readRecordFile(cut, "unresolved")) read.push(line);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(lines.length);
  });

  it("is found in its folder by each command that reads records", async () => {
    const output = dirname(await brokenRun(["--compress"]));
    const json = join(output, "report.json");
    expect(await call(["judge", output])).toMatchObject({
      code: 1,
      err: "all verdicts match the recorded verdicts\n",
    });
    expect(await call(["report", output, "--no-color"])).toMatchObject({ code: 0, err: "" });
    expect(await call(["verify", json])).toMatchObject({ code: 0, err: "" });
    expect(await call(["diff", output, output, "--no-color"])).toMatchObject({ code: 0, err: "" });
    expect(await call(["compare", `a=${output}`, `b=${output}`])).toMatchObject({ err: "" });
    expect(await call(["cleanup", output])).toMatchObject({ code: 0, err: "" });
  });

  it("is rejected in one sentence if it is damaged", async () => {
    const place = await brokenRun(["--compress"]);
    const bytes = readFileSync(place);
    bytes.fill(0xff, 200, 400);
    writeFileSync(place, bytes);

    const { code, err } = await call(["judge", place]);
    expect(code).toBe(2);
    expect(err).toMatch(/cannot read the record .*run\.ndjson\.gz: .* \(Z_DATA_ERROR\)/u);
  });
});

async function brokenRun(more: readonly string[] = []): Promise<string> {
  const broken = pickFaults(["stale-version-accepted"], faults);
  await using server = await startReference({ faults: broken });
  const output = join(folder.path, "run");
  const only = [
    "concurrency/stale-version-conflicts#Bucket*",
    "watch/complete-and-in-order#Bucket*",
  ];
  await call(["--endpoint", server.url, "--output", output, "--only", ...only, "--quiet", ...more]);
  return recordPathOf(output);
}

async function linesOf(path: string): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = [];
  for await (const line of readRecordFile(path)) lines.push(line);
  return lines;
}

function writeRecord(path: string, lines: readonly RecordLine[]): void {
  const encoder = new RecordEncoder();
  writeFileSync(path, lines.map((line) => encoder.encode(line)).join(""));
}

function insertedBehind(
  lines: readonly RecordLine[],
  exchange: number,
  count: number,
): readonly RecordLine[] {
  const at = lines.findIndex((line) => line.line === "exchange" && line.exchange === exchange);
  const copied = lines[at];
  if (copied?.line !== "exchange") throw new Error(`There is no exchange ${exchange}.`);
  const more = Array.from({ length: count }, (_, index): RecordLine => ({
    ...copied,
    exchange: 1_000_000 + index,
    outcome: { result: "done" },
  }));
  return [...lines.slice(0, at + 1), ...more, ...lines.slice(at + 1)];
}
