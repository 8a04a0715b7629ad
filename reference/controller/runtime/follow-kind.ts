import { describeKey, describeOutcome, keyOf } from "#contract";
import type {
  IdentityName,
  Resource,
  ResourceVersion,
  WatchCommand,
  WatchEnd,
  WatchEvent,
} from "#contract";
import type { Target } from "#targets";
import type { AfterWatch } from "./loop-rules.ts";

export interface KindListener {
  /** Replaces all known objects. */
  listed(objects: readonly Resource[]): void;
  shown(object: Resource): void;
  gone(key: string): void;
}

export interface Following {
  readonly target: Pick<Target, "description" | "execute" | "watch">;
  readonly identity: IdentityName;
  readonly kind: string;
  readonly listener: KindListener;
  readonly afterWatch: (end: WatchEnd) => AfterWatch;
  /** Whether the initial events of the watch replace the list. False by default. */
  readonly streamsLists?: boolean;
  /** Whether a watch starts at the version of the preceding list. True by default. */
  readonly watchesFromList?: boolean;
  /** Waits until the next list is due. If absent, watches the kind. */
  readonly untilNextList?: () => Promise<void>;
  /** Waits before a retry. `failures` is the number of failures since the last success, at least 1. */
  readonly pause: (failures: number) => Promise<void>;
  readonly signal: AbortSignal;
}

interface Position {
  readonly version?: ResourceVersion;
}

/**
 * Lists a kind, and then watches it or lists it periodically, until the signal aborts. Resumes a broken watch. If that
 * is impossible, lists again.
 */
export async function followKind(following: Following): Promise<void> {
  const { signal, pause, afterWatch, untilNextList, streamsLists = false } = following;
  if (untilNextList !== undefined) return listRepeatedly(following, untilNextList);
  let position: Position | undefined;
  let failures = 0;
  while (!signal.aborted) {
    if (!streamsLists) position ??= await list(following);
    if (streamsLists || position !== undefined) {
      const watched = await watch(following, position);
      position = watched.position;
      const next = afterWatch(watched.end);
      if (next === "stop") return;
      if (next === "relist") position = undefined;
      if (watched.events > 0) failures = 0;
    }
    failures += 1;
    await pause(failures);
  }
}

async function listRepeatedly(
  following: Following,
  untilNextList: () => Promise<void>,
): Promise<void> {
  while (!following.signal.aborted) {
    await list(following);
    await untilNextList();
  }
}

/** Lists the objects of the kind, and passes them to the listener. Returns undefined if the list fails. */
async function list({
  target,
  identity,
  kind,
  listener,
  signal,
}: Following): Promise<Position | undefined> {
  const { outcome } = await target.execute({ verb: "list", identity, kind }, signal);
  if (outcome.result !== "list") {
    if (outcome.result === "unsupported") throw new Error(describeOutcome(outcome));
    return undefined;
  }
  listener.listed(outcome.items);
  return outcome.resourceVersion === undefined ? {} : { version: outcome.resourceVersion };
}

interface Watched {
  readonly end: WatchEnd;
  /** Undefined if the watch ended before the last initial event. */
  readonly position: Position | undefined;
  readonly events: number;
}

/** Watches from a position, or with initial events if there is none. */
async function watch(following: Following, from: Position | undefined): Promise<Watched> {
  const { target, identity, kind, listener, signal, watchesFromList = true } = following;
  let position = from;
  let events = 0;
  let finish: ((end: WatchEnd) => void) | undefined;
  const ended = new Promise<WatchEnd>((resolve) => {
    finish = resolve;
  });
  const command: WatchCommand = {
    verb: "watch",
    identity,
    kind,
    ...(from === undefined ? { initialEvents: true, bookmarks: true } : {}),
    ...(from?.version === undefined || !watchesFromList ? {} : { resourceVersion: from.version }),
  };
  const initial: Resource[] = [];
  const opened = await target.watch(
    command,
    {
      event: (event) => {
        events += 1;
        const isInitial = position === undefined;
        if (!isInitial || event.initialEventsEnd === true) {
          position = { version: event.resourceVersion };
        }
        if (!isInitial) notify(following, event);
        else if (event.initialEventsEnd === true) listener.listed(initial);
        else if (event.object !== undefined) initial.push(event.object);
      },
      ended: (end) => finish?.(end),
    },
    signal,
  );
  try {
    // If the list had no version, a second list finds the changes that occurred before the watch opened.
    if (from !== undefined && from.version === undefined) await list(following);
    return { end: await ended, position, events };
  } finally {
    await opened[Symbol.asyncDispose]();
  }
}

function notify({ listener }: Following, { type, object, key }: WatchEvent): void {
  switch (type) {
    case "ADDED":
    case "MODIFIED":
      if (object !== undefined) listener.shown(object);
      return;
    case "DELETED":
      if (object !== undefined) listener.gone(describeKey(keyOf(object)));
      else if (key !== undefined) listener.gone(describeKey(key));
      return;
    case "BOOKMARK":
      return;
  }
}
