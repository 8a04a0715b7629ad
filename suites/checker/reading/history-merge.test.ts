import { describe, expect, it } from "vitest";
import { checkHistory } from "../verdict/check-history.ts";
import type { HistoryLine } from "../history/history.ts";
import { fileOf } from "../testing/history-file.ts";
import { Random } from "../testing/random-source.ts";
import { record, watchLines } from "../testing/workload.ts";
import { HistoryMerge } from "./history-merge.ts";
import { parseHistory } from "./history-reader.ts";

const header = `{"history":1,"versions":"opaque"}`;

function mergeAll(texts: readonly string[], clockError: number): string {
  const merge = new HistoryMerge(clockError);
  return texts
    .map((text) => {
      const history = merge.begin();
      return history.push(text) + history.end();
    })
    .join("");
}

/** Recordings of the same clients and watches on several machines. The clock of each machine has an error. */
function recordedApart(seed: number, skews: readonly number[]): readonly string[] {
  const random = new Random(seed);
  const mix = { operations: 300, objects: 2, clients: 6, reads: 0.4, lives: 0.1, unknown: 0.05 };
  const { lines, log } = record({ seed, versions: "comparable", ...mix });
  const watches = skews.map((_, i) => watchLines(log, { watch: `w${i}`, bookmarkEvery: 7 }));
  const machineOf = new Map<string, number>();
  return skews.map((skew, machine) => {
    const own = lines.filter((line) => {
      if (line.kind !== "operation") return true;
      const known = machineOf.get(line.client) ?? random.below(skews.length);
      machineOf.set(line.client, known);
      return known === machine;
    });
    const all = [...own, ...(watches[machine] ?? [])];
    return fileOf(
      "comparable",
      all.map((line) => late(line, skew)),
    );
  });
}

function late(line: HistoryLine, skew: number): HistoryLine {
  switch (line.kind) {
    case "initial":
      return line;
    case "operation": {
      const { invoke, return: returned } = line;
      const end = returned === undefined ? {} : { return: returned + skew };
      return { ...line, invoke: invoke + skew, ...end };
    }
    case "watch":
      return { ...line, time: line.time + skew };
  }
}

function writeOf(version: string): string {
  return `{"op":"cas","object":"a","client":"c","invoke":1,"return":2,"outcome":"ok","precondition":"1","version":"${version}"}`;
}

describe("merging histories", () => {
  it("adds the clock error to times, and keeps the clients and watches of each history separate", () => {
    const first = [
      header,
      `{"initial":"a","version":"1"}`,
      `{"op":"cas","object":"a","client":"c","invoke":100,"return":110,"outcome":"ok","precondition":"1","version":"2","more":[1]}`,
    ];
    const second = [
      header,
      `{"initial":"a","version":"1"}`,
      `{"op":"put","object":"a","client":"c","invoke":105,"outcome":"unknown"}`,
      `{"watch":"w","event":"open","time":90,"after":"1"}`,
    ];

    expect(mergeAll([first.join("\n"), `${second.join("\n")}\n`], 5)).toBe(
      [
        header,
        `{"initial":"a","version":"1"}`,
        `{"op":"cas","object":"a","client":"1:c","invoke":95,"return":115,"outcome":"ok","precondition":"1","version":"2","more":[1]}`,
        `{"op":"put","object":"a","client":"2:c","invoke":100,"outcome":"unknown"}`,
        `{"watch":"2:w","event":"open","time":95,"after":"1"}`,
        "",
      ].join("\n"),
    );
  });

  it("reports no anomaly for clocks within their error", () => {
    let illegal = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const texts = recordedApart(seed, [0, -20, 20]);
      expect(checkHistory(parseHistory(mergeAll(texts, 20))).verdict, `seed ${seed}`).toBe("legal");
      if (checkHistory(parseHistory(mergeAll(texts, 0))).verdict === "illegal") illegal += 1;
    }

    // The clock errors were large enough to change the order of operations.
    expect(illegal).toBeGreaterThan(20);
  });

  it("still finds anomalies that no clock error explains", () => {
    const texts = ["2", "3"].map((version) =>
      [header, `{"initial":"a","version":"1"}`, writeOf(version)].join("\n"),
    );
    const { verdict, anomalies } = checkHistory(parseHistory(mergeAll(texts, 1_000)));

    expect(verdict).toBe("illegal");
    expect(anomalies.map(({ type }) => type)).toEqual(["lost-update"]);
  });

  it.each([
    { name: "an empty one", text: "", error: "line 1: the file is empty" },
    {
      name: "one without a header",
      text: `{"initial":"a","version":"1"}`,
      error: "line 1: expected",
    },
    {
      name: "other versions",
      text: `{"history":1,"versions":"comparable"}`,
      error: `line 1: "versions" is "comparable", but "opaque" in history 1`,
    },
    {
      name: "another beginning",
      text: `${header}\n{"initial":"a","version":"7"}`,
      error: "line 2: a has a different initial state than in history 1",
    },
    { name: "half a line", text: `${header}\n{"op":`, error: "line 2: not valid JSON" },
  ])("refuses $name", ({ text, error }) => {
    const first = `${header}\n{"initial":"a","version":"1"}`;

    expect(() => mergeAll([first, text], 0)).toThrow(error);
  });
});
