import type { ResourceVersion, WatchCommand, WatchEnd, WatchEvent } from "#contract";
import type { Watch, WatchListener } from "#targets";
import type { ContentMarks } from "./content-marks.ts";
import { isLingering } from "./history-recorder.ts";
import type { HistoryRecorder } from "./history-recorder.ts";
import type { LeanTarget } from "../session/lean-target.ts";
import type { WorkloadObject } from "./recorded-client.ts";

export interface RecordedWatcherOptions {
  readonly name: string;
  readonly lean: LeanTarget;
  readonly recorder: HistoryRecorder;
  readonly marks: ContentMarks;
  /** Events of other objects are not recorded. */
  readonly objects: ReadonlyMap<string, WorkloadObject>;
  readonly command: WatchCommand;
  /**
   * Resolves with true when a watcher that has received events must disconnect. If absent, the watcher stays connected.
   */
  readonly presence?: () => Promise<boolean>;
  /** Resolves when a disconnected watcher must reconnect. */
  readonly absence: () => Promise<unknown>;
  /** Returns a new start version if the last seen version is no longer retained. */
  readonly restart: () => Promise<ResourceVersion | undefined>;
  readonly wake: () => void;
}

/** Maximum number of times that a watch is reopened after the target closes it. */
const maxReturns = 50;

/**
 * Records the events of one watch in a workload, and resumes after the last event. `open` never rejects, because
 * opening a target's watch never rejects.
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

  get problem(): string | undefined {
    return this.#problem;
  }

  hasSeen(versions: readonly string[]): boolean {
    return versions.some((version) => this.#seen.has(version));
  }

  /** Resolves when the request has been sent. */
  async open(): Promise<void> {
    this.#opening += 1;
    const { recorder, lean, command } = this.#options;
    this.#hasEvents = false;
    recorder.watched({ watch: this.name, event: "open", after: this.#cursor });
    const listener = this.#listener(this.#opening);
    this.#opened = lean.watch({ ...command, resourceVersion: this.#cursor }, listener);
    await this.#opened;
  }

  async close(due: string | undefined): Promise<void> {
    this.#opening += 1;
    if (this.#problem === undefined) {
      this.#options.recorder.watched({ watch: this.name, event: "close", due });
    }
    const watch = await this.#opened;
    await watch?.[Symbol.asyncDispose]();
  }

  /** Drops events that arrive after the stream is closed, because no `open` line in the history covers them. */
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
      if (event.isUnversioned === true) return;
      recorder.watched({ watch, event: type, version });
      return;
    }
    const known = objects.get((object?.metadata ?? event.key)?.name ?? "");
    if (known === undefined) return;
    const uid = object?.metadata.uid;
    const value = object === undefined ? undefined : marks.valueOf(object);
    if (type !== "DELETED" && object !== undefined && isLingering(object)) {
      const shown = { version, uid: object.metadata.uid, value: marks.valueOf(object) };
      recorder.lingers(known.name, shown);
    }
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
    if (isPassing && this.#returns <= maxReturns) {
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

  /**
   * Restarts the watch after its start version has expired. The contract allows versions to expire, so missed events
   * are not a gap.
   */
  async #startAnew(opening: number): Promise<void> {
    const version = this.#returns <= maxReturns ? await this.#options.restart() : undefined;
    if (opening !== this.#opening) return;
    if (version === undefined) {
      this.#problem = "the events after the watch's version are no longer retained";
      this.#options.wake();
      return;
    }
    this.#cursor = version;
    await this.open();
  }
}
