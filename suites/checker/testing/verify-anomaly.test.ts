import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Anomaly } from "../history/anomaly.ts";
import { checkHistory } from "../verdict/check-history.ts";
import { sentenceOf, type Fact } from "../history/facts.ts";
import { parseHistory } from "../reading/history-reader.ts";
import { verifyRandom } from "./verify-random.ts";
import { readFileLines, unverifiedIn } from "./verify-anomaly.ts";

const folder = new URL("../histories/", import.meta.url);
const files = readdirSync(folder).filter((name) => !/^(?:legal|undetermined)-/u.test(name));

function withFacts(anomaly: Anomaly, alter: (fact: Fact) => Fact): Anomaly {
  const counterexample = anomaly.counterexample.map(alter);
  return { ...anomaly, counterexample, message: sentenceOf(counterexample) };
}

/** Facts that the file does not show. A forgery that does not change the anomaly is ignored. */
const forgeries: Readonly<Record<string, (anomaly: Anomaly) => Anomaly>> = {
  "a different line": (of) =>
    withFacts(of, (fact) => (fact.fact === "line" ? { ...fact, line: fact.line + 1000 } : fact)),
  "another version": (of) =>
    withFacts(of, (fact) => ("version" in fact ? { ...fact, version: `${fact.version}0` } : fact)),
  "another uid": (of) =>
    withFacts(of, (fact) => ("uid" in fact ? { ...fact, uid: `${fact.uid}0` } : fact)),
  "another client": (of) =>
    withFacts(of, (fact) => ("client" in fact ? { ...fact, client: `${fact.client}0` } : fact)),
  "another object": (of) =>
    withFacts(of, (fact) => ("object" in fact ? { ...fact, object: `${fact.object}0` } : fact)),
  "another time": (of) =>
    withFacts(of, (fact) =>
      fact.fact === "before" ? { ...fact, line: fact.other, other: fact.line } : fact,
    ),
  "another number": (of) =>
    withFacts(of, (fact) => (fact.fact === "count" ? { ...fact, count: fact.count + 1 } : fact)),
  "another name": (of) =>
    of.kind === "object"
      ? { ...of, type: of.type === "spurious-exists" ? "stale-read" : "spurious-exists" }
      : { ...of, type: of.type === "bookmark-ahead" ? "early-event" : "bookmark-ahead" },
  "other words": (of) => ({ ...of, message: `${of.message}; nothing else can have happened` }),
};

describe.each(files)("the checker's output for %s", (name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  const file = readFileLines(text);
  const { anomalies } = checkHistory(parseHistory(text));

  it("is in the file", () => {
    expect(anomalies.map((anomaly) => unverifiedIn(file, anomaly) ?? "confirmed")).toEqual(
      anomalies.map(() => "confirmed"),
    );
  });

  it.each(Object.entries(forgeries))("is rejected with %s", (_, forge) => {
    const forged = anomalies
      .map((anomaly) => ({ anomaly, forgery: forge(anomaly) }))
      .filter(({ anomaly, forgery }) => JSON.stringify(anomaly) !== JSON.stringify(forgery));

    expect(forged.filter(({ forgery }) => unverifiedIn(file, forgery) === undefined)).toEqual([]);
  });
});

describe("a counterexample of many lines", () => {
  it.each([501919, 2055262, 2418241])(
    "names no line that it does not describe: seed %i",
    (seed) => {
      const found = verifyRandom("comparable", { firstSeed: seed, illegal: 1 });

      expect(found).toMatchObject({ runs: 1, unconfirmed: [] });
    },
  );
});

it("reports the operations that ended before a read that may be wrong", () => {
  const found = verifyRandom("opaque", { firstSeed: 564703, illegal: 1 });

  expect(found).toMatchObject({ runs: 1, unconfirmed: [] });
});

describe.each(["comparable", "opaque"] as const)("with %s versions", (versions) => {
  it.each([
    ["operations", false],
    ["watches", true],
  ])("every sentence about %s is in the file", (_, hasWatches) => {
    const found = verifyRandom(versions, { firstSeed: 7, illegal: 1000, hasWatches });

    expect(found.unconfirmed).toEqual([]);
    expect(found.anomalies.size).toBeGreaterThan(8);
  });
});
