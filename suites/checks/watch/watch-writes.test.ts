import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { dryRunIsNoEvent } from "./dry-run-is-no-event.ts";
import { lastFinalizerIsDeleted } from "./last-finalizer-is-deleted.ts";

describe("the removal of the last finalizer", () => {
  const requirement = "watch.last-finalizer-is-deleted";
  const [created, held, last] = [writtenAt("2"), writtenAt("3"), writtenAt("4")];
  const before = [eventOf(created, "ADDED"), eventOf(held)];

  it.each([
    { why: "is DELETED", events: [...before, eventOf(last, "DELETED")], result: "held" },
    {
      why: "is DELETED at the version at which it waited, which is another matter",
      events: [...before, eventOf(held, "DELETED")],
      result: "held",
    },
    {
      why: "is MODIFIED first",
      events: [...before, eventOf(last), eventOf(writtenAt("5"), "DELETED")],
      result: "violated",
    },
    { why: "is MODIFIED alone", events: [...before, eventOf(last)], result: "violated" },
    { why: "is nothing", events: before, result: "violated" },
    {
      why: "comes twice",
      events: [...before, eventOf(last, "DELETED"), eventOf(last, "DELETED")],
      result: "violated",
    },
  ])("$why: $result", ({ events, result }) => {
    const release = stepWith(accepted(last.object), 4);
    const seen = { states: [created, held], release, settled: settledWith({ events }) } as const;

    expect(resultsOf(lastFinalizerIsDeleted.judge(seen, strictTarget), requirement)).toEqual([
      result,
    ]);
  });
});

describe("a write that is only tried", () => {
  const requirement = "watch.nothing-for-dry-run";
  const key = { kind: "Service", namespace: "default", name: "a" };
  const [created, write] = [writtenAt("2"), writtenAt("3")];
  const right = [eventOf(created, "ADDED"), eventOf(write)];
  const unoffered: Outcome = { result: "unsupported", detail: "no argument for a dry run" };
  const tried = writtenAt("2", { status: { count: 1 } });

  it.each([
    { why: "is no event", events: right, result: "held" },
    {
      why: "is no event, though another comes twice",
      events: [...right, eventOf(write)],
      result: "held",
    },
    {
      why: "is an event at its own version",
      events: [...right, eventOf(writtenAt("9"))],
      result: "violated",
    },
    {
      why: "is an event at the current version",
      events: [eventOf(created, "ADDED"), eventOf(tried), eventOf(write)],
      result: "violated",
    },
    { why: "is not accepted", events: right, attempt: refused("invalid"), result: "undecided" },
    {
      why: "is stored, so that the write fails",
      events: [...right],
      control: refused("conflict"),
      result: "violated",
    },
    { why: "has no response", events: right, attempt: noReply, result: "errored" },
  ])(
    "$why: $result",
    ({ events, attempt = accepted(resourceAt("2")), control = accepted(write.object), result }) => {
      const trial = {
        key,
        versions: ["2"],
        attempts: [stepWith(attempt, 1)],
        control: stepWith(control, 2),
      };
      const findings = dryRunIsNoEvent.judge(
        [{ ...trial, settled: settledWith({ events }) }],
        strictTarget,
      );

      expect(resultsOf(findings, requirement)).toEqual([result]);
    },
  );

  it.each([
    { attempts: [unoffered, accepted(resourceAt("2"))], result: "held" },
    { attempts: [unoffered], result: "undecided" },
  ])("is judged by the dry runs that operations offer: $result", ({ attempts, result }) => {
    const trial = {
      key,
      versions: ["2"],
      attempts: attempts.map((attempt, index) => stepWith(attempt, index)),
      control: stepWith(accepted(write.object), 3),
      settled: settledWith({ events: right }),
    };
    const findings = dryRunIsNoEvent.judge([trial], strictTarget);

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });

  it("is undecided if the sentinel never arrives", () => {
    const trial = { key, versions: ["2"], attempts: [], control: stepWith(accepted(write.object)) };
    const findings = dryRunIsNoEvent.judge([{ ...trial, settled: unsettled }], strictTarget);

    expect(resultsOf(findings, requirement)).toEqual(["undecided"]);
  });
});
