import { describe, expect, it } from "vitest";
import { judgeNoneMoved } from "#harness";
import type { Finding } from "#harness";
import { refused, resultsOf, settledWith, stepWith } from "../testing/builders.ts";
import { eventOf, writtenAt } from "../testing/watch-builders.ts";
import { eventsOfAttempts } from "./slightly-stale-conflicts.ts";

describe("the events of a stale write, if an object is written several times", () => {
  const writes = ["3", "4", "5"].map((version) => writtenAt(version));
  const created = writtenAt("2");

  function judge(order: readonly string[]): readonly Finding[] {
    const all = [eventOf(created, "ADDED"), ...order.map((version) => eventOf(writtenAt(version)))];
    const events = settledWith({ events: eventsOfAttempts(all, [created, ...writes]) });
    return judgeNoneMoved(
      writes.slice(-1).map(({ object }) => {
        const stored = stepWith({ result: "object", object }, 1);
        return { before: stored, attempt: stepWith(refused("conflict"), 2), after: stored, events };
      }),
    );
  }

  it.each([
    { why: "in order", order: ["3", "4", "5"], result: "held" },
    { why: "two of them in the other order", order: ["3", "5", "4"], result: "held" },
    { why: "one of them with an unknown version", order: ["3", "4", "5", "6"], result: "violated" },
  ])("are judged without those of other writes: $why", ({ order, result }) => {
    const found = resultsOf(judge(order), "watch.nothing-for-refused");

    expect(found).toEqual([result]);
  });
});
