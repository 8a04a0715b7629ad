import { expect, it } from "vitest";
import type { Outcome } from "#contract";
import { uid } from "#contract";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { listNamespaceFilter } from "./list-namespace-filter.ts";

const requirement = "write.list-namespace-filter";

function objectNamed(name: string) {
  const { metadata, ...rest } = resourceAt("1");
  return { ...rest, metadata: { ...metadata, name, uid: uid(`u-${name}`) } };
}

const places = ["home", "away"].map((name) => {
  return { key: { kind: "Service", namespace: `in-${name}`, name }, uid: `u-${name}` };
});

function listOf(...names: readonly string[]): Outcome {
  return { result: "list", items: names.map(objectNamed) };
}

const found = accepted(resourceAt("1"));

function judge(lists: readonly Outcome[], read: Outcome = found) {
  return openResults(
    listNamespaceFilter.judge(
      {
        places,
        lists: lists.map((list, index) => stepWith(list, index + 1)),
        reads: [stepWith(found, 8), stepWith(read, 9)],
      },
      strictTarget,
    ),
  );
}

const right = [listOf("home", "other"), listOf("away")];

it("lists of one namespace contain only its objects", () => {
  expect(judge(right)).toEqual({});
});

it.each([
  { why: "contain all namespaces", lists: [listOf("home", "away"), listOf("home", "away")] },
  { why: "are those of the other namespace", lists: [listOf("away"), listOf("home")] },
  { why: "contain them through one operation", lists: [...right, listOf("home", "away")] },
])("lists that $why are violations", ({ lists }) => {
  expect(judge(lists)).toEqual({ [requirement]: "violated" });
});

it.each([
  { why: "a list lacks its own object", lists: [listOf(), listOf("away")], read: found },
  { why: "the other object is gone", lists: [listOf("home"), listOf()], read: refused("notFound") },
])("nothing is decided if $why", ({ lists, read }) => {
  expect(judge(lists, read)).toEqual({ [requirement]: "undecided" });
});

it("a lost response is an error", () => {
  expect(judge([noReply, listOf("away")])).toEqual({ [requirement]: "errored" });
});

it("nothing is judged without a second namespace", () => {
  const findings = listNamespaceFilter.judge({ places: [], lists: [], reads: [] }, strictTarget);
  expect(findings).toMatchObject([{ requirement, instances: 0 }]);
});
