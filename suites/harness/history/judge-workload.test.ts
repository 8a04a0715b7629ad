import { describe, expect, it } from "vitest";
import type { Finding } from "../judging/finding.ts";
import { judgeWorkload } from "./judge-workload.ts";
import type { RecordedEvent, RecordedLine, RecordedOperation } from "./recorded-line.ts";
import { requirementsIn } from "./requirement-of.ts";
import type { WorkloadObservations } from "./judge-workload.ts";

const plan = { changes: { status: 1, spec: 1, remove: 0 }, watchers: 1 };

function operation(
  members: Partial<RecordedOperation> & Pick<RecordedOperation, "invoke" | "op">,
): RecordedOperation {
  return {
    object: "x",
    client: "c1",
    return: members.invoke + 1,
    outcome: "ok",
    startedMs: 0,
    ...members,
  };
}

function event(
  members: Partial<RecordedEvent> & Pick<RecordedEvent, "event" | "time">,
): RecordedEvent {
  return { watch: "w1", arrivedMs: 0, ...members };
}

const created = operation({ op: "create", invoke: 1, version: "1", uid: "u", value: "1.0" });
const first = operation({
  op: "cas",
  invoke: 3,
  precondition: "1",
  version: "2",
  uid: "u",
  value: "1.2",
});
const second = operation({
  op: "cas",
  invoke: 7,
  precondition: "2",
  version: "3",
  uid: "u",
  value: "1.3",
});
const opened = event({ event: "open", time: 2.5, after: "1" });
const closed = event({ event: "close", time: 20, due: "3" });

function shown(version: string, value: string, time: number): RecordedEvent {
  return event({ event: "MODIFIED", object: "x", version, uid: "u", value, time });
}

function observedIn(lines: readonly RecordedLine[]): WorkloadObservations {
  return {
    versions: "opaque",
    rounds: 1,
    operations: lines.length,
    events: 3,
    unreached: [],
    created: { x: 41, y: 42 },
    histories: [[{ history: 1, versions: "opaque" }, ...lines]],
  };
}

function judged(
  lines: readonly RecordedLine[],
  others: Partial<WorkloadObservations> = {},
): readonly Finding[] {
  return judgeWorkload(plan, { ...observedIn(lines), ...others });
}

function notHeld(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ result }) => result !== "held");
}

const legal = [created, opened, first, shown("2", "1.2", 5), second, shown("3", "1.3", 9), closed];

describe("the judge of a workload", () => {
  it("returns the exposure of a legal history, and none if something is wrong or open", () => {
    const exposed = {
      "stale-write": 3,
      "dropped-write": 0,
      "stale-read": 5,
      "missing-event": 7,
    } as const;
    const counts = (lines: readonly RecordedLine[], unreached: readonly string[] = []): unknown =>
      judged(lines, { exposed, unreached }).flatMap((finding) =>
        finding.result === "held" && finding.exposed !== undefined
          ? [[finding.requirement, finding.exposed]]
          : [],
      );

    expect(counts(legal)).toEqual([
      ["concurrency.one-winner", 3],
      ["write.visible-to-later-reads", 5],
      ["watch.no-gap", 7],
    ]);
    expect(counts(legal, ["w1: no fence event"])).toEqual([]);
    expect(counts([...legal, operation({ op: "read", invoke: 30, version: "1" })])).toEqual([]);
  });

  it("lets all requirements of the workload hold in a legal history", () => {
    const findings = judged(legal);

    expect(notHeld(findings)).toEqual([]);
    expect(findings.map(({ requirement }) => requirement)).toEqual(requirementsIn(plan));
    expect(findings[0]).toMatchObject({ result: "held", instances: 7 });
    expect(findings.at(-1)).toMatchObject({
      requirement: "watch.collection-in-commit-order",
      instances: 0,
    });
  });

  it("names the requirement, the lines and the operations of an anomaly", () => {
    const stale = operation({
      op: "read",
      client: "c2",
      invoke: 11,
      version: "2",
      uid: "u",
      value: "1.2",
    });
    const [finding, ...others] = notHeld(judged([...legal.slice(0, 6), stale, closed]));

    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      result: "violated",
      requirement: "write.visible-to-later-reads",
      evidence: [41],
    });
    expect(finding).toHaveProperty("actual", expect.stringContaining("stale-read on x"));
    expect(finding).toHaveProperty("actual", expect.stringContaining("line 8"));
  });

  it("finds an event that a watch omitted", () => {
    const [finding] = notHeld(judged([...legal.slice(0, 5), closed]));

    expect(finding).toMatchObject({ result: "violated", requirement: "watch.no-gap" });
    expect(finding).toHaveProperty("actual", expect.stringContaining("watch w1"));
  });

  it("distinguishes swapped events of different objects from those of one object", () => {
    const other = { object: "y", uid: "v" } as const;
    const neighbour = operation({
      op: "create",
      invoke: 2.1,
      return: 2.2,
      version: "2",
      value: "9.0",
      ...other,
    });
    const write = operation({
      op: "cas",
      invoke: 3,
      precondition: "1",
      version: "3",
      uid: "u",
      value: "1.2",
    });
    const [one, two] = [
      event({ event: "ADDED", version: "2", value: "9.0", time: 6, ...other }),
      shown("3", "1.2", 5),
    ];
    const lines = [created, opened, neighbour, write, two, one, closed];
    const history: RecordedLine[] = [{ history: 1, versions: "comparable" }, ...lines];
    const findings = judged([], { versions: "comparable", histories: [history] });

    expect(notHeld(findings)).toMatchObject([
      { result: "violated", requirement: "watch.collection-in-commit-order" },
    ]);
  });

  it("reports no watch for an object whose writes contradict each other", () => {
    const rival = operation({
      op: "cas",
      client: "c2",
      invoke: 4.5,
      return: 6,
      precondition: "1",
      version: "9",
      uid: "u",
      value: "1.9",
    });
    const lines = [created, opened, first, rival, shown("2", "1.2", 5), shown("9", "1.9", 5.5)];
    const findings = notHeld(judged(lines));

    expect(findings.map(({ requirement }) => requirement)).toEqual(["concurrency.one-winner"]);
  });

  it("leaves requirements open that it could not judge", () => {
    // No line contains the version of the delete request, so it is unknown whether a write created that version.
    const { return: _first, ...write } = operation({
      op: "put",
      invoke: 3,
      outcome: "unknown",
      value: "1.2",
    });
    const { return: _second, ...deletion } = operation({
      op: "delete",
      invoke: 4,
      outcome: "unknown",
      uid: "u",
      precondition: "z",
    });
    const read = operation({ op: "read", client: "c2", invoke: 5, outcome: "not-found" });
    const findings = judged([created, write, deletion, read]);
    const open = findings.filter(({ result }) => result === "undecided");

    expect(findings.filter(({ result }) => result === "violated")).toEqual([]);
    expect(open.length).toBeGreaterThan(0);
    expect(open.every(({ requirement }) => !requirement.startsWith("watch."))).toBe(true);
  });

  it("leaves watches open if their fence did not arrive", () => {
    const findings = notHeld(judged(legal, { unreached: ["w1: closed"] }));

    expect(findings.length).toBeGreaterThan(0);
    expect(findings.every(({ result }) => result === "undecided")).toBe(true);
    expect(findings.every(({ requirement }) => requirement.startsWith("watch."))).toBe(true);
  });

  it("holds in no instance if nothing was recorded", () => {
    const findings = judged([], { operations: 0, events: 0, histories: [] });

    expect(findings.every((finding) => finding.result === "held" && finding.instances === 0)).toBe(
      true,
    );
  });
});

describe("a workload whose marks are not stored", () => {
  const evidence = [1, 2, 3, 4];

  it("decides nothing if the counter is not stored", () => {
    const carriers = { annotation: true, counter: false, evidence };
    const findings = judged([], { carriers });

    expect(findings.map(({ requirement }) => requirement)).toEqual(requirementsIn(plan));
    for (const finding of findings) {
      expect(finding).toMatchObject({ result: "undecided", premise: "carrier-stored", evidence });
    }
  });

  it("states that authors' writes are omitted if the annotation is not stored", () => {
    const carriers = { annotation: false, counter: true, evidence };
    const [finding] = judged([created, first], { carriers });

    expect(finding).toMatchObject({ result: "held" });
    expect(finding).toHaveProperty("note", expect.stringContaining("lacks the authors' writes"));
  });
});

describe("a live query, which may combine several writes", () => {
  const live = { delivery: "states" } as const;
  const start = event({ event: "open", time: 0.5 });
  const added = (version: string, value: string): RecordedEvent => ({
    ...shown(version, value, 8),
    event: "ADDED",
  });
  const last = shown("3", "1.3", 9);

  it.each([
    { what: "no state in between", events: [added("1", "1.0"), last], result: "undecided" },
    { what: "every state", events: [added("1", "1.0"), shown("2", "1.2", 8.5), last] },
    {
      what: "not the last state",
      events: [added("1", "1.0"), shown("2", "1.2", 8.5)],
      result: "violated",
    },
  ])("shows $what", ({ events, result = "held" }) => {
    const lines = [start, created, first, second, ...events, closed];
    const resultUnder = (semantics: { readonly delivery?: "states" }): unknown =>
      judgeWorkload(plan, observedIn(lines), semantics).find(
        ({ requirement }) => requirement === "watch.no-gap",
      )?.result;

    expect(resultUnder(live)).toBe(result);
    expect(resultUnder({})).toBe(result === "held" ? "held" : "violated");
  });
});
