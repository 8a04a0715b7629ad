import { expect, it } from "vitest";
import {
  accepted,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { unusualStatusesAreStored } from "./unusual-statuses-are-stored.ts";

const status = { conditions: [{ type: "Ready", message: "new" }] };
const older = { conditions: [{ type: "Ready", message: "old" }] };

it.each([
  { why: "is stored", write: accepted(resourceAt("2")), shown: status, result: "held" },
  { why: "is taken for none", write: accepted(resourceAt("1")), shown: older, result: "violated" },
  { why: "is rejected", write: refused("invalid"), shown: older, result: "violated" },
])("another message $why: $result", ({ write, shown, result }) => {
  const read = stepWith(accepted(resourceAt("2", { status: shown })), 2);
  const rewordings = [{ submitted: status, write: stepWith(write, 1), read }];
  const findings = unusualStatusesAreStored.judge(rewordings, strictTarget);

  expect(resultsOf(findings, "write.stores-submitted-status")).toEqual([result]);
});

it.each([
  { why: "contains", message: "new", result: "held" },
  { why: "lacks", message: "n?w", result: "violated" },
])("a message is judged by whether a merged list $why it", ({ message, result }) => {
  const merging = {
    ...strictTarget,
    semantics: { ...strictTarget.semantics, lists: "merged" },
  } as const;
  const conditions = [
    { type: "Old", message: "" },
    { type: "Ready", message, observedGeneration: 1 },
  ];
  const [write, read] = [
    stepWith(accepted(resourceAt("2")), 1),
    stepWith(accepted(resourceAt("2", { status: { conditions } })), 2),
  ];
  const findings = unusualStatusesAreStored.judge([{ submitted: status, write, read }], merging);

  expect(resultsOf(findings, "write.stores-submitted-status")).toEqual([result]);
});
