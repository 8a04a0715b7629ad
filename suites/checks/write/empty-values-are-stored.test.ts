import { expect, it } from "vitest";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { emptyValuesAreStored } from "./empty-values-are-stored.ts";

const requirement = "write.stores-submitted-status";

const places = [
  { path: ["ready"], value: 3, empty: 0 },
  { path: ["detail", "isDone"], value: true, empty: false },
];

function attemptWith(after: object, outcome = accepted(resourceAt("3"))) {
  return {
    places,
    before: stepWith(
      accepted(resourceAt("2", { status: { ready: 3, detail: { isDone: true } } })),
      1,
    ),
    write: stepWith(outcome, 2),
    read: stepWith(accepted(resourceAt("3", { status: { ...after } })), 3),
  };
}

it.each([
  { why: "are shown", after: { ready: 0, detail: { isDone: false } }, result: "held" },
  { why: "are omitted", after: { detail: {} }, result: "held" },
  { why: "are omitted with their object", after: {}, result: "held" },
  { why: "are null", after: { ready: null, detail: null }, result: "held" },
  { why: "leave a number", after: { ready: 3, detail: { isDone: false } }, result: "violated" },
  {
    why: "leave a nested value",
    after: { ready: 0, detail: { isDone: true } },
    result: "violated",
  },
])("empty values that $why: $result", ({ after, result }) => {
  const findings = emptyValuesAreStored.judge([attemptWith(after)], strictTarget);

  expect(resultsOf(findings, requirement)).toEqual([result]);
});

it("the finding names only the values that were kept", () => {
  const [finding] = emptyValuesAreStored.judge(
    [attemptWith({ ready: 3, detail: {} })],
    strictTarget,
  );

  expect(finding).toMatchObject({
    expected: "status.ready is 0 or absent, because the accepted write sets it",
    actual: "status.ready is still 3",
  });
});

it("a rejected value decides nothing, and the next one is judged", () => {
  const { read: _none, ...tooSmall } = attemptWith({}, refused("invalid"));

  expect(emptyValuesAreStored.judge([tooSmall], strictTarget)).toMatchObject([
    { result: "held", instances: 0 },
  ]);
  const findings = emptyValuesAreStored.judge([tooSmall, attemptWith({ ready: 3 })], strictTarget);
  expect(resultsOf(findings, requirement)).toEqual(["violated"]);
});

it("a write without a response is errored", () => {
  const { read: _none, ...lost } = attemptWith({}, noReply);

  expect(resultsOf(emptyValuesAreStored.judge([lost], strictTarget), requirement)).toEqual([
    "errored",
  ]);
});
