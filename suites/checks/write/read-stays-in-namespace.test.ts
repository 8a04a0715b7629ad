import { expect, it } from "vitest";
import { uid } from "#contract";
import type { Outcome, Resource } from "#contract";
import type { Step } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { readStaysInNamespace } from "./read-stays-in-namespace.ts";

const requirement = "write.read-stays-in-namespace";

const keys = {
  home: { kind: "Service", namespace: "north", name: "a" },
  away: { kind: "Service", namespace: "south", name: "a" },
};

/** The object `a` as the response to a read in a namespace shows it. */
function shownIn(namespace: string, id = "u"): Resource {
  return resourceAt("1", { metadata: { namespace, uid: uid(id) } });
}

const own = accepted(shownIn("north"));

function listOf(...items: readonly Resource[]): Outcome {
  return { result: "list", items };
}

interface Seen {
  readonly away: Outcome;
  readonly home?: Outcome;
  readonly control?: Outcome;
  readonly lists?: readonly [Outcome, Outcome];
}

function judge({ home = own, away, control = own, lists }: Seen) {
  const [one, other] = lists ?? [];
  const listed: { readonly lists?: { readonly home: Step; readonly away: Step } } =
    one === undefined || other === undefined
      ? {}
      : { lists: { home: stepWith(one, 3), away: stepWith(other, 4) } };
  const seen = { home: stepWith(home, 1), away: stepWith(away, 2), ...listed };
  const trial = { keys, seen, control: stepWith(control, 5) };
  return readStaysInNamespace.judge([trial], strictTarget);
}

it.each([
  { why: "not found", away: refused("notFound") },
  { why: "forbidden, because that discloses nothing", away: refused("forbidden") },
  { why: "rejected with an unknown error", away: refused("unclassified") },
])("a read in the other namespace may be $why", ({ away }) => {
  expect(judge({ away })).toMatchObject([{ result: "held", instances: 1 }]);
});

it.each([
  { why: "the response shows its own namespace", away: own },
  {
    why: "only the list of its own namespace contains it",
    away: accepted(shownIn("south")),
    lists: [listOf(shownIn("north")), listOf(shownIn("south", "other"))] as const,
  },
])("an object of another namespace is a violation if $why", (seen) => {
  expect(openResults(judge(seen))).toEqual({ [requirement]: "violated" });
});

const hidden = accepted(shownIn("south"));

it.each([
  { why: "neither the response nor a list shows its namespace", away: hidden },
  {
    why: "the lists of both namespaces contain it",
    away: hidden,
    lists: [listOf(shownIn("north")), listOf(shownIn("south"))] as const,
  },
  {
    why: "no list contains it",
    away: hidden,
    lists: [listOf(), listOf()] as const,
  },
  {
    why: "a list is rejected",
    away: hidden,
    lists: [listOf(shownIn("north")), refused("forbidden")] as const,
  },
  { why: "it is another object of the same name", away: accepted(shownIn("south", "other")) },
  { why: "it is now in the other namespace", home: refused("notFound"), away: hidden },
  { why: "its own namespace does not return it", home: refused("forbidden"), away: own },
  {
    why: "the other namespace returns nothing",
    away: refused("notFound"),
    control: refused("forbidden"),
  },
  { why: "the server failed", away: refused("internal") },
  { why: "the response contains no object", away: { result: "done" } as const },
])("nothing is decided if $why", (seen) => {
  expect(openResults(judge(seen))).toEqual({ [requirement]: "undecided" });
});

it.each([{ away: noReply }, { away: own, control: noReply }])(
  "a lost response is an error",
  (seen) => {
    expect(openResults(judge(seen))).toEqual({ [requirement]: "errored" });
  },
);

it("nothing is judged without a second namespace", () => {
  const findings = readStaysInNamespace.judge([], strictTarget);
  expect(findings).toMatchObject([{ requirement, instances: 0 }]);
});
