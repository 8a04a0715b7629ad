import { expect, it } from "vitest";
import type { Outcome, Resource } from "#contract";
import { uid } from "#contract";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { listSelectorFilter } from "./list-selector-filter.ts";
import { listedExactlyOnce } from "./listed-exactly-once.ts";

const requirement = "write.list-selector-filter";

const selector = { app: "own" };

function objectNamed(name: string, labels?: Readonly<Record<string, string>>): Resource {
  const { metadata, ...rest } = resourceAt("1");
  return {
    ...rest,
    metadata: { ...metadata, name, uid: uid(`u-${name}`), ...(labels ? { labels } : {}) },
  };
}

const own = objectNamed("own", selector);
const other = objectNamed("other", { app: "another" });

function listOf(...items: readonly Resource[]): Outcome {
  return { result: "list", items };
}

function judge(list: Outcome, read: Outcome = accepted(other)) {
  const steps = { read: stepWith(read, 2), lists: [stepWith(list, 3)] };
  return listSelectorFilter.judge(
    { selector, matching: "u-own", other: stepWith(accepted(other), 1), ...steps },
    strictTarget,
  );
}

it.each([
  { why: "only the matching object", list: listOf(own), result: "held" },
  { why: "an object of another client", list: listOf(own, objectNamed("x")), result: "held" },
  { why: "the other object", list: listOf(own, other), result: "violated" },
  { why: "only the other object", list: listOf(other), result: "violated" },
  // A stale list shows the object with its former labels.
  { why: "the other object as a match", list: listOf(objectNamed("other", selector)) },
  { why: "the other object without labels", list: listOf(objectNamed("other")) },
  { why: "nothing", list: listOf() },
  { why: "a rejection", list: refused("forbidden") },
])("a list with a selector that shows $why: $result", ({ list, result = "undecided" }) => {
  expect(resultsOf(judge(list), requirement)).toEqual([result]);
});

it.each([
  { why: "the label was not stored", read: accepted(objectNamed("other", selector)) },
  { why: "the object is missing", read: refused("notFound") },
])("a list shows nothing if $why", ({ read }) => {
  expect(resultsOf(judge(listOf(own), read), requirement)).toEqual(["undecided"]);
});

it("a list without a response is errored", () => {
  expect(openResults(judge(noReply))).toEqual({ [requirement]: "errored" });
});

it("is not judged without a list that accepts a selector", () => {
  const findings = listSelectorFilter.judge({ selector, matching: "", lists: [] }, strictTarget);

  expect(findings).toMatchObject([{ result: "held", instances: 0 }]);
});

it.each([
  { shown: [own], result: "held" },
  { shown: [own, other], result: "violated" },
  { shown: [own, objectNamed("other", selector)], result: "held" },
])("a list in pages with a selector: $result", ({ shown, result }) => {
  const created = ["own", "second"].map((name) => {
    return { key: { kind: "Service", namespace: "default", name }, uid: `u-${name}` };
  });
  const list = stepWith(listOf(...shown, objectNamed("second", selector)), 1);
  const unmatched = { selector, uids: ["u-other"] };
  const findings = listedExactlyOnce.judge(
    { created, listings: [{ list, reads: [], unmatched }] },
    strictTarget,
  );

  expect(resultsOf(findings, requirement)).toEqual([result]);
});
