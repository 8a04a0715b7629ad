import { expect, it } from "vitest";
import { uid } from "#contract";
import {
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { laterPagesAreLimited } from "./later-pages-are-limited.ts";

const requirement = "authorization.namespace-limits-hold";

function listOf(...names: readonly string[]) {
  const { metadata, ...rest } = resourceAt("1");
  const items = names.map((name) => ({ ...rest, metadata: { ...metadata, name, uid: uid(name) } }));
  return stepWith({ result: "list", items }, 1);
}

it.each([
  { why: "no foreign object", list: listOf("a", "b"), result: "held", instances: 1 },
  { why: "a foreign object", list: listOf("a", "b", "far"), result: "violated", instances: 1 },
  { why: "too few objects", list: listOf("a"), result: "held", instances: 0 },
  { why: "a refusal", list: stepWith(refused("forbidden"), 1), result: "held", instances: 0 },
])("pages with $why: $result", ({ list, result, instances }) => {
  const observed = { lists: [list], foreign: ["far"], own: 2 };

  expect(laterPagesAreLimited.judge(observed, strictTarget)).toMatchObject([
    result === "held" ? { result, instances } : { result },
  ]);
});

it("pages without a response are errored", () => {
  const observed = { lists: [stepWith(noReply, 1)], foreign: ["far"], own: 2 };
  const findings = laterPagesAreLimited.judge(observed, strictTarget);

  expect(resultsOf(findings, requirement)).toEqual(["errored"]);
});
