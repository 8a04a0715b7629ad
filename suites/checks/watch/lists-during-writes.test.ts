import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Outcome, Resource } from "#contract";
import type { WatchObservation } from "#harness";
import { resourceAt, resultsOf, stepWith, strictTarget } from "../testing/builders.ts";
import { eventOf, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { listsDuringWrites } from "./lists-during-writes.ts";

const requirement = "watch.list-then-watch";

const versions = ["1", "2", "3"].map((version, index) => ({ version, exchange: index + 1 }));
const { name } = resourceAt("1").metadata;

function listAt(version: string, ...items: readonly Resource[]): Outcome {
  return { result: "list", resourceVersion: resourceVersion(version), items };
}

function judge(list: Outcome, watch: WatchObservation, isPaged = false) {
  const start = { list: stepWith(list, 4), watch };
  const starts = [isPaged ? start : ({ ...start, isWhole: true } as const)];
  return listsDuringWrites.judge({ name, versions, starts }, strictTarget);
}

function watchOf(...seen: readonly string[]): WatchObservation {
  return watchWith(seen.map((version) => eventOf(writtenAt(version))));
}

/** A list at version 1 that shows the given version of the object, and a watch from it. */
function startWith(shown: string) {
  const list = stepWith(listAt("1", resourceAt(shown)), 4);
  return [{ list, watch: watchOf("2", "3"), isWhole: true as const }];
}

describe("a list during writes", () => {
  it.each([
    { why: "every later version", list: "1", shown: "1", seen: ["2", "3"], result: "held" },
    { why: "nothing more", list: "3", shown: "3", seen: [], result: "held" },
    { why: "versions of others", list: "1", shown: "1", seen: ["2", "7", "3"], result: "held" },
    // The version was read after the objects.
    { why: "no write between", list: "2", shown: "1", seen: ["3"], result: "violated" },
    { why: "no write at all", list: "3", shown: "1", seen: [], result: "violated" },
    // The version was read before the objects.
    { why: "the listed state again", list: "1", shown: "2", seen: ["2", "3"], result: "violated" },
    { why: "older states", list: "1", shown: "3", seen: ["2", "3"], result: "violated" },
  ])("and a watch from it show $why: $result", ({ list, shown, seen, result }) => {
    const findings = judge(listAt(list, resourceAt(shown)), watchOf(...seen));

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });

  it("may show newer states than its version if it has pages, but must not lack any", () => {
    const list = listAt("1", resourceAt("2"));

    expect(resultsOf(judge(list, watchOf("2", "3"), true), requirement)).toEqual(["held"]);
    expect(resultsOf(judge(list, watchOf("2"), true), requirement)).toEqual(["violated"]);
  });

  it.each([
    { shown: "1", result: "held" },
    { shown: "2", result: "violated" },
  ])("of several pages shows version $shown: $result", ({ shown, result }) => {
    const inPages = { name, versions, starts: startWith(shown) };
    const observed = { name, versions, starts: startWith("1"), inPages };
    const results = resultsOf(listsDuringWrites.judge(observed, strictTarget), requirement);

    expect(results).toEqual(["held", result]);
  });

  it.each([
    { why: "a state that another client wrote", list: listAt("9", resourceAt("8")) },
    { why: "no object", list: listAt("2") },
  ])("shows nothing with $why", ({ list }) => {
    expect(judge(list, watchOf())).toMatchObject([{ result: "held", instances: 0 }]);
  });

  it("is undecided if the watch did not deliver everything that is pending", () => {
    const watch = { ...watchOf("3"), reached: false };

    expect(resultsOf(judge(listAt("1", resourceAt("1")), watch), requirement)).toEqual([
      "undecided",
    ]);
  });
});
