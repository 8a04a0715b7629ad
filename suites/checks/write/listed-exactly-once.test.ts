import { expect, it } from "vitest";
import { uid } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { listedExactlyOnce, numberFor } from "./listed-exactly-once.ts";

const requirement = "write.listed-exactly-once";

function objectNamed(name: string) {
  const { metadata, ...rest } = resourceAt("1");
  return { ...rest, metadata: { ...metadata, name, uid: uid(`u-${name}`) } };
}

function beingDeleted(name: string) {
  const { metadata, ...rest } = objectNamed(name);
  return { ...rest, metadata: { ...metadata, deletionTimestamp: "2024-05-01T12:00:00Z" } };
}

const created = ["a", "b", "c"].map((name) => {
  return { key: { kind: "Service", namespace: "default", name }, uid: `u-${name}` };
});

function listOf(...names: readonly string[]) {
  return stepWith({ result: "list", items: names.map(objectNamed) }, 1);
}

const readable = [stepWith(accepted(resourceAt("1")), 2)];

it.each([
  { shown: ["a", "b", "c"], result: "held" },
  { shown: ["c", "other", "b", "a"], result: "held" },
  { shown: ["a", "b"], reads: readable, result: "violated" },
  { shown: ["a", "b", "c", "b"], result: "violated" },
  { shown: ["a", "b"], reads: [stepWith(refused("notFound"), 2)], result: "undecided" },
])("a list of $shown: $result", ({ shown, reads = [], result }) => {
  const listing = { list: listOf(...shown), reads };

  const findings = listedExactlyOnce.judge({ created, listings: [listing] }, strictTarget);

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it("an object with the name of another incarnation is missing", () => {
  const [first, ...others] = created;
  const renewed = { ...first, key: { kind: "Service", name: "a" }, uid: "u-before" };
  const listings = [{ list: listOf("a", "b", "c"), reads: readable }];

  const findings = listedExactlyOnce.judge(
    { created: [renewed, ...others], listings },
    strictTarget,
  );

  expect(findings[0]).toMatchObject({ result: "violated", actual: "1 object missing: a" });
});

it.each([
  { why: "can still be read", read: accepted(objectNamed("old")), result: "violated" },
  { why: "was deleted", read: refused("notFound"), result: "held" },
  { why: "is marked for deletion", read: accepted(beingDeleted("old")), result: "held" },
  { why: "could not be read", read: noReply, result: "held" },
])("an object of a finished case that $why and is not listed: $result", ({ read, result }) => {
  const listings = [{ list: listOf("a", "b", "c"), reads: [], others: [stepWith(read, 2)] }];

  const findings = listedExactlyOnce.judge({ created, listings }, strictTarget);

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it("runs alone, because other cases would change the objects that it compares", () => {
  expect(listedExactlyOnce.isAlone).toBe(true);
});

it("a list without a response is errored", () => {
  const listings = [{ list: stepWith(noReply, 1), reads: [] }];

  expect(
    resultsOf(listedExactlyOnce.judge({ created, listings }, strictTarget), requirement),
  ).toEqual(["errored"]);
});

it("a single object shows nothing", () => {
  expect(
    listedExactlyOnce.judge({ created: created.slice(0, 1), listings: [] }, strictTarget),
  ).toMatchObject([
    { result: "held", instances: 0 },
    { result: "held", instances: 0 },
    { result: "held", instances: 0 },
  ]);
});

it.each([
  { shown: ["a", "b", "c"], result: "held" },
  { shown: ["a", "b", "c", "other"], result: "held" },
  { shown: ["a", "b", "c", "stray"], result: "violated" },
])("a list in pages, limited to a namespace, of $shown: $result", ({ shown, result }) => {
  const away = [{ key: { kind: "Service", namespace: "other", name: "stray" }, uid: "u-stray" }];
  const listings = [{ list: listOf(...shown), reads: [], away }];

  const findings = listedExactlyOnce.judge({ created, listings }, strictTarget);

  expect(resultsOf(findings, "write.list-namespace-filter")).toEqual([result]);
});

it.each([
  { why: "without pages", kind: {}, number: 51 },
  { why: "with short pages", kind: { pageSize: 20 }, number: 51 },
  { why: "with pages of unknown length", kind: { pagedLists: ["list"] }, number: 101 },
  {
    why: "with short pages of a paginated list",
    kind: { pagedLists: ["list"], pageSize: 20 },
    number: 51,
  },
  { why: "with pages of 100", kind: { pageSize: 100 }, number: 101 },
  { why: "with very long pages", kind: { pageSize: 500 }, number: 51 },
  { why: "with objects that exist already", kind: { pageSize: 100, preloaded: [] }, number: 2 },
])("a kind $why needs $number objects", ({ kind, number }) => {
  const operations = {
    create: ["createService"],
    read: [],
    list: [],
    update: [],
    updateStatus: [],
    patchStatus: [],
    delete: [],
    watch: [],
  };

  expect(numberFor({ operations, ...kind })).toBe(number);
});
