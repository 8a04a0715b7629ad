import { keyOf } from "#contract";
import type { WatchEvent } from "#contract";
import type { Watch, WatchListener, WireRequest } from "../../port/target.ts";

/** Opens one of the streams of a watch. */
export type OpenStream = (listener: WatchListener) => Promise<Watch>;

/**
 * For how long an event waits for those of other streams that belong before it, in milliseconds. Nothing promises an
 * order between two subscriptions, and servers that have a queue for each send what happened at once in any order.
 */
const patienceMs = 20;

/**
 * Reads several streams as one watch: events of one object come in the order of its life, and each stream keeps its
 * own order. The end of one stream is the end of the watch.
 */
export async function openMerged(
  streams: readonly OpenStream[],
  request: WireRequest,
  listener: WatchListener,
): Promise<Watch> {
  const open: Watch[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map((one) => one[Symbol.asyncDispose]()));
  };
  const merged = new MergedEvents(streams.length, listener, () => void close());
  const opened = await Promise.all(
    streams.map((stream, index) =>
      stream({ event: (event) => merged.take(index, event), ended: (end) => merged.end(end) }),
    ),
  );
  open.push(...opened);
  // One that ended while the others were opened has left them open.
  if (merged.isEnded) await close();
  return { request, [Symbol.asyncDispose]: close };
}

const life: readonly WatchEvent["type"][] = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"];

interface Waiting {
  readonly event: WatchEvent;
  /** How many events had come before it, on whichever stream. */
  readonly turn: number;
}

/** Holds events back for a moment, and gives them to a listener in one order. */
class MergedEvents {
  readonly #queues: readonly Waiting[][];
  readonly #listener: WatchListener;
  readonly #close: () => void;
  #turns = 0;
  #timer: NodeJS.Timeout | undefined;
  isEnded = false;

  constructor(streams: number, listener: WatchListener, close: () => void) {
    this.#queues = Array.from({ length: streams }, () => []);
    this.#listener = listener;
    this.#close = close;
  }

  take(stream: number, event: WatchEvent): void {
    if (this.isEnded) return;
    this.#queues[stream]?.push({ event, turn: this.#turns++ });
    this.#timer ??= setTimeout(() => this.#release(), patienceMs);
  }

  end(end: Parameters<WatchListener["ended"]>[0]): void {
    if (this.isEnded) return;
    this.#release();
    this.isEnded = true;
    this.#listener.ended(end);
    this.#close();
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#listener.event(next.event);
    }
  }

  /** The earliest event that nothing of the same object belongs before. Takes it out of its queue. */
  #next(): Waiting | undefined {
    const heads = this.#queues.filter((queue) => queue.length > 0);
    const inTurn = heads.toSorted(([one], [other]) => (one?.turn ?? 0) - (other?.turn ?? 0));
    const free = inTurn.find(([head]) => head !== undefined && !this.#isEarly(head));
    return (free ?? inTurn[0])?.shift();
  }

  /** Whether another stream has an event that belongs before this one. */
  #isEarly({ event }: Waiting): boolean {
    const others = this.#queues.flatMap((queue) => queue.map((one) => one.event));
    return others.some((other) => isSameObject(event, other) && belongsBefore(other, event));
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

/** Whether an event of an object is earlier in its life than another one, or in the life of an earlier one of its name. */
function belongsBefore(one: WatchEvent, other: WatchEvent): boolean {
  const [first, second] = [life.indexOf(one.type), life.indexOf(other.type)];
  const [uid, otherUid] = [one.object?.metadata.uid, other.object?.metadata.uid];
  const isSuccessor = uid !== undefined && otherUid !== undefined && uid !== otherUid;
  if (!isSuccessor && first !== second) return first < second;
  const [version, later] = [one.resourceVersion, other.resourceVersion];
  return isNumber(version) && isNumber(later) && BigInt(version) < BigInt(later);
}

function isNumber(version: string): boolean {
  return /^\d+$/u.test(version);
}
