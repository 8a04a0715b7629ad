import { keyOf } from "#contract";
import type { WatchEvent } from "#contract";
import type { Watch, WatchListener, WireRequest } from "../../port/target.ts";

export type OpenStream = (listener: WatchListener) => Promise<Watch>;

/** The last accepted write to an object. All times are times of responses, in milliseconds. */
export interface LastWrite {
  /** Absent if the client did not create the object. */
  readonly createdMs?: number;
  readonly version: string;
  readonly answeredMs: number;
  readonly isDeleted?: true;
}

export interface MergedStreams {
  readonly streams: readonly OpenStream[];
  readonly written?: (uid: string) => LastWrite | undefined;
}

/**
 * Time that an event waits for earlier events of other streams, in milliseconds. Subscriptions have no common order: a
 * server with a queue for each may send concurrent events in any order.
 */
const patienceMs = 20;

/**
 * Maximum time, in milliseconds, that an event waits for its predecessor. An update waits for the creation of its
 * object, a delete event for the last write, and the creation of a successor for the delete event of the previous
 * object with the same name. A busy server may deliver one subscription long after another.
 */
const longestPatienceMs = 3_000;

/** After this number of consecutive timeouts, events no longer wait for accepted writes. */
const maxVainWaits = 3;

/**
 * Combines several streams into one watch. Events of one object are in chronological order, and each stream keeps its
 * order. When one stream ends, the watch ends.
 */
export async function openMerged(
  { streams, written = () => undefined }: MergedStreams,
  request: WireRequest,
  listener: WatchListener,
): Promise<Watch> {
  const open: Watch[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map((one) => one[Symbol.asyncDispose]()));
  };
  const merged = new MergedEvents(
    { streams: streams.length, written },
    listener,
    () => void close(),
  );
  const opened = await Promise.all(
    streams.map((stream, index) =>
      stream({ event: (event) => merged.take(index, event), ended: (end) => merged.end(end) }),
    ),
  );
  open.push(...opened);
  merged.opened();
  // A stream may end while other streams are being opened. In that case, the others must be closed too.
  if (merged.isEnded) await close();
  return { request, ...pauseOf(open), [Symbol.asyncDispose]: close };
}

/** Pauses all streams together. Absent if one of them cannot be paused. */
function pauseOf(streams: readonly Watch[]): Pick<Watch, "pause"> {
  const pauses = streams.flatMap(({ pause }) => pause ?? []);
  if (pauses.length < streams.length) return {};
  return {
    pause: () => {
      const resumes = pauses.map((pause) => pause());
      return () => {
        for (const resume of resumes) resume();
      };
    },
  };
}

const life: readonly WatchEvent["type"][] = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"];

interface Waiting {
  readonly event: WatchEvent;
  readonly turn: number;
  readonly atMs: number;
}

/** Delays events briefly, and passes them to a listener in order. */
class MergedEvents {
  readonly #queues: readonly Waiting[][];
  readonly #listener: WatchListener;
  readonly #close: () => void;
  readonly #births = new Births();
  readonly #written: (uid: string) => LastWrite | undefined;
  readonly #delivered = new Map<string, string>();
  readonly #versions = new Map<string, Set<string>>();
  readonly #living = new Map<string, string>();
  #turns = 0;
  #openedMs = Number.POSITIVE_INFINITY;
  #inVain = 0;
  #timer: NodeJS.Timeout | undefined;
  isEnded = false;

  constructor(
    { streams, written }: Required<Pick<MergedStreams, "written">> & { readonly streams: number },
    listener: WatchListener,
    close: () => void,
  ) {
    this.#queues = Array.from({ length: streams }, () => []);
    this.#written = written;
    this.#listener = listener;
    this.#close = close;
  }

  /** Called when all streams are open. From then on, each accepted write has an event. */
  opened(): void {
    this.#openedMs = performance.now();
  }

  take(stream: number, event: WatchEvent): void {
    if (this.isEnded) return;
    this.#births.see(event);
    this.#queues[stream]?.push({ event, turn: this.#turns++, atMs: performance.now() });
    this.#timer ??= setTimeout(() => this.#release(), patienceMs);
  }

  end(end: Parameters<WatchListener["ended"]>[0]): void {
    if (this.isEnded) return;
    this.#release({ isLast: true });
    this.isEnded = true;
    this.#listener.ended(end);
    this.#close();
  }

  #release({ isLast }: { readonly isLast: boolean } = { isLast: false }): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (let next = this.#next(isLast); next !== undefined; next = this.#next(isLast)) {
      const { event } = next;
      const identity = identityOf(event);
      this.#noteWait(next);
      if (identity !== undefined) this.#note(identity, event);
      this.#listener.event(event);
    }
    if (this.#queues.some((queue) => queue.length > 0)) {
      this.#timer = setTimeout(() => this.#release(), patienceMs);
    }
  }

  #note(identity: string, { type, object, resourceVersion }: WatchEvent): void {
    this.#delivered.set(identity, resourceVersion);
    const uid = object?.metadata.uid ?? this.#living.get(identity);
    if (type === "DELETED") {
      this.#living.delete(identity);
      if (uid !== undefined) this.#versions.delete(uid);
    } else if (uid !== undefined) {
      this.#living.set(identity, uid);
      const versions = this.#versions.get(uid) ?? new Set();
      this.#versions.set(uid, versions.add(resourceVersion));
    }
  }

  #noteWait(waiting: Waiting): void {
    if (!this.#lacksWrite(waiting.event)) this.#inVain = 0;
    else if (performance.now() - waiting.atMs >= longestPatienceMs) this.#inVain += 1;
  }

  /**
   * Whether the event for an earlier accepted write is still missing: the creation of the object or, for a delete
   * event, the last write. Counts only writes whose response arrived while the streams were open.
   */
  #lacksWrite(event: WatchEvent): boolean {
    const { type, object } = event;
    if (type === "ADDED" || type === "BOOKMARK") return false;
    const identity = identityOf(event);
    const uid = object?.metadata.uid ?? this.#living.get(identity ?? "");
    const written = uid === undefined ? undefined : this.#written(uid);
    if (uid === undefined || written === undefined) return false;
    const versions = this.#versions.get(uid);
    if (type === "MODIFIED") {
      return versions === undefined && (written.createdMs ?? 0) >= this.#openedMs;
    }
    return written.answeredMs >= this.#openedMs && versions?.has(written.version) !== true;
  }

  /** Dequeues the earliest event without a pending predecessor for the same object. */
  #next(isLast: boolean): Waiting | undefined {
    const heads = this.#queues.filter(
      ([head]) => head !== undefined && (isLast || !this.#isAwaiting(head)),
    );
    const inTurn = heads.toSorted(([one], [other]) => (one?.turn ?? 0) - (other?.turn ?? 0));
    const free = inTurn.find(([head]) => head !== undefined && !this.#isEarly(head));
    return (free ?? inTurn[0])?.shift();
  }

  /**
   * Whether an event waits for other streams. Every event waits for the events of earlier accepted writes. A delete
   * event also waits for the update whose version it contains. An event of a successor also waits for the delete event
   * of the previous object with its name.
   */
  #isAwaiting({ event, atMs }: Waiting): boolean {
    const identity = identityOf(event);
    if (identity === undefined || performance.now() - atMs >= longestPatienceMs) return false;
    if (this.#inVain < maxVainWaits && this.#lacksWrite(event)) return true;
    if (event.type === "DELETED") {
      return (
        event.isUnversioned === true && this.#delivered.get(identity) !== event.resourceVersion
      );
    }
    const living = this.#living.get(identity);
    const uid = event.object?.metadata.uid;
    if (living === undefined || uid === undefined || living === uid) return false;
    // If names are not unique, several objects with one name can exist at the same time.
    const predecessor = this.#written(living);
    return predecessor === undefined || predecessor.isDeleted === true;
  }

  #isEarly({ event }: Waiting): boolean {
    const others = this.#queues.flatMap((queue) => queue.map((one) => one.event));
    return others.some(
      (other) => isSameObject(event, other) && belongsBefore(other, event, this.#births),
    );
  }
}

function isSameObject(one: WatchEvent, other: WatchEvent): boolean {
  const [own, others] = [identityOf(one), identityOf(other)];
  return own !== undefined && own === others;
}

function identityOf({ object, key }: WatchEvent): string | undefined {
  const named = object === undefined ? key : keyOf(object);
  return named && JSON.stringify([named.namespace ?? "", named.name]);
}

/**
 * The order in which objects with the same name were created. Versions do not show this order, because they may restart
 * with each object.
 */
class Births {
  readonly #uids = new Map<string, number>();

  see({ type, object }: WatchEvent): void {
    const uid = object?.metadata.uid;
    if (type === "ADDED" && uid !== undefined) this.#uids.set(uid, this.#uids.size);
  }

  /** Objects that existed before the watch are older than all objects that it delivered. */
  ageOf(uid: string): number {
    return this.#uids.get(uid) ?? -1;
  }
}

/**
 * Whether an event belongs before another one: it is earlier in the lifetime of the object, or in the lifetime of an
 * earlier object with the same name.
 */
function belongsBefore(one: WatchEvent, other: WatchEvent, births: Births): boolean {
  const [first, second] = [life.indexOf(one.type), life.indexOf(other.type)];
  const [uid, otherUid] = [one.object?.metadata.uid, other.object?.metadata.uid];
  const isSuccessor = uid !== undefined && otherUid !== undefined && uid !== otherUid;
  if (isSuccessor && births.ageOf(uid) !== births.ageOf(otherUid)) {
    return births.ageOf(uid) < births.ageOf(otherUid);
  }
  if (!isSuccessor && first !== second) return first < second;
  const [version, later] = [one.resourceVersion, other.resourceVersion];
  return isNumber(version) && isNumber(later) && BigInt(version) < BigInt(later);
}

function isNumber(version: string): boolean {
  return /^\d+$/u.test(version);
}
