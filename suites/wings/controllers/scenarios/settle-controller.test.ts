import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { End } from "../rules/ends.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { author, driven } from "../testing/rows.ts";
import { Pace, Recurrence } from "./reaction-times.ts";
import { ScenarioLog } from "./scenario-log.ts";
import { Settling } from "./settle-controller.ts";
import type { Due, IsEnough } from "./settle-controller.ts";

const small = { size: 1 };
const large = { size: 2 };
const [ofSmall, ofLarge] = [{ count: 1 }, { count: 2 }];

const known: readonly End[] = [
  { spec: small, status: ofSmall },
  { spec: small, status: ofSmall },
  { spec: large, status: ofLarge },
  { spec: large, status: ofLarge },
  { spec: small, status: ofSmall, before: ofLarge },
  { spec: large, status: ofLarge, before: ofSmall },
];

interface Run {
  /** The status that is reported later, and the time of this report, in milliseconds. */
  readonly later?: readonly [JsonObject, number];
  readonly lastingDifferences?: Recurrence;
}

type Play = ConstructorParameters<typeof Settling>[0];

interface Time {
  nowMs: number;
}

/** A wait advances the time at once. */
function settlingOn(
  log: ScenarioLog,
  time: Time,
  { bench, ...more }: Partial<Omit<Play, "bench">> & { readonly bench?: Partial<Play["bench"]> },
): Settling {
  return new Settling({
    context: { kind: { name: "Widget" }, signal: new AbortController().signal },
    bench: { convergeMs: 60_000, quietMs: 500, now: () => new Date(time.nowMs), ...bench },
    clock: {
      now: () => time.nowMs,
      at: (ms) => ms,
      wait: (ms) => {
        time.nowMs += ms;
        return Promise.resolve();
      },
    },
    log,
    judging: { convergeMs: 60_000 },
    isEnough: undefined,
    now: () => time.nowMs,
    catchUp: () => {},
    isReportedOn: () => true,
    isWithholding: () => false,
    ...more,
  });
}

/** Settles after an edit, when the controller has reported what new objects with the former spec report. */
async function settledAfter({ later, lastingDifferences }: Run): Promise<number | undefined> {
  const fixture = new HistoryFixture()
    .controller("started")
    .create({ spec: large }, author)
    .report(ofLarge, driven)
    .edit(small, author)
    .report(ofLarge, driven);
  const log = new ScenarioLog();
  for (const event of fixture.events) log.noted(event);
  const beganMs = 10_000;
  const time = { nowMs: beganMs };
  let due = later;
  const settling = settlingOn(log, time, {
    bench: lastingDifferences === undefined ? {} : { lastingDifferences },
    judging: { convergeMs: 60_000, ends: known },
    catchUp: () => {
      if (due === undefined || time.nowMs - beganMs < due[1]) return;
      const before = fixture.events.length;
      fixture.report(due[0], { ...driven, afterMs: 0 });
      for (const event of fixture.events.slice(before)) log.noted(event);
      due = undefined;
    },
  });
  await settling.settle();
  const settled = log.events().findLast(({ event }) => event === "settled");
  return settled === undefined ? undefined : settled.atMs - beganMs;
}

it("waits longer for a report that new objects lead to expect", async () => {
  expect(await settledAfter({ later: [ofSmall, 3_000] })).toBeGreaterThan(3_400);
  expect(await settledAfter({ later: [ofSmall, 3_000] })).toBeLessThan(3_700);
});

it("waits for it for a limited time, and not again after two such waits", async () => {
  const lastingDifferences = new Recurrence();

  expect(await settledAfter({ lastingDifferences })).toBeGreaterThan(10_000);
  expect(await settledAfter({ lastingDifferences })).toBeGreaterThan(10_000);
  expect(await settledAfter({ lastingDifferences })).toBeLessThan(700);
});

it("does not wait longer if the state is that of new objects", async () => {
  expect(await settledAfter({ later: [ofSmall, 100] })).toBeLessThan(800);
});

it("does not wait after a step that has changed nothing", async () => {
  const log = new ScenarioLog();
  const time = { nowMs: 0 };
  const settling = settlingOn(log, time, {});
  const settledAt: number[] = [];
  for (const isChanged of [true, false, true]) {
    settling.follow({ step: "edit", object: 0, spec: 0 });
    if (!isChanged) settling.unchanged();
    await settling.settle();
    settledAt.push(time.nowMs);
  }

  const [first = 0, second, third] = settledAt;
  expect(first).toBeGreaterThan(500);
  expect(second).toBe(first);
  expect(third).toBeGreaterThan(2 * 500);
  expect(log.events().map(({ event }) => event)).toEqual(["settled", "settled", "settled"]);
});

/** Settles while the controller reports several times a second. Resolves with the number of its reports. */
async function reportsUntilSettled(isEnough: IsEnough | undefined): Promise<number> {
  const fixture = new HistoryFixture().controller("started").create({ spec: large }, author);
  const log = new ScenarioLog();
  for (const event of fixture.events) log.noted(event);
  const unrest = new Recurrence();
  for (const kind of ["Widget", "Widget"]) unrest.found(kind);
  const time = { nowMs: 0 };
  let reports = 0;
  const settling = settlingOn(log, time, {
    bench: { unrest },
    isEnough,
    catchUp: () => {
      if (time.nowMs < reports * 400) return;
      const before = fixture.events.length;
      fixture.report({ count: (reports += 1) }, { ...driven, afterMs: 400 });
      for (const event of fixture.events.slice(before)) log.noted(event);
    },
  });
  await settling.settle();
  return reports;
}

it("observes a controller that is known to keep writing only briefly", async () => {
  expect(await reportsUntilSettled(undefined)).toBeLessThan(12);
});

it("observes it for as long as a replay needs", async () => {
  expect(await reportsUntilSettled((events) => events.length > 40)).toBeGreaterThan(12);
});

interface Expecting {
  /** Time at which the expected event or reaction occurs, in milliseconds. Never by default. */
  readonly untilMs?: number;
  readonly missing?: Recurrence;
  /** Time of the slowest known reaction, in milliseconds. */
  readonly slowestMs?: number;
  readonly isWithholding?: boolean;
}

/** Settles while a reaction is expected, and resolves with the time until the controller has settled. */
async function settledWhileExpecting({
  untilMs = Infinity,
  missing,
  slowestMs,
  isWithholding = false,
}: Expecting): Promise<number> {
  const fixture = new HistoryFixture().controller("started").create({ spec: large }, author);
  const log = new ScenarioLog();
  for (const event of fixture.events) log.noted(event);
  const pace = new Pace();
  if (slowestMs !== undefined) pace.reacted(slowestMs);
  const time = { nowMs: 0 };
  const settling = settlingOn(log, time, {
    bench: {
      pace,
      ...(missing === undefined ? {} : { missing }),
    },
    pending: () => (time.nowMs < untilMs ? "reaction" : undefined),
    isWithholding: () => isWithholding,
  });
  await settling.settle();
  return time.nowMs;
}

it("waits for a reaction that the last step leads to expect", async () => {
  expect(await settledWhileExpecting({ untilMs: 4_000 })).toBe(4_000);
});

it("waits for it for a limited time, and not again after two such waits", async () => {
  const missing = new Recurrence();

  expect(await settledWhileExpecting({ missing })).toBeCloseTo(10_000, -2);
  expect(await settledWhileExpecting({ missing })).toBeCloseTo(10_000, -2);
  expect(await settledWhileExpecting({ missing })).toBeLessThan(700);
});

it("waits longer for a controller that is known to react slowly", async () => {
  expect(await settledWhileExpecting({ untilMs: 19_000, slowestMs: 5_000 })).toBe(19_000);
});

it("does not wait for a reaction to events that are withheld", async () => {
  expect(await settledWhileExpecting({ isWithholding: true })).toBeLessThan(700);
});

it("does not wait until lists are current for a controller whose writes are rejected", async () => {
  const log = new ScenarioLog();
  const time = { nowMs: 0 };
  const key = { kind: "Widget", name: "one" };
  const settling = settlingOn(log, time, {
    catchUp: () => {
      if (time.nowMs % 50 !== 0) return;
      log.passed({
        write: { side: "status", key, texts: [], status: { size: 1 } },
        result: { result: "refused", reason: "conflict" },
        sentMs: time.nowMs,
        atMs: time.nowMs,
      });
    },
  });

  await settling.rest();

  expect(time.nowMs).toBe(350);
});

interface Silent {
  readonly silence: Recurrence;
  readonly slowestMs?: number;
  readonly due?: Due;
  readonly isEnough?: IsEnough;
}

/** Settles with a controller that never reports. Resolves with the time that this takes, in milliseconds. */
async function settledInSilence({ silence, slowestMs, due, isEnough }: Silent): Promise<{
  readonly tookMs: number;
  readonly isSilent: boolean;
}> {
  const log = new ScenarioLog();
  const pace = new Pace();
  if (slowestMs !== undefined) pace.reacted(slowestMs);
  const time = { nowMs: 0 };
  const settling = settlingOn(log, time, {
    bench: { silence, pace },
    isReportedOn: () => false,
    isEnough,
    ...(due === undefined ? {} : { due: () => [due] as const }),
  });
  await settling.settle();
  return { tookMs: time.nowMs, isSilent: settling.isSilent };
}

it("waits for a report for a shorter time after two that never came", async () => {
  const silence = new Recurrence();
  const full = { tookMs: 72_510, isSilent: false };

  expect(await settledInSilence({ silence })).toEqual(full);
  expect(await settledInSilence({ silence })).toEqual(full);
  expect(await settledInSilence({ silence })).toEqual({ tookMs: 5_010, isSilent: true });
  expect(await settledInSilence({ silence, due: "release" })).toEqual(full);
  expect(await settledInSilence({ silence, isEnough: () => false })).toEqual(full);
  expect(await settledInSilence({ silence, slowestMs: 4_000 })).toEqual({
    tookMs: 16_010,
    isSilent: true,
  });
});

it("observes a controller whose retries never succeed for a limited time", async () => {
  const fixture = new HistoryFixture().create({}, author).report({ a: 1 }, driven);
  const log = new ScenarioLog();
  const pace = new Pace();
  pace.reacted(1_000);
  const time = { nowMs: 0 };
  let taken = 0;
  const settling = settlingOn(log, time, {
    bench: { convergeMs: 5_000, pace },
    isReportedOn: () => false,
    catchUp: () => {
      if (time.nowMs < 2_000 * (fixture.events.length - 4)) return;
      fixture.refuse("invalid", driven);
      for (const event of fixture.events.slice(taken)) log.noted(event);
      taken = fixture.events.length;
    },
  });
  await settling.settle();

  expect(settling.isHopeless).toBe(true);
  expect(time.nowMs).toBeGreaterThan(6_000);
  expect(time.nowMs).toBeLessThan(30_000);
});
