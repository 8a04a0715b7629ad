import { describe, expect, it } from "vitest";
import { keyOf } from "#contract";
import type { Outcome } from "#contract";
import type { Finding, Step } from "#harness";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { objectsGoWithDefinition } from "./objects-go-with-definition.ts";
import { servedOnceDefined } from "./served-once-defined.ts";

const listed: Outcome = { result: "list", items: [] };
const created = writtenAt("2");
const reported = writtenAt("3", { status: { size: 1 } });

/** A step of a command that is no read. */
function written(outcome: Outcome, exchange: number): Step {
  const key = keyOf(resourceAt("1"));
  const command = { verb: "updateStatus", identity: "controller", key, status: {} } as const;
  return { ...stepWith(outcome, exchange), command };
}

describe("a kind that was just defined", () => {
  const requirement = "kinds.served-once-defined";
  const both = [eventOf(created, "ADDED"), eventOf(reported)];

  function judge(
    outcomes: readonly Outcome[],
    { early = refused("invalid"), events = both }: { early?: Outcome; events?: typeof both } = {},
  ): readonly Finding["result"][] {
    const uses = outcomes.map((outcome, index) => written(outcome, 3 + index));
    const watched = watchWith(events);
    const findings = servedOnceDefined.judge(
      { early: stepWith(early, 2), uses, watched },
      strictTarget,
    );
    return resultsOf(findings, requirement).filter((result) => result !== "held");
  }

  const served = [listed, accepted(created.object), accepted(reported.object)];

  it("is served", () => {
    expect(judge(served)).toEqual([]);
  });

  it("is not served where one of its operations is refused", () => {
    expect(judge([listed, refused("invalid"), accepted(reported.object)])).toEqual(["violated"]);
  });

  it("is not served where its watch is silent", () => {
    expect(judge(served, { events: both.slice(0, 1) })).toEqual(["violated"]);
  });

  it("shows nothing where it was served before", () => {
    expect(judge(served, { early: accepted(created.object) })).toEqual(["undecided"]);
  });

  it("shows nothing where a reply is missing", () => {
    expect(judge([listed, noReply])).toEqual(["errored"]);
  });

  it("shows nothing where none can be defined", () => {
    expect(servedOnceDefined.judge(null, strictTarget)).toMatchObject([{ result: "undecided" }]);
  });
});

describe("the end of a kind", () => {
  const requirement = "kinds.objects-go-with-definition";
  const gone = [eventOf(created, "ADDED"), eventOf(reported, "DELETED")];

  it.each([
    { what: "right", result: [] },
    { what: "silent", events: gone.slice(0, 1), result: ["violated"] },
    { what: "no end of the service", late: accepted(created.object), result: ["violated"] },
    {
      what: "incomplete",
      again: { result: "list", items: [created.object] } as const,
      result: ["violated"],
    },
    { what: "unknown", late: noReply, result: ["errored"] },
  ])("is $what", ({ events = gone, late = refused("invalid"), again = listed, result }) => {
    const findings = objectsGoWithDefinition.judge(
      {
        keys: [keyOf(created.object)],
        watched: watchWith(events),
        late: stepWith(late, 5),
        again: stepWith(again, 6),
      },
      strictTarget,
    );

    expect(resultsOf(findings, requirement).filter((one) => one !== "held")).toEqual(result);
  });

  it("is not seen where none can be defined", () => {
    expect(objectsGoWithDefinition.judge(null, strictTarget)).toMatchObject([
      { result: "undecided" },
    ]);
  });
});
