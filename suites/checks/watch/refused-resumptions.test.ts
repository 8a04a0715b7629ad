import { describe, expect, it } from "vitest";
import type { RefusalReason } from "#contract";
import type { Finding, WatchObservation, Written } from "#harness";
import { strictTarget } from "../testing/builders.ts";
import { eventOf, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { created, second, third } from "../testing/written-objects.ts";
import { watchResumesAfterEvent } from "../semantics/watch-resumes-after-event.ts";
import { listThenWatch } from "./list-then-watch.ts";
import { reconnectLosesNothing } from "./reconnect-loses-nothing.ts";
import { resumesAfterVersion } from "./resumes-after-version.ts";

/** A watch from the version of the first write, which the target refused. */
function refusedAs(reason: RefusalReason): WatchObservation {
  const refusal = { reason, message: "no", causes: [] };
  return watchWith([], { after: "3", reached: false, end: { end: "refused", refusal } });
}

/** A check that resumes a watch, and what it says of the one that came to this. */
interface Resuming {
  readonly check: string;
  /** Whether the version may have expired meanwhile. */
  readonly isOld: boolean;
  /** What comes after the version. */
  readonly rest: Written;
  readonly judge: (resumed: WatchObservation) => readonly Finding[];
}

const writes = [second, third];
const first = watchWith([eventOf(second)]);
const fresh = writtenAt("6", { metadata: { name: "b" } });

const checks: readonly Resuming[] = [
  {
    check: "watch/resumes-after-version",
    isOld: true,
    rest: third,
    judge: (resumed) =>
      resumesAfterVersion.judge(
        { writes: [created, second, third], watches: [resumed] },
        strictTarget,
      ),
  },
  {
    check: "watch/reconnect-loses-nothing",
    isOld: true,
    rest: third,
    judge: (resumed) =>
      reconnectLosesNothing.judge({ created, writes, broken: first, resumed }, strictTarget),
  },
  {
    check: "semantics/watch-resumes-after-event",
    isOld: true,
    rest: third,
    judge: (resumed) =>
      watchResumesAfterEvent.judge({ created, writes, first, second: resumed }, strictTarget),
  },
  {
    check: "watch/list-then-watch",
    isOld: false,
    rest: fresh,
    judge: (watch) =>
      listThenWatch.judge(
        { listExchange: 8, listed: second, writes: [], created: fresh, watch },
        strictTarget,
      ),
  },
];

const mistakes: readonly RefusalReason[] = ["invalid", "notFound"];
const others: readonly RefusalReason[] = ["internal", "rateLimited", "forbidden", "unclassified"];

describe.each(checks)("a resumption that is refused, for $check", ({ isOld, rest, judge }) => {
  const expired: readonly RefusalReason[] = ["expired"];
  const broken = [...mistakes, ...(isOld ? [] : expired)];

  it.each(broken)("breaks the rule as %s", (reason) => {
    expect(judge(refusedAs(reason))).toMatchObject([
      {
        result: "violated",
        expected: "a watch from 3, which the target has issued, is served",
        actual: `it was refused as ${reason} (no code): no`,
      },
    ]);
  });

  it.each([...others, ...(isOld ? expired : [])])("says nothing as %s", (reason) => {
    expect(judge(refusedAs(reason))).toMatchObject([{ result: "undecided" }]);
  });

  it("is of no interest where everything had come before", () => {
    const { end } = refusedAs("invalid");
    const complete = watchWith([eventOf(rest)], {
      after: "3",
      ...(end === undefined ? {} : { end }),
    });

    expect(judge(complete)).toMatchObject([{ result: "held" }]);
  });
});
