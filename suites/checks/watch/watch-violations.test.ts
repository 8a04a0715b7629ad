import { expect, it } from "vitest";
import { violationsIn, inFull } from "../testing/violations.ts";
import type { WatchViolations } from "../testing/violations.ts";
import { settledWith, strictTarget } from "../testing/builders.ts";
import { eventOf, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { added, created, foreign, second, third } from "../testing/written-objects.ts";
import { anyVersionBeginsWithState } from "./any-version-begins-with-state.ts";
import { collectionInCommitOrder } from "./collection-in-commit-order.ts";
import { eventNeedsNoLaterWrite } from "./event-needs-no-later-write.ts";
import { restedWatchGoesOn } from "./rested-watch-goes-on.ts";
import { sameOverEventStream } from "./same-over-event-stream.ts";
import { watchersAgree } from "./watchers-agree.ts";

const writes = [second, third];
const neighbour = writtenAt("7", { metadata: { name: "b" } });

it.each<WatchViolations>([
  {
    what: "of a watch of any version",
    judge: (events) =>
      anyVersionBeginsWithState.judge({ present: second, watch: watchWith(events) }, strictTarget),
    events: [eventOf(second), eventOf(third, "ADDED")],
    violations: [["ADDED as the first event for an existing object", "MODIFIED 3", [1, 3]]],
  },
  {
    what: "of a watch of any version that is silent",
    judge: (events) =>
      anyVersionBeginsWithState.judge({ present: second, watch: watchWith(events) }, strictTarget),
    events: [foreign],
    violations: [["ADDED as the first event for an existing object", "no event", [1, 3]]],
  },
  {
    what: "of a collection",
    judge: (events) =>
      collectionInCommitOrder.judge(
        { writes: [second, neighbour], watch: watchWith(events) },
        strictTarget,
      ),
    events: [eventOf(neighbour), foreign, eventOf(second)],
    violations: [
      ["the events for versions 3, 7, in this order", "MODIFIED 7, MODIFIED 3", [1, 3, 7]],
    ],
  },
  {
    what: "of a watch that was quiet",
    judge: (events) =>
      restedWatchGoesOn.judge({ created, writes, watch: watchWith(events) }, strictTarget),
    events: [added, foreign],
    violations: [
      [
        "after an idle period, the events for versions 3, 4",
        "missing versions: 3, 4; received: ADDED 2",
        [1, 2, 3, 4],
      ],
    ],
  },
  {
    what: "of a watch that waits for the next write",
    judge: (events) =>
      eventNeedsNoLaterWrite.judge(
        { created, writes, late: ["3"], watch: watchWith(events) },
        strictTarget,
      ),
    events: [added, eventOf(second)],
    violations: [
      [
        "on an idle target, one event for each write (versions 3, 4)",
        "versions that arrived only after another write: 3",
        [1, 2, 3, 4],
      ],
    ],
  },
  {
    what: "of rapid writes whose events change places",
    judge: (events) =>
      eventNeedsNoLaterWrite.judge(
        { created, writes: [], late: [], rapid: writes, watch: watchWith(events) },
        strictTarget,
      ),
    events: [added, eventOf(third), eventOf(second)],
    violations: [
      [
        "the events for versions 3, 4, in this order",
        "ADDED 2, MODIFIED 4, MODIFIED 3",
        [1, 2, 3, 4],
      ],
    ],
  },
  {
    what: "of server-sent events",
    judge: (events) =>
      sameOverEventStream.judge(
        {
          created,
          writes,
          pairs: [{ usual: watchWith([added, eventOf(second)]), stream: watchWith(events) }],
        },
        strictTarget,
      ),
    events: [added, foreign, eventOf(second, "ADDED")],
    violations: [
      [
        "the events of the primary transport: ADDED 2, MODIFIED 3",
        'server-sent events delivered ADDED 2, ADDED 3 ([1].type is "ADDED" instead of "MODIFIED")',
        [1, 1, 2, 3, 4],
      ],
    ],
  },
  {
    what: "of another watcher",
    judge: (events) =>
      watchersAgree.judge(
        {
          created,
          writes,
          shared: settledWith({ events: [added, eventOf(second)] }),
          others: [watchWith(events, { identity: "reader" })],
        },
        strictTarget,
      ),
    events: [foreign, added, eventOf(second, "DELETED")],
    violations: [
      [
        "the events that another watch received: ADDED 2, MODIFIED 3",
        'the watch by reader received ADDED 2, DELETED 3 ([1].type is "DELETED" instead of "MODIFIED")',
        [1, 2, 3, 4, 9],
      ],
    ],
  },
])("what is said $what", (row) => {
  expect(violationsIn(row.judge(row.events))).toEqual(inFull(row));
});
