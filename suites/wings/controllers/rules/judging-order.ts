import { describeKey, keyOf } from "#contract";
import type { ObjectKey, ResourceVersion } from "#contract";
import type { ControllerEvent, ShownEvent, WriteEvent } from "./controller-event.ts";

/**
 * Sorts events for judging. States arrive on a watch, and writes from their driver, in any order. Each write precedes
 * the first state with its version. It follows the state that it names, and the states of earlier writes whose
 * responses preceded its request. A conflict also follows the state that replaced the one that it names, and a stored
 * write precedes the deletion of the object that it names. A write to a recreated object follows the deletion of its
 * predecessor. Other events keep their positions.
 */
export function inJudgingOrder(events: readonly ControllerEvent[]): readonly ControllerEvent[] {
  const order = new JudgingOrder(events);
  for (const [at, event] of events.entries()) order.take(event, at);
  return order.end();
}

interface Waiting {
  readonly event: ControllerEvent;
  /** Index of the state that the event follows. */
  readonly after: number;
}

interface StoredWrite {
  readonly atMs: number;
  /** Index of the last state that this write or an earlier one created. */
  readonly shownAt: number;
}

class JudgingOrder {
  readonly #makers = new Map<string, WriteEvent>();
  readonly #shownAt = new Map<string, number>();
  /** The state that follows each version. */
  readonly #replaced = new Map<string, { readonly at: number; readonly by: string }>();
  /** Index of the deletion that follows each version. */
  readonly #goneAt = new Map<string, number>();
  /** Index of the deletion that precedes each version of a recreated object. */
  readonly #bornAt = new Map<string, number>();
  /** The stored writes that arrived only after the deletion of their object, by the index of the deletion. */
  readonly #overtaken = new Map<number, WriteEvent[]>();
  readonly #stored = new Map<string, StoredWrite[]>();
  /** The events of each object that wait for a state, in order. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #emitted = new Set<ControllerEvent>();

  constructor(events: readonly ControllerEvent[]) {
    const versions = new Map<string, string[]>();
    const ends = new Map<string, number>();
    for (const [at, event] of events.entries()) {
      switch (event.event) {
        case "shown": {
          const name = describeKey(keyOf(event.object));
          const known = versions.get(name) ?? [];
          versions.set(name, known);
          this.#learnState(event, at, known);
          this.#learnBirth(event, ends.get(name));
          break;
        }
        case "gone": {
          const name = describeKey(event.key);
          this.#learnEnd(at, versions.get(name));
          versions.delete(name);
          ends.set(name, at);
          break;
        }
        case "write":
          this.#learnWrite(event);
          break;
        case "controller":
        case "disturbed":
        case "owned":
        case "relist":
        case "remark":
        case "settled":
        case "time":
        case "viewed":
      }
    }
  }

  /** `known` contains the versions of the object so far. */
  #learnState(event: ShownEvent, at: number, known: string[]): void {
    const mark = markOf(event);
    if (mark === undefined || this.#shownAt.has(mark)) return;
    this.#shownAt.set(mark, at);
    const before = known.at(-1);
    if (before !== undefined) this.#replaced.set(before, { at, by: mark });
    known.push(mark);
  }

  #learnBirth(event: ShownEvent, goneAt: number | undefined): void {
    const mark = markOf(event);
    if (mark === undefined || goneAt === undefined || this.#bornAt.has(mark)) return;
    this.#bornAt.set(mark, goneAt);
  }

  #learnEnd(at: number, known: readonly string[] = []): void {
    for (const mark of known) this.#goneAt.set(mark, at);
  }

  #learnWrite(event: WriteEvent): void {
    const mark = markOf(event);
    if (mark === undefined) return;
    if (!this.#makers.has(mark)) this.#makers.set(mark, event);
    const goneAt = this.#goneAt.get(`${describeKey(event.key)} ${event.precondition ?? ""}`);
    if (goneAt === undefined || event.result.answer !== "stored") return;
    this.#overtaken.set(goneAt, [...(this.#overtaken.get(goneAt) ?? []), event]);
  }

  take(event: ControllerEvent, at: number): void {
    switch (event.event) {
      case "shown":
        return this.#show(event, at);
      case "write":
        return this.#takeOf(event.key, { event, after: this.#precedingStateOf(event) }, at);
      case "viewed":
        return this.#takeOf(event.key, { event, after: at }, at);
      case "controller":
      case "relist":
        for (const name of this.#waiting.keys()) this.#release(name, Infinity);
        return this.#emit(event);
      case "gone":
        for (const write of this.#overtaken.get(at) ?? []) this.#emitWrite(write);
        return this.#emit(event);
      case "disturbed":
      case "owned":
      case "remark":
      case "settled":
      case "time":
        return this.#emit(event);
    }
  }

  end(): readonly ControllerEvent[] {
    for (const name of this.#waiting.keys()) this.#release(name, Infinity);
    return [...this.#emitted];
  }

  #show(event: ShownEvent, at: number): void {
    const maker = this.#makers.get(markOf(event) ?? "");
    if (maker !== undefined) this.#emitWrite(maker);
    this.#emit(event);
    this.#release(describeKey(keyOf(event.object)), at);
  }

  /** Events of one object keep their order while one of them waits. */
  #takeOf(key: ObjectKey, waiting: Waiting, at: number): void {
    const name = describeKey(key);
    const queue = this.#waiting.get(name) ?? [];
    if (queue.length === 0 && waiting.after <= at) return this.#emit(waiting.event);
    queue.push(waiting);
    this.#waiting.set(name, queue);
  }

  #precedingStateOf(write: WriteEvent): number {
    const { key, precondition, result, sentMs, atMs } = write;
    const name = describeKey(key);
    const stored = this.#stored.get(name) ?? [];
    const known = stored.findLast((one) => sentMs !== undefined && one.atMs <= sentMs);
    const version = result.answer === "refused" ? undefined : result.version;
    const shownAt = this.#shownAtOf(name, version) ?? -1;
    stored.push({ atMs, shownAt: Math.max(shownAt, stored.at(-1)?.shownAt ?? -1) });
    this.#stored.set(name, stored);
    const base = this.#shownAtOf(name, precondition) ?? -1;
    const bornAt = this.#bornAt.get(markOf(write) ?? "") ?? -1;
    return Math.max(this.#replacedBefore(write) ?? base, known?.shownAt ?? -1, bornAt);
  }

  /**
   * Index of the state that replaced the named one before a write conflicted. Undefined if a later write created it.
   */
  #replacedBefore({ key, precondition, result, atMs }: WriteEvent): number | undefined {
    const isConflict = result.answer === "refused" && result.reason === "conflict";
    if (!isConflict || precondition === undefined) return undefined;
    const replaced = this.#replaced.get(`${describeKey(key)} ${precondition}`);
    const maker = this.#makers.get(replaced?.by ?? "");
    return maker !== undefined && maker.atMs > atMs ? undefined : replaced?.at;
  }

  #shownAtOf(name: string, version: ResourceVersion | undefined): number | undefined {
    return version === undefined ? undefined : this.#shownAt.get(`${name} ${version}`);
  }

  #release(name: string, shownAt: number): void {
    const queue = this.#waiting.get(name) ?? [];
    const blocked = queue.findIndex(({ after }) => after > shownAt);
    const free = blocked === -1 ? queue.length : blocked;
    for (const { event } of queue.slice(0, free)) this.#emit(event);
    this.#waiting.set(name, queue.slice(free));
  }

  /** The events that wait before a write precede it. */
  #emitWrite(write: WriteEvent): void {
    if (this.#emitted.has(write)) return;
    const name = describeKey(write.key);
    const queue = this.#waiting.get(name) ?? [];
    const place = queue.findIndex(({ event }) => event === write);
    for (const { event } of queue.slice(0, place + 1)) this.#emit(event);
    this.#waiting.set(name, queue.slice(place + 1));
    this.#emit(write);
  }

  #emit(event: ControllerEvent): void {
    this.#emitted.add(event);
  }
}

function markOf(event: ControllerEvent): string | undefined {
  if (event.event === "shown") {
    return `${describeKey(keyOf(event.object))} ${event.object.metadata.resourceVersion}`;
  }
  if (event.event !== "write" || event.result.answer === "refused") return undefined;
  const { version } = event.result;
  return version === undefined ? undefined : `${describeKey(event.key)} ${version}`;
}
