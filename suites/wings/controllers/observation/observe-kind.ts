import { describeOutcome, describeRefusal, resourceVersion } from "#contract";
import type {
  IdentityName,
  Limits,
  ListCommand,
  RefusalReason,
  ResourceVersion,
  WatchCommand,
  WatchEnd,
  WatchEvent,
} from "#contract";
import { Waiting } from "#harness";
import type { TraceSink } from "#harness";
import type { Target } from "#targets";
import { observationCase } from "#verdicts";

export interface ObservedKind {
  readonly target: Target;
  readonly kind: string;
  readonly identity: IdentityName;
  /** Defaults to all namespaces. */
  readonly namespace?: string;
  readonly limits: Limits;
  readonly trace: TraceSink;
  /** Milliseconds since the observation started. */
  readonly now: () => number;
  readonly nextExchange: () => number;
  /** Called with an error of the watch, and with undefined when the watch recovers. */
  readonly trouble: (problem: string | undefined) => void;
}

/**
 * Lists and watches one kind until the signal aborts. Whenever the stream ends, resumes from the newest event or, if
 * that is not possible, lists again. Sends only list and watch requests. Resolves with the permanent error that stopped
 * the observation, if any.
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
    // Later denials may be temporary, for example while a credential is renewed or a kind is redefined.
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

async function oneTurn(
  observed: ObservedKind,
  position: Position | undefined,
  signal: AbortSignal,
): Promise<Turn> {
  if (position !== undefined) return follow(observed, position, signal);
  if (!canGoOn(observed.target) || hasInitialEvents(observed.target)) {
    return follow(observed, undefined, signal);
  }
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

/** Lists the kind. Each object becomes an event of the list, so that no record line contains all of them. */
async function list(observed: ObservedKind, signal: AbortSignal): Promise<Listed> {
  const { target, trace, now } = observed;
  const command: ListCommand = { verb: "list", ...placeOf(observed) };
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

/**
 * Watches from a position until the stream ends. Without a position, the stream starts with the
 * current state, or the kind is listed while the watch is open.
 */
async function follow(
  observed: ObservedKind,
  from: Position | undefined,
  signal: AbortSignal,
): Promise<Turn> {
  const { target, trace, now } = observed;
  const exchange = observed.nextExchange();
  const isStreamed = from === undefined && hasInitialEvents(target);
  const isListed = from === undefined && !isStreamed;
  const ended = new Ended();
  const early: WatchEvent[] = [];
  let position = from;
  let isOpen = false;
  let hasState = !isStreamed;
  const take = (event: WatchEvent): void => {
    // Initial events are unordered, so a watch cannot resume from them.
    hasState ||= event.initialEventsEnd === true;
    if (hasState) position = positionAfter(event);
    if (!isOpen) return void early.push(event);
    observed.trouble(undefined);
    trace({ line: "event", exchange, arrivedMs: now(), event });
  };
  const command: WatchCommand = {
    verb: "watch",
    ...placeOf(observed),
    ...from,
    ...(isStreamed ? { initialEvents: true } : {}),
  };
  const startedMs = now();
  await using watch = await target.watch(command, { event: take, ended: ended.take }, signal);
  const { request } = watch;
  trace({ line: "watch", exchange, case: observationCase, startedMs, command, request });
  // Events that arrive before the list are dropped, because the list includes them. `TraceHistory`
  // allows intermediate states to be missing.
  const listed = isListed ? await list(observed, signal) : {};
  isOpen = true;
  if (!isListed) early.forEach(take);
  const stop = (): void => ended.take({ end: "closed" });
  signal.addEventListener("abort", stop);
  if (signal.aborted || listed.problem !== undefined) stop();
  const end = await ended.end;
  signal.removeEventListener("abort", stop);
  trace({ line: "watch-end", exchange, endedMs: now(), end });
  if (listed.problem !== undefined) {
    return { position: undefined, hasProgress: false, ...problemOf(listed) };
  }
  return turnAfter(end, { target, position, hasProgress: position !== from });
}

class Ended {
  readonly end: Promise<WatchEnd>;
  #resolve: (end: WatchEnd) => void = () => {};

  constructor() {
    this.end = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  readonly take = (end: WatchEnd): void => this.#resolve(end);
}

function positionAfter(event: WatchEvent): Position {
  const { cursor } = event;
  return {
    resourceVersion: cursor === undefined ? event.resourceVersion : resourceVersion(cursor),
  };
}

/** Whether a watch can start with the current state and mark where that state ends. */
function hasInitialEvents({ description: { features } }: Target): boolean {
  return features.includes("watch.initialEvents");
}

function placeOf({
  kind,
  identity,
  namespace,
}: ObservedKind): Pick<WatchCommand, "identity" | "kind" | "namespace"> {
  return { identity, kind, ...(namespace === undefined ? {} : { namespace }) };
}

async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  await new Waiting().until(() => false, pauseMs, signal);
}

interface Position {
  readonly resourceVersion: ResourceVersion;
}

interface Turn {
  /** Undefined if the next turn starts with the current state of all objects. */
  readonly position: Position | undefined;
  readonly hasProgress: boolean;
  readonly problem?: string;
  readonly isFinal?: boolean;
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
      return hasProgress ? next : { ...next, problem: "the target closes the watch immediately" };
    case "lost":
    case "unintelligible":
      return { ...next, problem: `the watch was ${end.end} (${end.detail})` };
    case "refused": {
      const { refusal } = end;
      const problem = describeRefusal(refusal);
      // The current position is dropped, because the next list returns a new one.
      const again = { position: undefined, hasProgress };
      if (refusal.reason === "expired" && hasProgress) return again;
      return { ...again, problem, isFinal: isPermanent(refusal.reason) };
    }
    case "unsupported":
      return {
        ...next,
        problem: `the target does not support watches (${end.detail})`,
        isFinal: true,
      };
  }
}

function isPermanent(reason: RefusalReason): boolean {
  return reason === "forbidden" || reason === "unauthenticated" || reason === "notFound";
}

function canGoOn({ description: { features } }: Target): boolean {
  return features.includes("list.version") && features.includes("watch.resume");
}
