import { describeOutcome, describeRefusal, resourceVersion } from "#contract";
import type {
  Limits,
  ListCommand,
  RefusalReason,
  ResourceVersion,
  WatchCommand,
  WatchEnd,
  WatchEvent,
} from "#contract";
import type { Target } from "#targets";
import type { TraceSink } from "../trace.ts";
import { Waiting } from "../waiting.ts";
import { observationCase } from "./trace-history.ts";

/** What is observed, and how. */
export interface ObservedKind {
  readonly target: Target;
  readonly kind: string;
  /** Absent: every namespace. */
  readonly namespace?: string;
  readonly limits: Limits;
  readonly trace: TraceSink;
  /** Milliseconds since the observation began. */
  readonly now: () => number;
  /** The number of the next exchange; each call gives another one. */
  readonly nextExchange: () => number;
  /** Told what is in the way, and again with nothing when it is over. */
  readonly trouble: (problem: string | undefined) => void;
}

/** Where a watch can go on. */
interface Position {
  readonly resourceVersion: ResourceVersion;
}

/**
 * Lists and watches one kind until the signal: goes on from the newest event after each end of the
 * stream, and lists again where that is not possible. Nothing but lists and watches is sent. Resolves
 * with what made it give up, which is only what no waiting can mend.
 */
export async function observeKind(
  observed: ObservedKind,
  signal: AbortSignal,
): Promise<string | undefined> {
  let position: Position | undefined;
  let pauseMs = observed.limits.fenceRetryMs;
  let hasBegun = false;
  while (!signal.aborted) {
    const turn = await oneTurn(observed, position, signal);
    if (signal.aborted) return undefined;
    // What was permitted before may be so again: a credential is being renewed, a kind defined anew.
    if (turn.isFinal === true && !hasBegun) return turn.problem;
    hasBegun ||= turn.hasProgress;
    position = turn.position;
    if (turn.hasProgress) pauseMs = observed.limits.fenceRetryMs;
    if (turn.problem === undefined) continue;
    observed.trouble(turn.problem);
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, observed.limits.eventMs);
  }
  return undefined;
}

/** What one list, or one stream, came to. */
interface Turn {
  /** Absent: the next turn begins with a list. */
  readonly position: Position | undefined;
  readonly hasProgress: boolean;
  readonly problem?: string;
  readonly isFinal?: boolean;
}

async function oneTurn(
  observed: ObservedKind,
  position: Position | undefined,
  signal: AbortSignal,
): Promise<Turn> {
  if (position !== undefined) return follow(observed, position, signal);
  if (!canGoOn(observed.target)) return follow(observed, undefined, signal);
  const listed = await list(observed, signal);
  if (listed.problem !== undefined || listed.version === undefined) {
    return { position: undefined, hasProgress: false, ...problemOf(listed) };
  }
  return { position: { resourceVersion: listed.version }, hasProgress: true };
}

function problemOf({ problem = "the list has no version", isFinal }: Listed): Partial<Turn> {
  return { problem, ...(isFinal === true ? { isFinal } : {}) };
}

interface Listed {
  readonly version?: ResourceVersion;
  readonly problem?: string;
  readonly isFinal?: boolean;
}

/** Lists the kind. Each object is told as an event of the list, so that no line holds all of them. */
async function list(observed: ObservedKind, signal: AbortSignal): Promise<Listed> {
  const { target, trace, now } = observed;
  const command: ListCommand = { verb: "list", identity: "controller", ...placeOf(observed) };
  const exchange = observed.nextExchange();
  const startedMs = now();
  const { outcome } = await target.execute(command, signal);
  const endedMs = now();
  const timed = { line: "exchange", exchange, case: observationCase, startedMs, endedMs } as const;
  if (outcome.result !== "list") {
    const isFinal =
      outcome.result === "unsupported" ||
      (outcome.result === "refused" && isPermanent(outcome.refusal.reason));
    return { problem: describeOutcome(outcome), isFinal };
  }
  trace({ ...timed, command, outcome: { result: "done" } });
  for (const object of outcome.items) {
    const event = {
      type: "ADDED",
      resourceVersion: object.metadata.resourceVersion,
      object,
    } as const;
    trace({ line: "event", exchange, arrivedMs: endedMs, event });
  }
  trace({ line: "watch-end", exchange, endedMs, end: { end: "completed" } });
  return outcome.resourceVersion === undefined ? {} : { version: outcome.resourceVersion };
}

/** Watches from a position until the stream ends; without one, lists while the watch is open. */
async function follow(
  observed: ObservedKind,
  from: Position | undefined,
  signal: AbortSignal,
): Promise<Turn> {
  const { target, trace, now } = observed;
  const exchange = observed.nextExchange();
  const ended = new Ended();
  const early: WatchEvent[] = [];
  let position = from;
  let isOpen = false;
  const take = (event: WatchEvent): void => {
    position = positionAfter(event);
    if (!isOpen) return void early.push(event);
    observed.trouble(undefined);
    trace({ line: "event", exchange, arrivedMs: now(), event });
  };
  const command: WatchCommand = {
    verb: "watch",
    identity: "controller",
    ...placeOf(observed),
    ...from,
    ...bookmarksOf(target),
  };
  const startedMs = now();
  await using watch = await target.watch(command, { event: take, ended: ended.take }, signal);
  const { request } = watch;
  trace({ line: "watch", exchange, case: observationCase, startedMs, command, request });
  // What comes before the list is in it, or is a step that was missed: `TraceHistory` counts on that.
  const listed = from === undefined ? await list(observed, signal) : {};
  isOpen = true;
  if (from !== undefined) early.forEach(take);
  const stop = (): void => ended.take({ end: "closed" });
  signal.addEventListener("abort", stop);
  if (signal.aborted || listed.problem !== undefined) stop();
  const end = await ended.end;
  signal.removeEventListener("abort", stop);
  trace({ line: "watch-end", exchange, endedMs: now(), end });
  if (listed.problem !== undefined) {
    return { position: undefined, hasProgress: false, ...problemOf(listed) };
  }
  return turnAfter(end, { target, position, hasProgress: position !== from || from === undefined });
}

/** How a watch ended, for whoever waits for it. */
class Ended {
  readonly end: Promise<WatchEnd>;
  #resolve: (end: WatchEnd) => void = () => {};

  constructor() {
    this.end = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** The first end counts. */
  readonly take = (end: WatchEnd): void => this.#resolve(end);
}

interface Course {
  readonly target: Target;
  readonly position: Position | undefined;
  readonly hasProgress: boolean;
}

function turnAfter(end: WatchEnd, { target, position, hasProgress }: Course): Turn {
  const next = { position: canGoOn(target) ? position : undefined, hasProgress };
  switch (end.end) {
    case "closed":
      return next;
    case "completed":
      return hasProgress ? next : { ...next, problem: "the target ends the watch at once" };
    case "lost":
    case "unintelligible":
      return { ...next, problem: `the watch is ${end.end} (${end.detail})` };
    case "refused": {
      const { refusal } = end;
      const problem = describeRefusal(refusal);
      // Whatever is wrong with the position, a list gives another one.
      const again = { position: undefined, hasProgress };
      if (refusal.reason === "expired" && hasProgress) return again;
      return { ...again, problem, isFinal: isPermanent(refusal.reason) };
    }
    case "unsupported":
      return { ...next, problem: `a watch is not offered (${end.detail})`, isFinal: true };
  }
}

function isPermanent(reason: RefusalReason): boolean {
  return reason === "forbidden" || reason === "unauthenticated" || reason === "notFound";
}

/** Whether a watch can begin where a list, or another watch, has ended. */
function canGoOn({ description: { features } }: Target): boolean {
  return features.includes("list.version") && features.includes("watch.resume");
}

function positionAfter(event: WatchEvent): Position {
  const { cursor } = event;
  return {
    resourceVersion: cursor === undefined ? event.resourceVersion : resourceVersion(cursor),
  };
}

function placeOf({ kind, namespace }: ObservedKind): Pick<WatchCommand, "kind" | "namespace"> {
  return namespace === undefined ? { kind } : { kind, namespace };
}

function bookmarksOf({ description: { features } }: Target): Pick<WatchCommand, "bookmarks"> {
  return features.includes("watch.bookmarks") ? { bookmarks: true } : {};
}

/** Ends with the signal, or after a time. Leaves no timer behind. */
async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  await new Waiting().until(() => false, pauseMs, signal);
}
