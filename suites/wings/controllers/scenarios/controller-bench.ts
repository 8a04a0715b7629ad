import type { CheckContext, KindDescription } from "#harness";
import type { JsonObject, ObjectKey, RefusalReason } from "#contract";
import type { UnpromptedChange } from "../rules/unprompted-changes.ts";
import type { KindPromises } from "../rules/kind-promises.ts";
import type { BenchClock } from "./bench-clock.ts";
import type { Pace, Recurrence } from "./reaction-times.ts";

/** What is needed to find specs that a target accepts. */
export interface SpecContext extends Pick<CheckContext, "call" | "kind" | "unusedKey"> {
  readonly target: Pick<CheckContext["target"], "features">;
}

/** A controller process that can be started and killed. Disposing stops the process and its child processes. */
export interface ControllerHost extends AsyncDisposable {
  /**
   * Starts the controller and waits until it is ready. Has no effect while it runs.
   *
   * @throws HookFailed if it does not start, or does not become ready.
   */
  start(signal: AbortSignal): Promise<void>;
  kill(): Promise<void>;
  /**
   * Starts a second instance in addition to the running one, through the wire of second instances. Resolves with
   * undefined if the second instance does not become ready. Absent if only one instance can run.
   */
  startSecond?(signal: AbortSignal): Promise<SecondInstance | undefined>;
  /**
   * True if a second instance has replaced the first one, and still uses the wire of second
   * instances.
   */
  readonly isReplaced?: boolean;
  /** Describes the exit of a controller that stopped by itself. Undefined otherwise. */
  readonly problem: string | undefined;
  /** Number of times that a process that lost its lease was started again. None by default. */
  readonly restarts?: number;
  /** Passes on each line about an error that the controller prints, without credentials, until disposed. */
  listen?(printed: (line: string) => void): Disposable;
  /** The clock of the controller. Defaults to real time. */
  readonly clock?: BenchClock;
}

/** A second instance of a controller. */
export interface SecondInstance {
  /** Kills the first instance, and keeps this one in its place. */
  replaceFirst(): Promise<void>;
  kill(): Promise<void>;
}

/** A write in flight by the controller. */
export interface WireWrite {
  readonly side: "main" | "status";
  readonly key: ObjectKey;
  /** The field `resourceVersion` of the request. */
  readonly version?: string;
  /** All strings in the request. The version is one of them, regardless of the name of its field. */
  readonly texts: readonly string[];
  readonly status?: JsonObject;
  /** Absent if the request does not identify the program that writes. */
  readonly agent?: string;
  readonly isApply?: true;
  /** True if a second instance wrote. */
  readonly isSecond?: true;
}

/** The treatment of a write by a proxy. `retryAfterSeconds` is sent to the controller. */
export type WriteTreatment =
  | { readonly treat: "pass" }
  /** The connection breaks before the endpoint receives the write. */
  | { readonly treat: "lose-request" }
  /**
   * The endpoint applies the write and responds. The proxy then calls `until`, and breaks the
   * connection without forwarding the response once that call resolves.
   */
  | { readonly treat: "lose-reply"; readonly until?: () => Promise<void> }
  | {
      readonly treat: "refuse";
      readonly reason: "rateLimited" | "unavailable" | "forbidden" | "internal";
      readonly retryAfterSeconds?: number;
    };

/** The result of a write. */
export type WireResult =
  | {
      readonly result: "stored" | "lost";
      /** The version in the response. Absent if the response has none, or if the write was not applied. */
      readonly version?: string;
      readonly texts: readonly string[];
    }
  | {
      readonly result: "refused";
      readonly reason: RefusalReason;
      readonly retryAfterSeconds?: number;
      /** The message of the endpoint. Absent if there is none. */
      readonly message?: string;
      /** Set if the proxy rejected the request, which the endpoint has not received. */
      readonly isInjected?: true;
    };

/** How a controller received a state of an object. */
export type ViewSource = "list" | "older list" | "read" | "reply" | "watch";

/** A state of an object that was sent to the controller. */
export interface WireView {
  readonly through: ViewSource;
  readonly key: ObjectKey;
  /** The field `resourceVersion` of the message. */
  readonly version?: string;
  /** All strings in the message. The version is one of them, regardless of the name of its field. */
  readonly texts: readonly string[];
  /** True if the message reports that the object was deleted. */
  readonly isGone?: true;
}

/** An event stream of the controller was opened or ended. */
export interface WireWatch {
  readonly state: "opened" | "ended";
  /** Who ended it: the controller, the endpoint, or the run, as a disturbance. Absent if it was opened. */
  readonly by?: "controller" | "endpoint" | "run";
  /** Whether it watches a kind. */
  readonly watches: (kind: string) => boolean;
  /** True if a second instance watches. */
  readonly isSecond?: true;
}

/** Observes the messages that pass through a proxy. */
export interface WireListener {
  /** Deleted objects whose deletion the controller has not received. None by default. */
  readonly undelivered?: readonly ObjectKey[];
  /**
   * Returns the key of the object that one of the names identifies. Undefined if the object is unknown or of another
   * kind. Writes to such objects are forwarded without being observed.
   */
  keyOf(names: readonly string[], kinds: readonly string[] | undefined): ObjectKey | undefined;
  /** Called before a write is forwarded. The write waits for the returned treatment. */
  before(write: WireWrite): Promise<WriteTreatment>;
  after(write: WireWrite, result: WireResult): void;
  viewed(view: WireView): void;
  watched?(watch: WireWatch): void;
  /** Called when the endpoint has rejected a request for lack of permission. The sentence names the request. */
  denied?(sentence: string): void;
  /** Called once for each kind of messages that the proxy forwards without reading them. The sentence names them. */
  unread?(sentence: string): void;
  /** True while the request of a read must wait for `reading`. False by default. */
  readonly awaitsReading?: boolean;
  /** Called before a read of an object is forwarded. The request waits for the returned promise. */
  reading?(key: ObjectKey): Promise<void>;
  /** True while the response to a read of an object must wait for `read`. False by default. */
  readonly awaitsRead?: boolean;
  /** Called when the endpoint has responded to a read. The response waits for the returned promise. */
  read?(key: ObjectKey): Promise<void>;
  /** True while the response to a list must wait for `listed`. False by default. */
  readonly awaitsList?: boolean;
  /** Called for each listed object when the endpoint has responded to a list. The response waits for the returned promise. */
  listed?(key: ObjectKey): Promise<void>;
}

export interface HeldOpenings extends Disposable {
  /** Number of event streams that have waited to be opened. */
  readonly waiting: number;
}

/** Events that are delayed until disposed. */
export interface HeldEvents extends Disposable {
  /** Marks the last event that has arrived. The returned function delivers the events up to the mark. */
  mark(): () => void;
}

/** The connection between a controller and the endpoint. It can be observed and broken. */
export interface ControllerWire {
  /**
   * Listens until disposed. A write is reported to the first listener whose `keyOf` returns a key
   * for its object.
   */
  listen(listener: WireListener): Disposable;
  /**
   * Breaks all open event streams, and rejects new ones until disposed. With `expired`, a watch that resumes afterwards
   * fails as expired until its collection is listed again, if `canExpireWatches`.
   */
  cutWatches(afterwards: "resumable" | "expired"): Disposable;
  /**
   * Closes all open event streams without an error, as an API server does after its watch timeout. Drops held events.
   * New streams can be opened immediately.
   */
  endWatches(): void;
  /** True if the proxy can return the protocol's error for an expired watch. */
  readonly canExpireWatches: boolean;
  /**
   * Delays events until disposed, and preserves their order. Delays the events of all streams by
   * default, or else those of the first instance. New streams can still be opened.
   */
  holdWatches(of?: "first instance"): HeldEvents;
  /** Delays the events of one kind until disposed, and preserves their order. */
  holdWatchesOf(kind: string): Disposable;
  /** Delays new event streams until disposed, as a slow server does. Open streams are not affected. */
  holdOpenings(): HeldOpenings;
  /** True if lists may describe an older state, because the protocol or the endpoint permits it. */
  readonly canServeOlderLists: boolean;
  /** Requests the controller's lists now, so that the responses can be served later. */
  rememberLists(): Promise<RememberedLists>;
}

/** Responses to the controller's list requests, all from the same state. */
export interface RememberedLists {
  /** Serves the lists to requests that permit them, until disposed. */
  serve(): ServedLists;
}

/** Lists that are served from an older state. */
export interface ServedLists extends Disposable {
  /** Number of lists that were served from the older state. */
  readonly older: number;
  /** Number of lists that had to be current and were therefore answered by the endpoint. */
  readonly current: number;
}

/** A controller under test, and the means to control and observe it. */
export interface ControllerBench {
  /** Absent if the controller was already running, in which case it cannot be restarted. */
  readonly host?: ControllerHost;
  /** Absent if the controller connects to the endpoint directly. The controller's requests are then unknown. */
  readonly wire?: ControllerWire;
  /** Specs to use instead of the samples, keyed by kind. */
  readonly specs?: Readonly<Record<string, readonly JsonObject[]>>;
  /** Specs to use in addition to the samples. None by default. */
  readonly contrasts?: { readonly of: (context: SpecContext) => Promise<readonly JsonObject[]> };
  /** Sets the clock of the endpoint ahead until disposed. Absent if the clock cannot be set. */
  readonly skewClock?: (aheadMs: number) => Disposable;
  /** Status fields that belong to other controllers, for a rival to write, keyed by kind. */
  readonly rivalFields?: Readonly<Record<string, readonly string[]>>;
  /** The kinds of owned objects that have a status, for a rival to report on them. None by default. */
  readonly ownedKinds?: readonly KindDescription[];
  /** Promises of the controller's kinds, keyed by kind name. None by default. */
  readonly promises?: Readonly<Record<string, KindPromises>>;
  /** The wall clock, for a rival's reports. */
  readonly now: () => Date;
  /**
   * Maximum duration of persistent conflicts or rejections, in milliseconds. Needed if the events
   * between attempts cannot be delayed, because such events cause further attempts. By default,
   * only the number of attempts is limited.
   */
  readonly stormMs?: number;
  /** The time limit for a report on a change, in milliseconds. */
  readonly convergeMs: number;
  /**
   * Time budget of a run for simplifying scenarios that violate a requirement, in milliseconds. By
   * default, scenarios are not simplified.
   */
  readonly reducingMs?: number;
  /** Idle time after which no event is expected, in milliseconds, until the pace of the controller is known. */
  readonly quietMs: number;
  /** How fast the controller reacts, as learned by the scenarios of one run. */
  readonly pace?: Pace;
  /** The kinds that never settle, as learned by the scenarios of one run. */
  readonly unrest?: Pick<Recurrence, "found" | "isKnown">;
  /** What the controller has not done in time, by kind, as learned by the scenarios of one run. */
  readonly silence?: Pick<Recurrence, "found" | "isKnown">;
  /**
   * The kinds with final states that remain different from those of new objects, as learned by the scenarios of one
   * run.
   */
  readonly lastingDifferences?: Recurrence;
  /** The kinds of owned objects of which new objects keep their number, as learned by the scenarios of one run. */
  readonly lastingNumbers?: Recurrence;
  /** What was expected and did not occur, by kind, as learned by the scenarios of one run. */
  readonly missing?: Recurrence;
  /** The changes to statuses that no change to a spec caused, by kind, as learned by the scenarios of one run. */
  readonly unprompted?: Map<string, readonly UnpromptedChange[]>;
}
