import { expect, it } from "vitest";
import type { Finding, SeenEvent } from "#harness";
import { violationsIn, inFull } from "../testing/violations.ts";
import type { WatchViolations } from "../testing/violations.ts";
import { accepted, settledWith, stepWith, strictTarget } from "../testing/builders.ts";
import { eventOf } from "../testing/watch-builders.ts";
import { added, created, foreign, second, third } from "../testing/written-objects.ts";
import { completeAndInOrder } from "./complete-and-in-order.ts";
import { deletionIsDeleted } from "./deletion-is-deleted.ts";
import { dryRunIsNoEvent } from "./dry-run-is-no-event.ts";
import { lastFinalizerIsDeleted } from "./last-finalizer-is-deleted.ts";
import { nothingFollowsDeletion } from "./nothing-follows-deletion.ts";
import { oneEventPerWrite } from "./one-event-per-write.ts";
import { versionsAdvance } from "./versions-advance.ts";

const writes = [second, third];
const done = stepWith({ result: "done" }, 5);
const key = { kind: "Service", namespace: "default", name: "a" };
const { object: _object, ...bare } = eventOf(third, "DELETED");

const live = (events: readonly SeenEvent[]): readonly Finding[] =>
  oneEventPerWrite.judge({ created, writes, settled: settledWith({ events }) }, strictTarget);

const load = (events: readonly SeenEvent[]): readonly Finding[] =>
  completeAndInOrder.judge([{ created, writes, settled: settledWith({ events }) }], strictTarget);

const deletion = (events: readonly SeenEvent[]): readonly Finding[] =>
  deletionIsDeleted.judge(
    { created, writes: [second], deletion: done, settled: settledWith({ events }) },
    strictTarget,
  );

const versions = (events: readonly SeenEvent[]): readonly Finding[] =>
  versionsAdvance.judge(
    { writes: [created, second, third], settled: settledWith({ events }) },
    strictTarget,
  );

const dryRun = (events: readonly SeenEvent[]): readonly Finding[] => {
  const attempts = [stepWith(accepted(created.object), 3), stepWith(accepted(created.object), 4)];
  const trial = { key, versions: ["2"], attempts, control: stepWith(accepted(second.object), 5) };
  return dryRunIsNoEvent.judge([{ ...trial, settled: settledWith({ events }) }], strictTarget);
};

it.each<WatchViolations>([
  {
    what: "of a stream under load",
    judge: load,
    events: [added, eventOf(third), eventOf(third), added],
    violations: [
      [
        "the events for versions 2, 3, 4, in this order",
        "ADDED 2, MODIFIED 4, MODIFIED 4, ADDED 2",
        [2, 3, 4, 9],
      ],
      [
        "no version of the object is delivered twice",
        "delivered again: MODIFIED 4, ADDED 2",
        [2, 3, 4, 9],
      ],
      ["the events for versions 2, 3, 4, and none is missing", "missing: 3", [2, 3, 4, 9]],
    ],
  },
  {
    what: "of a stream that begins too late",
    judge: load,
    events: [eventOf(third)],
    violations: [
      ["the events for versions 2, 3, 4, and none is missing", "missing: 2, 3", [2, 3, 4, 9]],
    ],
  },
  {
    what: "of a life without a creation",
    judge: live,
    events: [foreign, eventOf(second), eventOf(third)],
    violations: [["one ADDED event for the creation, at version 2", "no event", [2, 9]]],
  },
  {
    what: "of a life with two creations",
    judge: live,
    events: [added, eventOf(second, "ADDED"), eventOf(third)],
    violations: [
      ["one ADDED event for the creation, at version 2", "ADDED 2, ADDED 3", [2, 9]],
      [
        "after the creation, one event for each write: MODIFIED 3, MODIFIED 4",
        "ADDED 3, MODIFIED 4",
        [3, 4, 9],
      ],
    ],
  },
  {
    what: "of a life with another status",
    judge: live,
    events: [
      added,
      eventOf({ ...third, object: { ...third.object, status: { count: 9 } } }),
      eventOf(second),
    ],
    violations: [
      [
        "each event contains the same object as the response to the write that produced its version",
        "the object in the event for version 4: status.count is 9 instead of 2",
        [2, 3, 4, 9],
      ],
    ],
  },
  {
    what: "of a deletion without an event",
    judge: deletion,
    events: [added, eventOf(second)],
    violations: [
      [
        "one DELETED event, after all other events of the object",
        "ADDED 2, MODIFIED 3",
        [2, 3, 5, 9],
      ],
    ],
  },
  {
    what: "of a deletion at the version of the creation, with its state",
    judge: deletion,
    events: [eventOf(second), eventOf(created, "DELETED")],
    violations: [
      [
        "a DELETED event with a version that the object never had (it had 2, 3)",
        "DELETED 2",
        [2, 3, 5, 9],
      ],
      [
        "the DELETED event contains the last state of the object",
        'the object in the DELETED event: status is absent instead of {"count":1}',
        [2, 3, 5, 9],
      ],
    ],
  },
  {
    what: "of a deletion that carries nothing",
    judge: deletion,
    events: [{ ...bare, key }],
    violations: [
      [
        "the DELETED event contains the last state of the object",
        expect.stringMatching(/^the object in the DELETED event: it is absent instead of /u),
        [2, 3, 5, 9],
      ],
    ],
  },
  {
    what: "of a finalizer",
    judge: (events) =>
      lastFinalizerIsDeleted.judge(
        { states: [created, second], release: done, settled: settledWith({ events }) },
        strictTarget,
      ),
    events: [added, eventOf(third, "DELETED"), eventOf(second)],
    violations: [
      [
        "one DELETED event after version 3, the last version before the deletion",
        "ADDED 2, DELETED 4, MODIFIED 3",
        [2, 3, 5, 9],
      ],
    ],
  },
  {
    what: "of a race with a deletion",
    judge: (events) =>
      nothingFollowsDeletion.judge(
        [
          {
            created,
            write: stepWith(accepted(second.object), 3),
            deletion: done,
            settled: settledWith({ events }),
          },
        ],
        strictTarget,
      ),
    events: [eventOf(third, "DELETED"), eventOf(second)],
    violations: [
      ["DELETED is the last event for the object", "DELETED 4, MODIFIED 3", [2, 3, 5, 9]],
    ],
  },
  {
    what: "of versions that are used again",
    judge: versions,
    events: [added, eventOf(second, "DELETED"), eventOf(third)],
    violations: [
      [
        "each write, including the deletion, has its own version",
        "used more than once: 3",
        [2, 3, 4, 9],
      ],
    ],
  },
  {
    what: "of versions out of order",
    judge: versions,
    events: [added, eventOf(third), eventOf(second)],
    violations: [
      [
        "the events for versions 2, 3, 4, in this order",
        "ADDED 2, MODIFIED 4, MODIFIED 3",
        [2, 3, 4, 9],
      ],
    ],
  },
  {
    what: "of a dry run",
    judge: dryRun,
    events: [added, eventOf(second), eventOf(third)],
    violations: [
      [
        "no events other than those for versions 2, 3",
        "ADDED 2, MODIFIED 3, MODIFIED 4",
        [3, 4, 5, 9],
      ],
    ],
  },
])("what is said $what", (row) => {
  expect(violationsIn(row.judge(row.events))).toEqual(inFull(row));
});

it("does not attribute events of writes that keep the version to the creation", () => {
  const { resourceVersion } = created.object.metadata;
  const object = { ...second.object, metadata: { ...second.object.metadata, resourceVersion } };
  const kept = { ...second, object };
  const settled = settledWith({ events: [added, eventOf(kept)] });
  const findings = oneEventPerWrite.judge({ created, writes: [kept], settled }, strictTarget);

  expect(
    findings.find(({ requirement }) => requirement === "watch.creation-is-added")?.result,
  ).toBe("held");
});
