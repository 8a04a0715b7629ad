import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import type { Finding, SettledEvents, Written } from "#harness";
import { readinessOf } from "#harness";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import { resultsOf, settledWith, strictTarget } from "../testing/builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { reports, unobservedIsNotReady } from "./unobserved-is-not-ready.ts";

const beginning: JsonObject = { observedGeneration: -1 };

function seen(observedGeneration: JsonValue, ready: string): JsonObject {
  return { observedGeneration, conditions: [{ type: "Ready", status: ready }] };
}

describe("an object that was not observed", () => {
  const requirement = "readiness.never-current-unobserved";
  const life: readonly Written[] = [
    writtenAt("1", { status: beginning }),
    writtenAt("2", { status: seen(1, "False") }),
    writtenAt("3", { status: seen(1, "True") }),
    writtenAt("4", { status: seen(1, "True"), metadata: { generation: 2 } }),
    writtenAt("5", { status: seen(2, "True"), metadata: { generation: 2 } }),
  ];

  function find(
    replies: readonly Written[],
    settled = settledWith({ events: life.map((state) => eventOf(state)) }),
  ): readonly Finding[] {
    return unobservedIsNotReady.judge({ replies, done: ["3", "5"], settled }, strictTarget);
  }

  function judge(replies: readonly Written[], settled?: SettledEvents): ReadonlySet<string> {
    return new Set(resultsOf(find(replies, settled), requirement));
  }

  it("is not ready, in responses and in events", () => {
    expect(judge(life)).toEqual(new Set(["held"]));
  });

  it.each([
    ["without the default", writtenAt("1")],
    ["with a copied observed generation", writtenAt("1", { status: { observedGeneration: 1 } })],
    [
      "with a generation that moved along",
      writtenAt("4", { status: seen(2, "True"), metadata: { generation: 2 } }),
    ],
  ])("is ready %s", (_what, state) => {
    expect(judge([state, ...life])).toContain("violated");
    const events = [eventOf(state)];
    expect(judge(life, settledWith({ events }))).toContain("violated");
  });

  it("is reported for the state, with the evidence", () => {
    const early = writtenAt("6", { status: { observedGeneration: 1 } });
    const expected =
      "version 6 does not appear ready: no controller reported completion for generation 1";
    const events = settledWith({ events: [eventOf(early)] });

    expect(violationsIn(find([early, ...life]))).toEqual([
      {
        expected,
        actual: expect.stringMatching(/^it appears as Current, because ./u),
        evidence: [6],
      },
    ]);
    expect(violationsIn(find(life, events))).toMatchObject([{ expected, evidence: [9] }]);
  });

  it("counts every state that was not reported as ready", () => {
    expect(find(life).map((one) => one.result === "held" && one.instances)).toEqual([
      1, 1, 0, 1, 0, 1, 1, 0, 1, 0,
    ]);
  });

  it("is not visible in events without an object", () => {
    const { object: _object, ...bare } = eventOf(writtenAt("7"), "DELETED");

    expect(find(life, settledWith({ events: [bare] }))).toHaveLength(life.length);
  });

  it("shows nothing if the controller's report does not make it ready", () => {
    const reason =
      "the object does not appear ready, although its controller has reported it as ready";

    expect(doubtsIn(find(life.slice(0, 2)))).toEqual([[reason, 1, 2]]);
    expect(doubtsIn(find([]))).toEqual([[reason]]);
  });

  it("shows nothing if events are missing", () => {
    expect(doubtsIn(find(life, unsettled))).toEqual([["no event for the sentinel"]]);
  });

  it("becomes ready only by the second report of its controller", () => {
    const states = reports.map(
      (condition) =>
        readinessOf({
          metadata: { generation: 1 },
          status: { observedGeneration: 1, conditions: [condition] },
        }).because,
    );

    expect(states).toEqual(["the condition Ready is False", "the condition Ready is True"]);
    expect(reports).toMatchObject([
      { type: "Ready", reason: "Begun", message: "", lastTransitionTime: "2024-05-01T12:00:00Z" },
      { type: "Ready", reason: "Done", message: "", lastTransitionTime: "2024-05-01T12:00:00Z" },
    ]);
  });

  it("is not judged where there is no default", () => {
    expect(unobservedIsNotReady.judge(null, strictTarget)).toMatchObject([{ instances: 0 }]);
  });
});
