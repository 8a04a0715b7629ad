import type { ResourceVersion, WatchCommand, WatchEnd, WatchEvent } from "#contract";
import type { Watch, WatchListener } from "#targets";
import type { ContentMarks } from "./content-marks.ts";
import type { HistoryRecorder } from "./history-recorder.ts";
import type { LeanTarget } from "../session/lean-target.ts";
import type { WorkloadObject } from "./recorded-client.ts";

/** What a watcher is made of. */
export interface RecordedWatcherOptions {
  readonly name: string;
  readonly lean: LeanTarget;
  readonly recorder: HistoryRecorder;
  readonly marks: ContentMarks;
  /** The objects of the workload by their names; events of others are none of the history. */
  readonly objects: ReadonlyMap<string, WorkloadObject>;
  readonly command: WatchCommand;
  /**
   * Resolves with true when a watcher that has started to get events is to leave. Absent: it stays. Events that
   * are replayed come at once, so it never leaves further behind than it came.
   */
  readonly presence?: () => Promise<boolean>;
  /** Resolves when a watcher that has left is to come back. */
  readonly absence: () => Promise<unknown>;
  /** Finds a version to start from anew, where the one that was seen last is not retained. */
  readonly restart: () => Promise<ResourceVersion | undefined>;
  /** Called after each arrival, and after the end. */
  readonly wake: () => void;
}

/** How often a watch is opened anew after the target has ended it. */
const mostReturns = 50;

/**
 * A watch of a workload: what it delivers is in the history, and it resumes where it stopped. Opening never
 * rejects, because a target's watch never does.
 */
export class RecordedWatcher {
  readonly name: string;
  readonly #options: RecordedWatcherOptions;
  readonly #seen = new Set<string>();
  #cursor: ResourceVersion;
  #opening = 0;
  #opened: Promise<Watch> | undefined;
  #hasEvents = false;
  #returns = 0;
  #problem: string | undefined;

  constructor(options: RecordedWatcherOptions, after: ResourceVersion) {
    this.#options = options;
    this.name = options.name;
    this.#cursor = after;
  }

  /** Why the watch does not go on; absent while it does. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Whether one of these versions of the fence has arrived. */
  hasSeen(versions: readonly string[]): boolean {
    return versions.some((version) => this.#seen.has(version));
  }

  /** Asks for the stream. Resolves when the request has been sent. */
  async open(): Promise<void> {
    this.#opening += 1;
    const { recorder, lean, command } = this.#options;
    this.#hasEvents = false;
    recorder.watched({ watch: this.name, event: "open", after: this.#cursor });
    const listener = this.#listener(this.#opening);
    this.#opened = lean.watch({ ...command, resourceVersion: this.#cursor }, listener);
    await this.#opened;
  }

  /** Closes the stream. `due`: everything up to that version had to be delivered. */
  async close(due: string | undefined): Promise<void> {
    this.#opening += 1;
    if (this.#problem === undefined) {
      this.#options.recorder.watched({ watch: this.name, event: "close", due });
    }
    const watch = await this.#opened;
    await watch?.[Symbol.asyncDispose]();
  }

  /** What still arrives from a stream that was left belongs to no opening, and is dropped. */
  #listener(opening: number): WatchListener {
    return {
      event: (event) => {
        if (opening !== this.#opening) return;
        this.#take(event);
        this.#options.wake();
      },
      ended: (end) => {
        if (opening !== this.#opening) return;
        this.#ended(end);
        this.#options.wake();
      },
    };
  }

  #take(event: WatchEvent): void {
    const { recorder, marks, objects } = this.#options;
    const { type, resourceVersion: version, object } = event;
    const watch = this.name;
    if (type === "BOOKMARK") {
      recorder.watched({ watch, event: type, version });
      return;
    }
    const known = objects.get((object?.metadata ?? event.key)?.name ?? "");
    if (known === undefined) return;
    const uid = object?.metadata.uid;
    const value = object === undefined ? undefined : marks.valueOf(object);
    recorder.watched({ watch, event: type, object: known.name, version, uid, value });
    this.#seen.add(version);
    this.#cursor = version;
    if (this.#hasEvents) return;
    this.#hasEvents = true;
    void this.#stay(this.#opening);
  }

  async #stay(opening: number): Promise<void> {
    const isToLeave = await this.#options.presence?.();
    if (isToLeave === true && opening === this.#opening) await this.#leave();
  }

  /** Leaves, stays away for a while, and comes back after the last event that it has seen. */
  async #leave(): Promise<void> {
    this.#opening += 1;
    const opening = this.#opening;
    const watch = await this.#opened;
    await watch?.[Symbol.asyncDispose]();
    await this.#options.absence();
    if (opening === this.#opening) await this.open();
  }

  #ended(end: WatchEnd): void {
    this.#returns += 1;
    const isPassing = end.end === "lost" || end.end === "completed";
    if (isPassing && this.#returns <= mostReturns) {
      void this.#leave();
      return;
    }
    if (end.end === "refused" && end.refusal.reason === "expired") {
      this.#options.recorder.watched({ watch: this.name, event: "expired" });
      void this.#startAnew(this.#opening);
      return;
    }
    this.#problem = end.end === "refused" ? end.refusal.message : end.end;
  }

  /** Restarts after its window has passed. The contract allows that, so missed events are not a gap. */
  async #startAnew(opening: number): Promise<void> {
    const version = this.#returns <= mostReturns ? await this.#options.restart() : undefined;
    if (opening !== this.#opening) return;
    if (version === undefined) {
      this.#problem = "the events after its version are not retained";
      this.#options.wake();
      return;
    }
    this.#cursor = version;
    await this.open();
  }
}
