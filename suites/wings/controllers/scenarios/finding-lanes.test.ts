import { describe, expect, it } from "vitest";
import { keyOf, resourceVersion } from "#contract";
import type { FindingEvent, FindingHistory } from "#harness";
import type { ControllerEvent } from "../rules/controller-event.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { inLanes } from "./finding-lanes.ts";

const fixture = new HistoryFixture().create({}, { by: "author" });
const created = fixture.version;
const { object } = fixture;
fixture.edit({ size: 2 }, { by: "author" });
const edited = fixture.version;
const key = keyOf(object);

const [first, second] = fixture.events.filter(({ event }) => event === "shown");

function viewed(version: string | undefined, through = "watch", of = key): ControllerEvent {
  const state = version === undefined ? {} : { version: resourceVersion(version) };
  return { event: "viewed", key: of, through, ...state, atMs: 1 };
}

const refused: ControllerEvent = {
  event: "write",
  by: "controller",
  side: "status",
  key,
  result: { answer: "refused", reason: "conflict" },
  atMs: 2,
};

function lanesOf(
  events: readonly (ControllerEvent | undefined)[],
  isShown: (event: ControllerEvent) => boolean = ({ event }) =>
    event === "shown" || event === "write",
): readonly string[] {
  const all = events.filter((event) => event !== undefined);
  const findingEvents = all.flatMap((event, ordinal): readonly FindingEvent[] => {
    const what = event.event;
    const state = event.event === "shown" ? event.object.metadata.resourceVersion : undefined;
    const version = state === undefined ? {} : { version: state };
    return isShown(event)
      ? [{ ordinal, atMs: event.atMs, what, changes: [], isEvidence: ordinal === 0, ...version }]
      : [];
  });
  const history: FindingHistory = { object: key, events: findingEvents };
  return inLanes(history, all).events.map(({ lane = "none", what, version }) =>
    [lane, what, ...(version === undefined ? [] : [version])].join(" "),
  );
}

describe("a history in lanes", () => {
  it("shows what the controller received next to what was true and what it wrote", () => {
    const other = { ...key, name: "two" };
    const disturbed = { event: "disturbed", what: "watches broken", atMs: 1 } as const;
    const started = { event: "controller", state: "started", atMs: 1 } as const;

    expect(
      lanesOf([
        first,
        viewed(created),
        viewed(created, "list", other),
        disturbed,
        second,
        started,
        viewed(created, "older list"),
        refused,
      ]),
    ).toEqual([
      `state shown ${created}`,
      `view watch delivered ${created}`,
      "view watches broken",
      `state shown ${edited}`,
      "view controller started",
      `view older list returned ${created}`,
      "write write",
    ]);
  });

  it("shows a state before the controller received it, even if the suite received it later", () => {
    expect(lanesOf([viewed(created), first, viewed(edited), second])).toEqual([
      `state shown ${created}`,
      `view watch delivered ${created}`,
      `state shown ${edited}`,
      `view watch delivered ${edited}`,
    ]);
  });

  it("starts with what the controller knew before the first event", () => {
    const events = [first, viewed(created), viewed(created, "read"), second, refused];

    expect(lanesOf(events, (event) => event === second || event === refused)).toEqual([
      `view read returned ${created}`,
      `state shown ${edited}`,
      "write write",
    ]);
  });

  it("shows a deletion that the controller received, and omits what came after the violation", () => {
    expect(lanesOf([first, viewed(undefined), refused, viewed(created)])).toEqual([
      `state shown ${created}`,
      "view watch delivered a deletion",
      "write write",
    ]);
    expect(lanesOf([first, viewed(undefined, "list"), refused])).toEqual([
      `state shown ${created}`,
      "view list no longer contained the object",
      "write write",
    ]);
  });

  it("shows when the controller received the last state, among the remarks that follow", () => {
    const watch = { event: "remark", about: "watch", what: "watch opened", atMs: 1 } as const;
    const lists = [viewed(edited, "list"), viewed(edited, "list")];

    expect(lanesOf([first, viewed(created), second, watch, ...lists, watch])).toEqual([
      `state shown ${created}`,
      `view watch delivered ${created}`,
      `state shown ${edited}`,
      "view watch opened",
      `view list returned ${edited}`,
      "view watch opened",
    ]);
  });

  it("omits when the controller received a state that it has written itself", () => {
    const result = { answer: "stored", version: edited } as const;
    const stored = { ...refused, result };

    expect(lanesOf([first, viewed(created), stored, second, viewed(edited)])).toEqual([
      `state shown ${created}`,
      `view watch delivered ${created}`,
      "write write",
      `state shown ${edited}`,
    ]);
  });

  it("omits writes of others, whose states are shown", () => {
    const author = { ...refused, by: "author" } as const;
    const stored = { ...author, result: { answer: "stored", version: edited } } as const;

    expect(lanesOf([first, viewed(created), stored, author])).toEqual([
      `state shown ${created}`,
      `view watch delivered ${created}`,
      "state write",
    ]);
  });

  it("states that nothing the controller received could be read", () => {
    expect(lanesOf([first, refused])).toEqual([
      "view unknown: the controller received no JSON that describes the object",
      `state shown ${created}`,
      "write write",
    ]);
  });

  it("shows the watches and the errors of the controller, also after the last event", () => {
    const watch = { event: "remark", about: "watch", what: "watch ended", atMs: 1 } as const;
    const output = { event: "remark", about: "output", what: "printed: panic", atMs: 1 } as const;
    const started = { event: "controller", state: "started", atMs: 1 } as const;

    expect(
      lanesOf([watch, first, watch, viewed(created), second, output, started, output]),
    ).toEqual([
      `state shown ${created}`,
      "view watch ended",
      `view watch delivered ${created}`,
      `state shown ${edited}`,
      "write printed: panic",
      "write printed: panic",
    ]);
    expect(lanesOf([first, ...Array.from({ length: 9 }, () => watch)])).toHaveLength(8);
  });

  it("keeps the newest events, and those that break the rule", () => {
    const many = Array.from({ length: 100 }, (_, i) => viewed(created, `read ${i}`));
    const lanes = lanesOf([first, ...many, refused]);

    expect(lanes).toHaveLength(33);
    expect(lanes[0]).toBe(`state shown ${created}`);
    expect(lanes.at(-1)).toBe("write write");
  });
});

it("shows many changes of one property by one writer as one change", () => {
  const history = new HistoryFixture().create({}, { by: "author" });
  for (let count = 0; count < 5; count += 1) history.mark({ labels: { turn: `t${count}` } });
  const events = history.events.filter(({ event }) => event === "shown");
  const shown = events.map((event, ordinal): FindingEvent => {
    const change = {
      path: "metadata.labels.turn",
      before: `t${ordinal - 2}`,
      after: `t${ordinal - 1}`,
    };
    const changes = ordinal === 0 ? [] : [change];
    return {
      ordinal,
      atMs: event.atMs,
      what: "MODIFIED",
      by: "author",
      changes,
      isEvidence: false,
    };
  });
  const linesOf = (some: readonly FindingEvent[]): readonly unknown[] =>
    inLanes({ object: key, events: some }, events)
      .events.filter(({ lane }) => lane === "state")
      .map(({ what, changes }) => [what, ...changes.map(({ before, after }) => [before, after])]);

  expect(linesOf(shown)).toEqual([["MODIFIED"], ["MODIFIED 5 times", ["t-1", "t4"]]]);
  const evident = shown.map((event) => ({ ...event, isEvidence: event.ordinal === 3 }));
  expect(linesOf(evident)).toHaveLength(6);
});
