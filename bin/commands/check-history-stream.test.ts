import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Anomaly, HistoryLine, HistoryVerdict, VersionOrder } from "#checker";
import { eventInjections } from "../../suites/checker/testing/inject-events.ts";
import { operationInjections } from "../../suites/checker/testing/inject-operations.ts";
import { Random } from "../../suites/checker/testing/random-source.ts";
import { fileOf } from "../../suites/checker/testing/history-file.ts";
import { Timeline } from "../../suites/checker/testing/simulated-timeline.ts";
import { record, watchLines, type Recording } from "../../suites/checker/testing/workload.ts";
import { judgeStream, PartTooLarge } from "./check-history-stream.ts";
import type { StreamBounds } from "./check-history-stream.ts";
import { folderForAllTests } from "../testing/temporary-folder.ts";

const golden = fileURLToPath(new URL("../../suites/checker/histories", import.meta.url));
const folder = folderForAllTests();

function bounds(changes: Partial<StreamBounds> = {}): StreamBounds {
  const mostBytes = 2 ** 31;
  const limits = { mostBytesAtOnce: 0, mostBytesHeld: 0, mostBytesOfPart: mostBytes };
  return { ...limits, parts: 5, folder: folder.path, ...changes };
}

async function* piecesOf(text: string, size = 1000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function inParts(text: string): Promise<HistoryVerdict> {
  return judgeStream({ bytes: piecesOf(text) }, bounds());
}

function inMemory(text: string): Promise<HistoryVerdict> {
  return judgeStream({ bytes: piecesOf(text) }, bounds({ mostBytesHeld: Infinity }));
}

/** Extracts the findings in a canonical order, because the order in which objects are judged may differ. */
function found({ anomalies, open, ...counts }: HistoryVerdict): unknown {
  const shown = anomalies.map((anomaly) => `${anomaly.type} in ${linesOf(anomaly).join(", ")}`);
  return {
    ...counts,
    anomalies: shown.toSorted(),
    open: open.map(({ object }) => object).toSorted(),
  };
}

/**
 * Returns the line numbers to compare. For a watch, returns only the faulty line, because the line that it contradicts
 * may differ.
 */
function linesOf({ kind, operations }: Anomaly): readonly number[] {
  return kind === "watch" ? operations.slice(0, 1) : operations;
}

describe("a history that is judged in parts", () => {
  it.each(readdirSync(golden))("is judged as at once: %s", async (file) => {
    const text = withTimesInOrder(readFileSync(join(golden, file), "utf8"));

    expect(found(await inParts(text))).toEqual(found(await inMemory(text)));
  });

  it.each([1, 2, 3, 4])("is legal when it is streamed (seed %i)", async (seed) => {
    for (const versions of ["comparable", "opaque"] as const) {
      const { lines, log } = recordingOf(versions, seed);
      const all = watchLines(log, { watch: "all", bookmarkEvery: 7, reopenEvery: 50 });
      const one = watchLines(log, { watch: "one", object: "default/o0", reopenEvery: 20 });
      const verdict = await inParts(fileOf(versions, [...lines, ...all, ...one]));

      const events = all.length + one.length;
      expect(verdict).toMatchObject({ verdict: "legal", operations: 1500, events, anomalies: [] });
    }
  });

  it.each(operationInjections)("shows it when $name", async ({ inject }) => {
    for (const versions of ["comparable", "opaque"] as const) {
      const text = fileOf(versions, inject(new Timeline(recordingOf(versions), new Random(1))));

      expect(found(await inParts(text))).toEqual(found(await inMemory(text)));
    }
  });

  it.each(eventInjections)("shows it when $name", async ({ inject, names }) => {
    const { lines, log } = recordingOf("comparable");
    const shown = inject(
      watchLines(log, { watch: "w", bookmarkEvery: 9, reopenEvery: 100 }),
      new Random(1),
    );
    const text = fileOf("comparable", inOrder([...lines, ...shown]));
    const { anomalies } = await inParts(text);

    const types: readonly Anomaly["type"][] = anomalies.map(({ type }) => type);
    expect(
      types.some((type) => names.some((name) => name === type)),
      types.join(),
    ).toBe(true);
  });
});

function recordingOf(versions: VersionOrder, seed = 3): Recording {
  const mix = { operations: 1500, objects: 9, clients: 6, reads: 0.35, puts: 0.05, lives: 0.15 };
  return record({ seed, versions, ...mix });
}

function inOrder(lines: readonly HistoryLine[]): readonly HistoryLine[] {
  return lines.toSorted((left, right) => timeOf(left) - timeOf(right));
}

function timeOf(line: HistoryLine): number {
  return line.kind === "watch" ? line.time : -Infinity;
}

function withTimesInOrder(text: string): string {
  const lines = text.trim().split("\n");
  return lines.toSorted((left, right) => watchTimeIn(left) - watchTimeIn(right)).join("\n");
}

function watchTimeIn(line: string): number {
  return Number(/"time":([0-9.]+)/.exec(line)?.[1] ?? -Infinity);
}

describe("the order of events of different objects", () => {
  const lines = [
    `{"history":1,"versions":"comparable"}`,
    `{"initial":"a","version":"1","value":"a0"}`,
    `{"initial":"b","version":"2","value":"b0"}`,
    write("a", { time: 1, from: "1", to: "3" }),
    write("b", { time: 3, from: "2", to: "4" }),
    `{"watch":"w","event":"open","after":"2","time":0}`,
  ];
  it("is that of their versions", async () => {
    const legal = [...lines, showing("a", "3", 5), showing("b", "4", 6)].join("\n");
    const swapped = [...lines, showing("b", "4", 5), showing("a", "3", 6)].join("\n");

    expect((await inParts(legal)).verdict).toBe("legal");
    expect(found(await inParts(swapped))).toEqual(found(await inMemory(swapped)));
    expect((await inParts(swapped)).anomalies).toMatchObject([
      { kind: "watch", watch: "w", type: "event-out-of-order", operations: [8, 7] },
    ]);
  });

  it("holds for bookmarks too, once", async () => {
    const mark = `{"watch":"w","event":"BOOKMARK","version":"2","time":7}`;
    const backwards = [...lines, showing("a", "3", 5), showing("b", "4", 6), mark].join("\n");

    expect((await inParts(backwards)).anomalies).toMatchObject([{ type: "bookmark-backwards" }]);
  });

  it("needs the lines of a watch in the order of their times", async () => {
    const late = [...lines, showing("b", "4", 6), showing("a", "3", 5)].join("\n");

    expect((await inMemory(late)).verdict).toBe("legal");
    await expect(inParts(late)).rejects.toThrow(
      "line 8: watch w has the time 5 here, but 6 in an earlier line",
    );
  });
});

function showing(object: string, version: string, time: number): string {
  return `{"watch":"w","event":"MODIFIED","object":"${object}","version":"${version}","value":"h${version}","time":${time}}`;
}

function write(
  object: string,
  { time, from, to }: { readonly time: number; readonly from: string; readonly to: string },
): string {
  return `{"op":"cas","object":"${object}","client":"c","invoke":${time},"return":${time + 1},"outcome":"ok","precondition":"${from}","version":"${to}","value":"h${to}"}`;
}

describe("what does not fit", () => {
  it("is rejected with the first line of the values that are judged together", async () => {
    const text = fileOf("opaque", recordingOf("opaque").lines);
    const judged = judgeStream({ bytes: piecesOf(text) }, bounds({ mostBytesOfPart: 10_000 }));

    await expect(judged).rejects.toThrow(PartTooLarge);
    await expect(judged).rejects.toThrow(
      /^line \d+: this object and the objects checked with it have a history of \d/,
    );
  });

  it("is split immediately if the size is known, and later if it is not", async () => {
    const text = fileOf("opaque", recordingOf("opaque").lines);
    const sizeBytes = Buffer.byteLength(text);
    const late = bounds({ mostBytesHeld: 50_000 });
    const verdicts = [
      await judgeStream({ bytes: piecesOf(text), sizeBytes }, bounds()),
      await judgeStream({ bytes: piecesOf(text) }, late),
      await judgeStream({ bytes: piecesOf(text), sizeBytes }, bounds({ mostBytesAtOnce: 1e9 })),
    ];

    const expected = found(await inMemory(text));
    expect(verdicts.map(found)).toEqual([expected, expected, expected]);
  });

  it.each([
    ["a broken line", "{"],
    ["a contradiction", `{"initial":"default/o1","version":"9"}`],
  ])("leaves nothing behind after %s", async (_, line) => {
    const text = fileOf("opaque", recordingOf("opaque").lines) + line;

    await expect(inParts(text)).rejects.toThrow("line 1511:");
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it("needs no more memory for a longer history", async () => {
    const sizeBytes = await judgeLarge({ blocks: 2 });
    const before = process.resourceUsage().maxRSS * 1024;
    const largerBytes = await judgeLarge({ blocks: 40 });
    const after = process.resourceUsage().maxRSS * 1024;

    expect(largerBytes - sizeBytes).toBeGreaterThan(300 * 2 ** 20);
    expect(after - before).toBeLessThan(0.6 * (largerBytes - sizeBytes));
  });
});

/** Judges a history that is generated while it is read, and returns its size in bytes. */
async function judgeLarge({ blocks }: { readonly blocks: number }): Promise<number> {
  const mix = { seed: 5, versions: "opaque", operations: 5000, objects: 20, clients: 8 } as const;
  const [header = "", ...lines] = fileOf("opaque", record(mix).lines).split("\n");
  const block = lines.join("\n").replaceAll(`"value":"h`, `"value":"${"x".repeat(2000)}`);
  let size = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${header}\n`);
    for (let i = 0; i < blocks; i += 1) {
      const text = Buffer.from(block.replaceAll("default/", `block${i}/`));
      size += text.length;
      yield text;
    }
  }
  const limits = bounds({ mostBytesHeld: 2 ** 20, parts: 32 });
  const { verdict, operations } = await judgeStream({ bytes: bytes() }, limits);
  expect({ verdict, operations }).toEqual({ verdict: "legal", operations: blocks * 5000 });
  return size;
}
