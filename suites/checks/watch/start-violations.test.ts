import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { WatchEnd } from "#contract";
import type { Finding, SeenEvent } from "#harness";
import { violationsIn, inFull } from "../testing/violations.ts";
import type { WatchViolations } from "../testing/violations.ts";
import { strictTarget } from "../testing/builders.ts";
import { eventOf, violatedIn, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { created, foreign, second, third } from "../testing/written-objects.ts";
import { initialEvents } from "./initial-events.ts";
import { listThenWatch } from "./list-then-watch.ts";
import { namespaceFilter } from "./namespace-filter.ts";
import { reconnectLosesNothing } from "./reconnect-loses-nothing.ts";
import { resumesAfterVersion } from "./resumes-after-version.ts";
import { selectorFilter } from "./selector-filter.ts";
import { selectorTransitions } from "./selector-transitions.ts";

const writes = [second, third];
const fresh = writtenAt("6", { metadata: { name: "b" } });
const neighbour = writtenAt("7", { metadata: { name: "a", namespace: "other" } });
const labelled = writtenAt("5", { metadata: { labels: { of: "case" } } });
const refusal = { reason: "expired", message: "too old", causes: [] } as const;
const refused: WatchEnd = { end: "refused", refusal };
const mark: SeenEvent = {
  type: "BOOKMARK",
  resourceVersion: resourceVersion("6"),
  initialEventsEnd: true,
  arrivedMs: 0,
};

const initial = (events: readonly SeenEvent[]): readonly Finding[] =>
  initialEvents.judge(
    { present: [second, fresh], gone: [neighbour], live: [third], watch: watchWith(events) },
    strictTarget,
  );

const labels = (events: readonly SeenEvent[]): readonly Finding[] =>
  selectorTransitions.judge(
    { entry: second, within: [], exit: third, beyond: [labelled], watch: watchWith(events) },
    strictTarget,
  );

it.each<WatchViolations>([
  {
    what: "initial events",
    judge: initial,
    events: [eventOf(second), eventOf(neighbour), mark, eventOf(third)],
    violations: [
      ["only an ADDED event for version 3, with the stored object", "MODIFIED 3", [1, 3]],
      ["only an ADDED event for version 6, with the stored object", "no event", [1, 6]],
      ["no event for an object that was deleted before the watch", "MODIFIED 7", [1, 7]],
    ],
  },
  {
    what: "initial events with other contents",
    judge: initial,
    events: [
      eventOf({ ...second, object: { ...second.object, spec: {}, status: {} } }, "ADDED"),
      eventOf({ ...fresh, object: { ...fresh.object, spec: {} } }, "ADDED"),
      mark,
    ],
    violations: [
      [
        "only an ADDED event for version 3, with the stored object",
        "ADDED 3 (with a different spec and status)",
        [1, 3],
      ],
      [
        "only an ADDED event for version 6, with the stored object",
        "ADDED 6 (with a different spec)",
        [1, 6],
      ],
    ],
  },
  {
    what: "the end of initial events",
    judge: initial,
    events: [mark, eventOf(second, "ADDED"), eventOf(fresh, "ADDED"), mark],
    violations: [
      [
        "one marked bookmark after all existing objects and before all later events",
        "marked BOOKMARK 6, ADDED 3, ADDED 6, marked BOOKMARK 6",
        [1, 3, 4, 6],
      ],
    ],
  },
  {
    what: "a watch from a list",
    judge: (events) => judgeList(events),
    events: [eventOf(second), eventOf(third), foreign],
    violations: [
      [
        "the events for versions 4, 6 after the list, and none for version 3, because the list contains it",
        "MODIFIED 3, MODIFIED 4, MODIFIED 9",
        [4, 6, 8, 9],
      ],
    ],
  },
  {
    what: "a watch from a list that is rejected",
    judge: () => judgeList([], refused),
    events: [],
    violations: [
      [
        "a watch from 5, a version that the target issued, is served",
        "it was rejected as expired (no code): too old",
        [4, 6, 8, 9],
      ],
    ],
  },
  {
    what: "a list without a version",
    judge: () =>
      listThenWatch.judge(
        { listExchange: 8, listed: second, writes: [third], created: fresh },
        strictTarget,
      ),
    events: [],
    violations: [
      ["a list with a version that a watch can start from", "a list without a version", [8]],
    ],
  },
  {
    what: "a watch on a namespace",
    judge: (events) => judgeNamespaces(events),
    events: [eventOf(second), eventOf(neighbour)],
    violations: [
      [
        "the watch on namespace default delivers no event from another namespace",
        "MODIFIED 3 in default, MODIFIED 7 in other",
        [1, 3, 4, 7],
      ],
    ],
  },
  {
    what: "a watch that reconnects",
    judge: (events) =>
      reconnectLosesNothing.judge(
        {
          created,
          writes,
          broken: watchWith([eventOf(second)]),
          resumed: watchWith(events, { after: "3" }),
        },
        strictTarget,
      ),
    events: [eventOf(second), eventOf(third)],
    violations: [
      [
        "both watches together deliver the events for versions 3, 4",
        "MODIFIED 3; then MODIFIED 3, MODIFIED 4",
        [1, 1, 2, 3, 4],
      ],
    ],
  },
  {
    what: "a watch from a version",
    judge: (events) =>
      resumesAfterVersion.judge(
        { writes: [created, second, third], watches: [watchWith(events, { after: "2" })] },
        strictTarget,
      ),
    events: [eventOf(third)],
    violations: [["after 2 exactly 3, 4", "MODIFIED 4", [1, 2, 3, 4]]],
  },
  {
    what: "a watch by labels",
    judge: (events) =>
      selectorFilter.judge(
        { inside: writes, outside: [fresh, fresh], watch: watchWith(events) },
        strictTarget,
      ),
    events: [eventOf(second), eventOf(fresh)],
    violations: [
      [
        "only the events for versions 3, 4 of the matching object, and none for the other object",
        "MODIFIED 3, MODIFIED 6",
        [1, 3, 4, 6, 6],
      ],
    ],
  },
  {
    what: "a watch by labels that resumes",
    judge: (events) =>
      selectorFilter.judge(
        {
          inside: writes,
          outside: [fresh, fresh],
          watch: watchWith([eventOf(second), eventOf(third)]),
          resumed: watchWith(events),
        },
        strictTarget,
      ),
    events: [eventOf(third), eventOf(fresh)],
    violations: [
      ["no event for the other object on a watch that resumes", "MODIFIED 6", [3, 4, 6, 6, 1]],
    ],
  },
  {
    what: "an object that comes to match and goes in silence",
    judge: labels,
    events: [foreign, eventOf(labelled)],
    violations: [
      ["ADDED 3, as the first event of the object and only once", "MODIFIED 5", [1, 3, 4, 5]],
      ["one DELETED event for version 4, and nothing after it", "MODIFIED 5", [1, 3, 4, 5]],
    ],
  },
  {
    what: "an object that ceases to match, and has labels that it had not",
    judge: labels,
    events: [eventOf(second, "ADDED"), eventOf(labelled, "DELETED")],
    violations: [
      ["DELETED 4 with the labels null", 'DELETED 5 with the labels {"of":"case"}', [1, 3, 4, 5]],
    ],
  },
])("what is said of $what", (row) => {
  expect(violationsIn(row.judge(row.events))).toEqual(inFull(row));
});

describe("an object whose labels change", () => {
  const [added, deleted] = [eventOf(second, "ADDED"), eventOf(third, "DELETED")];

  it.each([
    { events: [added, added, deleted], violated: ["watch.selector-entry-is-added"] },
    {
      events: [added, eventOf(second), added, deleted],
      violated: ["watch.selector-entry-is-added"],
    },
    { events: [added, deleted, deleted], violated: ["watch.selector-exit-is-deleted"] },
    { events: [], violated: ["watch.selector-entry-is-added", "watch.selector-exit-is-deleted"] },
  ])("breaks $violated", ({ events, violated }) => {
    expect(violatedIn(labels(events))).toEqual(violated);
  });

  it.each([
    { events: [added, deleted], instances: 1 },
    { events: [added], instances: 0 },
  ])("shows its last match $instances times", ({ events, instances }) => {
    expect(labels(events).at(-1)).toMatchObject({ result: "held", instances });
  });
});

function judgeList(events: readonly SeenEvent[], end?: WatchEnd): readonly Finding[] {
  const parts = end === undefined ? {} : { end, reached: false };
  const watch = { ...watchWith(events, { after: "5", ...parts }), exchange: 9 };
  const of = { listExchange: 8, listed: second, writes: [third], created: fresh };
  return listThenWatch.judge({ ...of, watch }, strictTarget);
}

function judgeNamespaces(events: readonly SeenEvent[]): readonly Finding[] {
  const other = watchWith([eventOf(neighbour)], { namespace: "other" });
  const sides = [
    { created, writes, watch: watchWith(events) },
    { created: neighbour, writes: [neighbour], watch: other },
  ];
  return namespaceFilter.judge(sides, strictTarget);
}
