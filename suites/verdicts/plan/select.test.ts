import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractSemantics } from "#contract";
import type { RequirementId } from "#contract";
import { defineCheck } from "#harness";
import type { AnyCheck, TargetDescription } from "#harness";
import { kindNamed } from "../testing/test-run-options.ts";
import { planRun, selectableNames } from "./plan-run.ts";
import { isSelected, matches, mayBeJudged, neverMatching, unmatched } from "./select.ts";

describe("matches", () => {
  it.each([
    ["watch.ordered", "watch.ordered", true],
    ["watch.*", "watch.ordered", true],
    ["*", "anything", true],
    ["watch.*", "rewatch.ordered", false],
    ["watch.ordered", "watchXordered", false],
    [
      "concurrency/one-winner#Service.*",
      "concurrency/one-winner#Service.updateServiceStatus",
      true,
    ],
    ["a+b(c)", "a+b(c)", true],
    ["[a", "[a", true],
    ["Watch.*", "watch.ordered", false],
    ["", "", true],
    ["", "watch", false],
  ])("%j against %j is %s", (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected);
  });
});

describe("isSelected", () => {
  it.each([
    [{ only: [], skip: [] }, true],
    [{ only: ["watch.*"], skip: [] }, true],
    [{ only: ["write.*"], skip: [] }, false],
    [{ only: ["watch.*"], skip: ["*.ordered"] }, false],
    [{ only: [], skip: ["watch.ordered"] }, false],
  ])("with %j is %s", (selection, expected) => {
    expect(isSelected(selection, "watch.ordered")).toBe(expected);
  });
});

it("unmatched finds the patterns that name nothing", () => {
  const selection = { only: ["watch.*", "wach.*"], skip: ["nothing"] };

  expect(unmatched(selection, ["watch.ordered"])).toEqual(["wach.*", "nothing"]);
});

describe("neverMatching", () => {
  const names = { requirements: ["watch.ordered"], checks: ["watch/order"] };

  it.each([
    "watch.ordered",
    "watch.*",
    "watch/order",
    "watch/order#Widget",
    "*#Widget",
    "watch/*.put",
  ])("keeps %j, which may match", (pattern) => {
    expect(neverMatching({ only: [pattern], skip: [] }, names)).toEqual([]);
  });

  it.each(["wach.*", "watch.ord", "watch.ordered#Widget", "watch/orders#Widget", ""])(
    "finds %j, which matches nothing on any target",
    (pattern) => {
      expect(neverMatching({ only: [], skip: [pattern] }, names)).toEqual([pattern]);
    },
  );
});

const profile = "graphql-status/v1";
const ordered: RequirementId = "watch.ordered";
const gap: RequirementId = "watch.no-gap";
const identity: RequirementId = "write.keeps-identity";

const target: TargetDescription = {
  endpoint: "http://127.0.0.1/graphql",
  protocol: "graphql",
  dialect: "test",
  kinds: [kindNamed("Service"), kindNamed("Bucket")],
  features: ["watch"],
  prerequisites: [],
  semantics: contractSemantics,
  identities: ["author", "controller"],
};

const checks = [
  check("watch/ordered", [ordered, gap]),
  check("watch/none-lost", [gap]),
  check("write/stores", [identity]),
];

function check(id: string, covers: readonly [RequirementId, ...RequirementId[]]): AnyCheck {
  return defineCheck<unknown>({
    id,
    title: id,
    covers,
    scope: "status-write",
    drive: () => Promise.resolve({}),
    judge: () => [],
  });
}

it.each([
  { only: [], skip: [], judged: [ordered, gap, identity] },
  { only: [], skip: ["watch.*"], judged: [identity] },
  { only: ["watch.ordered"], skip: [], judged: [ordered] },
  { only: ["watch/ordered"], skip: [], judged: [ordered, gap] },
  { only: ["watch/ordered"], skip: [gap], judged: [ordered] },
  { only: ["watch/none-lost#Service.x"], skip: [], judged: [gap] },
  { only: ["*#Service*"], skip: [], judged: [ordered, gap, identity] },
  { only: ["write*Service.x"], skip: [], judged: [identity] },
  { only: ["watch/none"], skip: [], judged: [] },
  { only: ["watch/none-lost.x"], skip: [], judged: [] },
])("of only $only and skip $skip may be judged: $judged", ({ only, skip, judged }) => {
  const isOpen = mayBeJudged({ only, skip }, checks);
  expect([ordered, gap, identity].filter(isOpen)).toEqual(judged);
});

it("judges every requirement that a plan leaves open", () => {
  const names = [
    ...selectableNames({ target, checks: [], profile }).filter((name) => name.startsWith("w")),
    ...selectableNames({ target, checks, profile }).filter((name) => name.includes("/")),
  ];
  const pattern = fc
    .tuple(fc.constantFrom(...names), fc.nat(20), fc.nat(20))
    .map(([name, from, length]) => `${name.slice(0, from)}*${name.slice(from + length)}`);
  const patterns = fc.array(fc.oneof(fc.constantFrom(...names), pattern), { maxLength: 3 });
  fc.assert(
    fc.property(patterns, patterns, (only, skip) => {
      const selection = { only, skip };
      const isOpen = mayBeJudged(selection, checks);
      const plan = planRun({ target, checks, profile, selection });
      const judged = plan.requirements.filter(({ settled }) => settled === undefined);
      expect(judged.filter(({ requirement }) => !isOpen(requirement))).toEqual([]);
    }),
  );
});
