import { expect, it } from "vitest";
import { resourceVersion } from "#contract";
import { timelineOfObject } from "./object-history-view.ts";

const object = { kind: "Widget", namespace: "default", name: "one" };
const changes = [{ path: "status.phase", before: "A", after: "B" }];

const created = { ordinal: 3, atMs: 100, what: "ADDED", changes: [], isEvidence: false };
const refused = {
  ordinal: 5,
  atMs: 110,
  what: "status write refused: conflict",
  by: "controller",
  changes: [],
  isEvidence: true,
};
const stored = {
  ordinal: 6,
  atMs: 120,
  what: "MODIFIED",
  by: "controller",
  changes,
  isEvidence: true,
  version: resourceVersion("8"),
};

it("shows writers and versions in the order of arrival, and marks violations", () => {
  const timeline = timelineOfObject({ object, events: [created, refused, stored] });

  expect(timeline).toMatchObject({
    title: "Timeline of Widget default/one",
    times: ["+0.0 ms", "+10.0 ms", "+20.0 ms"],
    lanes: [
      {
        kind: "client",
        label: "controller",
        items: [
          { from: 1, tone: "refused", isIllegal: true },
          { from: 2, tone: "event", isIllegal: true },
        ],
      },
      {
        kind: "versions",
        items: [
          { from: 0, label: "ADDED", isIllegal: false },
          { from: 2, label: "8", follows: 0, isIllegal: true },
        ],
      },
    ],
  });
  expect(timeline?.lanes[1]?.items[1]?.text).toBe(
    'MODIFIED by controller version 8: status.phase: "A" → "B"',
  );
});

it("draws nothing without data", () => {
  expect(timelineOfObject({ object, events: [] })).toBeUndefined();
});

it("shows three lanes if the controller's view is known", () => {
  const seen = {
    ordinal: 4,
    atMs: 105,
    what: "watch delivered",
    version: resourceVersion("7"),
    changes: [],
    isEvidence: false,
    lane: "view",
  } as const;
  const events = [
    { ...created, lane: "state" },
    seen,
    { ...refused, lane: "write" },
    { ...stored, lane: "state" },
  ] as const;

  expect(timelineOfObject({ object, events })).toMatchObject({
    lanes: [
      {
        kind: "versions",
        label: "actual state",
        items: [{ from: 0 }, { from: 3, follows: 0, isIllegal: true }],
      },
      { label: "the controller's view", items: [{ from: 1, label: "7", isIllegal: false }] },
      { label: "the controller's writes", items: [{ from: 2, tone: "refused", isIllegal: true }] },
    ],
  });
});
