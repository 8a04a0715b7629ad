import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { RefusalReason } from "#contract";
import type { Finding, SeenEvent, WatchObservation, Written } from "#harness";
import { strictTarget } from "../testing/builders.ts";
import { eventOf, openIn, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { created, second, third } from "../testing/written-objects.ts";
import { watchResumesAfterEvent } from "../semantics/watch-resumes-after-event.ts";
import { bookmarks } from "./bookmarks.ts";
import { listThenWatch } from "./list-then-watch.ts";
import { reconnectLosesNothing } from "./reconnect-loses-nothing.ts";
import { resumesAfterVersion } from "./resumes-after-version.ts";

function refusedAs(reason: RefusalReason): WatchObservation {
  const refusal = { reason, message: "no", causes: [] };
  return watchWith([], { after: "3", reached: false, end: { end: "refused", refusal } });
}

interface Resuming {
  readonly check: string;
  /** Whether the version may have expired in the meantime. */
  readonly mayExpire: boolean;
  readonly rest: Written;
  readonly judge: (resumed: WatchObservation) => readonly Finding[];
}

const writes = [second, third];
const first = watchWith([eventOf(second)]);
const fresh = writtenAt("6", { metadata: { name: "b" } });

const checks: readonly Resuming[] = [
  {
    check: "watch/resumes-after-version",
    mayExpire: true,
    rest: third,
    judge: (resumed) =>
      resumesAfterVersion.judge(
        { writes: [created, second, third], watches: [resumed] },
        strictTarget,
      ),
  },
  {
    check: "watch/reconnect-loses-nothing",
    mayExpire: true,
    rest: third,
    judge: (resumed) =>
      reconnectLosesNothing.judge({ created, writes, broken: first, resumed }, strictTarget),
  },
  {
    check: "semantics/watch-resumes-after-event",
    mayExpire: true,
    rest: third,
    judge: (resumed) =>
      watchResumesAfterEvent.judge({ created, writes, first, resumed: [resumed] }, strictTarget),
  },
  {
    check: "watch/list-then-watch",
    mayExpire: false,
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

describe.each(checks)("a resumption that is rejected, for $check", ({ mayExpire, rest, judge }) => {
  const expired: readonly RefusalReason[] = ["expired"];
  const broken = [...mistakes, ...(mayExpire ? [] : expired)];

  it.each(broken)("breaks the rule as %s", (reason) => {
    expect(judge(refusedAs(reason))).toMatchObject([
      {
        result: "violated",
        expected: "a watch from 3, a version that the target issued, is served",
        actual: `it was rejected as ${reason} (no code): no`,
      },
    ]);
  });

  it("is shown by the preceding exchanges, and finally by itself", () => {
    const [finding] = judge({ ...refusedAs("invalid"), exchange: 4 });
    const evidence = finding?.result === "violated" ? finding.evidence : [];

    expect(evidence.at(-1)).toBe(4);
    expect(Math.max(...evidence)).toBe(4);
  });

  it.each([...others, ...(mayExpire ? expired : [])])("says nothing as %s", (reason) => {
    expect(judge(refusedAs(reason))).toMatchObject([{ result: "undecided" }]);
  });

  it("decides nothing if no version was named", () => {
    const { resourceVersion: _, ...command } = refusedAs("invalid").command;

    expect(judge({ ...refusedAs("invalid"), command })).toMatchObject([{ result: "undecided" }]);
  });

  it.each(broken)("decides nothing as %s if the watch was served at first", (reason) => {
    const served = { ...refusedAs(reason), events: [eventOf(rest)] };

    expect(judge(served)).toMatchObject([{ result: "undecided" }]);
  });

  it("is irrelevant if everything arrived earlier", () => {
    const complete = { ...refusedAs("invalid"), events: [eventOf(rest)], reached: true };

    expect(judge(complete)).toMatchObject([{ result: "held" }]);
  });
});

it("a bookmark is no violation if its watch is closed later", () => {
  const bookmark: SeenEvent = {
    type: "BOOKMARK",
    resourceVersion: resourceVersion("3"),
    arrivedMs: 40,
  };
  const asked = { ...refusedAs("expired"), events: [eventOf(second), bookmark] };
  const resumed = watchWith([eventOf(third)], { after: "3" });
  const findings = bookmarks.judge(
    {
      writes: [created, second, third],
      asked,
      plain: watchWith([]),
      resumptions: [{ place: 1, watch: resumed }],
    },
    strictTarget,
  );

  expect(openIn(findings)).toMatchObject({ "watch.resumes-from-bookmark": "undecided" });
});
