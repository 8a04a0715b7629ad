import { describe, expect, it } from "vitest";
import { onAbort } from "../../port/on-abort.ts";
import { InFlightLimit } from "./in-flight-limit.ts";
import { Pace } from "./rate-limiter.ts";
import type { PaceClock } from "./rate-limiter.ts";
import { decidePause } from "./rate-limits.ts";
import type { RateDecision } from "./rate-limits.ts";

const never = new AbortController().signal;

/** A clock that advances to the next alarm as soon as nothing else is left to do. */
class VirtualClock implements PaceClock {
  #nowMs = 0;
  readonly #alarms = new Set<{ readonly atMs: number; readonly ring: () => void }>();

  now(): number {
    return this.#nowMs;
  }

  wait(durationMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const alarm = {
        atMs: this.#nowMs + durationMs,
        ring: (): void => {
          this.#alarms.delete(alarm);
          resolve();
        },
      };
      this.#alarms.add(alarm);
      onAbort(signal, alarm.ring);
    });
  }

  async runUntil(isDone: () => boolean): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone()) return;
      const [next] = [...this.#alarms].toSorted((a, b) => a.atMs - b.atMs);
      if (next === undefined) throw new Error("nothing is left to wait for");
      this.#nowMs = next.atMs;
      next.ring();
    }
  }
}

/** A server that returns the seconds until it would serve a rejected request, and undefined for a served one. */
type Server = (nowMs: number) => number | undefined;

function tokenBucket(perSecond: number, burst: number): Server {
  let tokens = burst;
  let lastMs = 0;
  return (nowMs) => {
    tokens = Math.min(burst, tokens + ((nowMs - lastMs) / 1000) * perSecond);
    lastMs = nowMs;
    if (tokens < 1) return (1 - tokens) / perSecond;
    tokens -= 1;
    return undefined;
  };
}

function fixedWindow(most: number, windowMs: number): Server {
  let startMs = 0;
  let used = 0;
  return (nowMs) => {
    if (nowMs - startMs >= windowMs) {
      startMs = nowMs - (nowMs % windowMs);
      used = 0;
    }
    if (used >= most) return (startMs + windowMs - nowMs) / 1000;
    used += 1;
    return undefined;
  };
}

const requestedDelays = {
  "whole seconds": (seconds: number) => Math.ceil(seconds),
  "always 2 s": () => 2,
  "no delay": () => undefined,
};

interface Served {
  readonly perSecond: number;
  readonly refused: number;
  readonly givenUp: number;
}

/** Sends requests of 16 clients, as the driver does, until N have been served or given up. */
async function requestsTo(
  server: Server,
  count: number,
  delay: keyof typeof requestedDelays,
): Promise<Served> {
  const clock = new VirtualClock();
  const pace = new Pace(undefined, clock);
  const inFlight = new InFlightLimit();
  let served = 0;
  let refused = 0;
  let givenUp = 0;
  const sendOnce = async (attempt: number): Promise<boolean> => {
    const place = await inFlight.enter(never);
    await pace.turn(never);
    await clock.wait(10, never);
    const decision = decisionAfter(server(clock.now()), { delay, attempt });
    if (decision.kind === "go-on") {
      pace.served();
      served += 1;
    } else {
      const pause = decision.kind === "wait" ? { pauseMs: decision.pauseMs } : {};
      pace.refused({ isAlone: inFlight.isNarrowest, ...pause });
      refused += 1;
      if (decision.kind === "give-up") givenUp += 1;
    }
    inFlight.leave(place, decision.kind === "go-on" ? "answered" : "refused");
    return decision.kind !== "wait";
  };
  const isDone = (): boolean => served + givenUp >= count;
  const client = async (): Promise<void> => {
    for (let attempt = 1; !isDone(); attempt += 1) if (await sendOnce(attempt)) attempt = 0;
  };
  for (let started = 0; started < 16; started += 1) void client();
  await clock.runUntil(isDone);
  return { perSecond: (served / clock.now()) * 1000, refused, givenUp };
}

function decisionAfter(
  seconds: number | undefined,
  { delay, attempt }: { readonly delay: keyof typeof requestedDelays; readonly attempt: number },
): RateDecision {
  if (seconds === undefined) return { kind: "go-on" };
  const retryAfterSeconds = requestedDelays[delay](seconds);
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return decidePause({ message: "slow down", ...retry }, attempt);
}

describe("the learned rate", () => {
  it.each<{
    readonly name: string;
    readonly server: () => Server;
    readonly perSecond: number;
    readonly delay: keyof typeof requestedDelays;
  }>(
    [
      { name: "a token bucket", server: () => tokenBucket(5, 5), perSecond: 5 },
      { name: "a token bucket without bursts", server: () => tokenBucket(5, 1), perSecond: 5 },
      { name: "a token bucket of long bursts", server: () => tokenBucket(5, 20), perSecond: 5 },
      { name: "a fast token bucket", server: () => tokenBucket(20, 20), perSecond: 20 },
      { name: "a slow token bucket", server: () => tokenBucket(1, 1), perSecond: 1 },
      { name: "windows of a second", server: () => fixedWindow(5, 1000), perSecond: 5 },
      { name: "windows of ten seconds", server: () => fixedWindow(100, 10_000), perSecond: 10 },
    ].flatMap((one) =>
      (["whole seconds", "always 2 s", "no delay"] as const).map((delay) => ({
        ...one,
        delay,
      })),
    ),
  )("approaches that of $name that requests $delay", async ({ server, perSecond, delay }) => {
    const count = Math.max(300, 120 * perSecond);
    const found = await requestsTo(server(), count, delay);

    // A server of long windows that requests no delay rejects several attempts, each after a longer pause.
    expect(found.perSecond).toBeGreaterThan((delay === "no delay" ? 0.45 : 0.6) * perSecond);
    expect(found.refused).toBeLessThan(0.25 * count);
    expect(found.givenUp).toBe(0);
  });

  it("uses up a quota per minute, and waits for the next one", async () => {
    const found = await requestsTo(fixedWindow(300, 60_000), 1500, "whole seconds");

    expect(found.perSecond).toBeGreaterThan(4);
    expect(found.refused).toBeLessThan(100);
    expect(found.givenUp).toBe(0);
  });

  it("is unlimited without rejections", async () => {
    expect(new Pace(undefined, new VirtualClock()).turn(never)).toBeUndefined();
    const found = await requestsTo(() => undefined, 100, "no delay");

    expect(found.refused).toBe(0);
    expect(found.perSecond).toBeGreaterThan(1000);
  });

  it("is forgotten when it no longer applies", () => {
    const pace = new Pace(undefined, { now: () => 0, wait: () => Promise.resolve() });
    pace.refused({ isAlone: true });
    for (let served = 0; served < 200; served += 1) pace.served();

    expect(pace.turn(never)).toBeUndefined();
  });
});

describe("a pause", () => {
  it("also holds back requests that wait for their turn", async () => {
    const clock = new VirtualClock();
    const pace = new Pace(10, clock);
    const sentMs: number[] = [];
    const send = async (): Promise<void> => {
      await pace.turn(never);
      sentMs.push(clock.now());
    };
    for (let sent = 0; sent < 3; sent += 1) void send();
    pace.pause(1000);
    expect(pace.isPaused).toBe(true);
    await clock.runUntil(() => sentMs.length === 3);

    expect(sentMs).toEqual([0, 1000, 1100]);
    expect(pace.isPaused).toBe(false);
  });

  it("does not hold back aborted requests, or those after them", async () => {
    const clock = new VirtualClock();
    const pace = new Pace(undefined, clock);
    const controller = new AbortController();
    pace.pause(1000);
    const aborted = pace.turn(controller.signal);
    controller.abort();
    await aborted;
    expect(clock.now()).toBe(0);
    expect(pace.turn(controller.signal)).toBeUndefined();

    let isSent = false;
    void Promise.resolve(pace.turn(never)).then(() => (isSent = true));
    await clock.runUntil(() => isSent);
    expect(clock.now()).toBe(1000);
    expect(pace.turn(never)).toBeUndefined();
  });
});
