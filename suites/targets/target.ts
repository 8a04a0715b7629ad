import type {
  Command,
  Feature,
  IdentityName,
  JsonObject,
  JsonValue,
  Outcome,
  Semantics,
  Verb,
  WatchCommand,
  WatchEnd,
  WatchEvent,
} from "#contract";

/** A status that the target must refuse, and the member at fault. */
export interface InvalidStatus {
  readonly status: JsonObject;
  /** Path rooted at the object: `status.replicas`. */
  readonly field: string;
  /** What is wrong with it, in a few words. */
  readonly defect: string;
}

/** Values of one kind that checks may write. All of them are valid unless they say otherwise. */
export interface KindSamples {
  /** At least three specs, pairwise different in every member that they set. */
  readonly specs: readonly JsonObject[];
  /** At least three statuses, pairwise different in every member that they set, and all of the same members. */
  readonly statuses: readonly JsonObject[];
  /** Name of an integer member of the status that checks may count with. */
  readonly counter: string;
  /** Statuses with one defect each. */
  readonly invalidStatuses: readonly InvalidStatus[];
}

/** One kind that the target serves. */
export interface KindDescription {
  readonly name: string;
  readonly scope: "namespaced" | "cluster";
  /** Namespaces in which objects may be created: the first is the usual one. Empty for cluster-scoped kinds. */
  readonly namespaces: readonly string[];
  /** The operations that carry each verb, by id. `updateStatus` is empty for kinds without a status subresource. */
  readonly operations: Readonly<Record<Verb | "watch", readonly string[]>>;
  readonly samples: KindSamples;
}

/** What is known about a target before the first check. */
export interface TargetDescription {
  readonly endpoint: string;
  readonly protocol: "graphql" | "kubernetes";
  /** Name of the data that says how this endpoint spells the contract. */
  readonly dialect: string;
  readonly kinds: readonly KindDescription[];
  readonly features: readonly Feature[];
  readonly semantics: Semantics;
  /** The roles for which a credential is at hand (`anonymous` needs none). */
  readonly identities: readonly IdentityName[];
}

/** What was sent, with credentials taken out. */
export interface WireRequest {
  readonly url: string;
  /** The GraphQL document, or the HTTP method and path. */
  readonly operation: string;
  readonly variables?: JsonObject;
}

/** What came back. */
export interface WireReply {
  /** HTTP status; absent on other transports. */
  readonly status?: number;
  /** The parsed body where it was JSON, its text otherwise (cut at 64 KiB). */
  readonly body: JsonValue;
}

/** One command, what was sent for it, what came back, and how that reads. */
export interface Exchange {
  readonly outcome: Outcome;
  /** Absent where nothing was sent. */
  readonly request?: WireRequest;
  /** Absent where nothing came back. */
  readonly reply?: WireReply;
}

/** Receives what a watch delivers, in order. Neither function may throw. */
export interface WatchListener {
  event(event: WatchEvent): void;
  /** Called exactly once, after the last event. */
  ended(end: WatchEnd): void;
}

/** An open watch. Disposing closes it and is harmless when it has ended. */
export interface Watch extends AsyncDisposable {
  /** What was sent to open it. */
  readonly request: WireRequest;
}

/**
 * The port through which everything talks to the endpoint under test. Nothing that the endpoint does
 * makes a method throw: every reply, and the lack of one, is a value.
 */
export interface Target extends AsyncDisposable {
  readonly description: TargetDescription;
  /** Sends one command. An abort or a time-out gives the outcome `unknown`. */
  execute(command: Command, signal: AbortSignal): Promise<Exchange>;
  /**
   * Asks for a stream. Resolves when the request has been sent on an acknowledged connection, or when
   * the stream has ended before; that the stream is live is shown by its first event.
   */
  watch(command: WatchCommand, listener: WatchListener, signal: AbortSignal): Promise<Watch>;
}

/** The endpoint cannot be tested at all: not reached, not understood, or not what it was said to be. */
export class TargetUnreachable extends Error {
  override readonly name = "TargetUnreachable";
  /** What the user can do about it, one sentence. */
  readonly mend: string;

  constructor(message: string, options: { readonly mend: string; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.mend = options.mend;
  }
}
