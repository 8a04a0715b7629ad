import { describe, expect, it } from "vitest";
import type { RefusalReason } from "#contract";
import type { Finding, WatchObservation } from "#harness";
import { strictTarget } from "../testing/builders.ts";
import { eventOf, watchWith } from "../testing/watch-builders.ts";
import { created, second, third } from "../testing/written-objects.ts";
import { watchResumesAfterEvent } from "../semantics/watch-resumes-after-event.ts";
import { reconnectLosesNothing } from "./reconnect-loses-nothing.ts";
import { resumesAfterVersion } from "./resumes-after-version.ts";

/** A watch from the version of the first write, which the target refused. */
function refusedAs(reason: RefusalReason): WatchObservation {
  const refusal = { reason, message: "no", causes: [] };
  return watchWith([], { after: "3", reached: false, end: { end: "refused", refusal } });
}

/** What each check says of a resumption that came to that. */
const checks: readonly {
  readonly check: string;
  readonly judge: (resumed: WatchObservation) => readonly Finding[];
}[] = [
  {
    check: "watch/resumes-after-version",
    judge: (resumed) =>
      resumesAfterVersion.judge(
        { writes: [created, second, third], watches: [resumed] },
        strictTarget,
      ),
  },
  {
    check: "watch/reconnect-loses-nothing",
    judge: (resumed) =>
      reconnectLosesNothing.judge(
        { created, writes: [second, third], broken: watchWith([eventOf(second)]), resumed },
        strictTarget,
      ),
  },
  {
    check: "semantics/watch-resumes-after-event",
    judge: (resumed) =>
      watchResumesAfterEvent.judge(
        { created, writes: [second, third], first: watchWith([eventOf(second)]), second: resumed },
        strictTarget,
      ),
  },
];

describe.each(checks)("a resumption that is refused, for $check", ({ judge }) => {
  it.each(["invalid", "notFound"] as const)("breaks the rule as %s", (reason) => {
    expect(judge(refusedAs(reason))).toMatchObject([
      {
        result: "violated",
        expected: "a watch from 3, which the target has issued, is served",
        actual: `it was refused as ${reason} (no code): no`,
      },
    ]);
  });

  it.each(["expired", "internal", "rateLimited", "forbidden", "unclassified"] as const)(
    "says nothing as %s",
    (reason) => {
      expect(judge(refusedAs(reason))).toMatchObject([{ result: "undecided" }]);
    },
  );

  it("is of no interest where everything had come before", () => {
    const { end } = refusedAs("invalid");
    const events = [eventOf(third)];
    const complete = watchWith(events, { after: "3", ...(end === undefined ? {} : { end }) });

    expect(judge(complete)).toMatchObject([{ result: "held" }]);
  });
});
