import type { KindPromises } from "../rules/kind-promises.ts";
import type { JsonObject, ObjectKey, RefusalReason } from "#contract";

/** A controller that can be started and killed. Disposing ends it and everything that it started. */
export interface ControllerHost extends AsyncDisposable {
  /**
   * Starts it and waits until it says that it is ready; harmless while it runs.
   *
   * @throws HookFailed where it does not start, or does not become ready.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Ends it as a crash would, in the middle of whatever it does. */
  kill(): Promise<void>;
  /** How it exited on its own, if it did. */
  readonly problem: string | undefined;
}

/** A write of the controller on its way to the endpoint. */
export interface WireWrite {
  readonly side: "main" | "status";
  readonly key: ObjectKey;
  /** The field `resourceVersion` of the request, where it has one. */
  readonly version?: string;
  /** All texts in the request, among which the version is, whatever it is called. */
  readonly texts: readonly string[];
  /** The status as it was sent, where the request has a field of that name. */
  readonly status?: JsonObject;
}

/** What a proxy does with a write. Seconds are told to the controller. */
export type WriteTreatment =
  | { readonly treat: "pass" }
  /** The connection breaks before the endpoint has heard of it. */
  | { readonly treat: "lose-request" }
  /** The endpoint carries it out, and the connection breaks before the controller hears of it. */
  | { readonly treat: "lose-reply" }
  | {
      readonly treat: "refuse";
      readonly reason: "rateLimited" | "unavailable" | "forbidden";
      readonly retryAfterSeconds?: number;
    };

/** What became of a write. */
export type WireResult =
  | {
      readonly result: "stored" | "lost";
      /** The version in the reply; absent where there is none, or nothing was carried out. */
      readonly version?: string;
      readonly texts: readonly string[];
    }
  | {
      readonly result: "refused";
      readonly reason: RefusalReason;
      readonly retryAfterSeconds?: number;
    };

/** Looks at the writes that pass through a proxy. */
export interface WireListener {
  /** The object that a name in a request stands for. Writes about no object of the case are passed on unseen. */
  keyOf(names: readonly string[]): ObjectKey | undefined;
  /** Called before a write is passed on, which waits for the answer. */
  before(write: WireWrite): Promise<WriteTreatment>;
  after(write: WireWrite, result: WireResult): void;
}

/** The connection between a controller and the endpoint, where everything can be seen and broken. */
export interface ControllerWire {
  /** Listens until disposed. A write is shown to the first listener that knows its object. */
  listen(listener: WireListener): Disposable;
  /**
   * Breaks every open stream of events, and refuses new ones until disposed. With `expired`, a watch that
   * resumes afterwards fails as expired until its collection was listed again, if `canExpireWatches`.
   */
  cutWatches(afterwards: "resumable" | "expired"): Disposable;
  /** Whether it can return the protocol's error for an expired watch. */
  readonly canExpireWatches: boolean;
  /** Delivers nothing more on any stream of events until disposed, and then everything, in its order. */
  holdWatches(): Disposable;
}

/** A controller under test with all that can be done to it. */
export interface ControllerBench {
  /** Absent for a running controller, which cannot be restarted. */
  readonly host?: ControllerHost;
  /** Absent if it connects to the endpoint directly, so that its requests are unknown. */
  readonly wire?: ControllerWire;
  /** Specs to ask for instead of the samples, by kind. */
  readonly specs?: Readonly<Record<string, readonly JsonObject[]>>;
  /** Status fields that belong to other controllers, by kind, for a rival to write. */
  readonly rivalMembers?: Readonly<Record<string, readonly string[]>>;
  /** What its kinds promise, by their names. Nothing by default. */
  readonly promises?: Readonly<Record<string, KindPromises>>;
  /** The wall clock, for what a rival reports. */
  readonly now: () => Date;
  /** How long a persistent conflict or refusal lasts for a controller that does not pause, in milliseconds. */
  readonly stormMs: number;
  /** The time in which it reports on a change, in milliseconds. */
  readonly convergeMs: number;
  /** The time without anything new after which nothing more is expected, in milliseconds. */
  readonly quietMs: number;
}
