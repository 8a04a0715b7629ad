import type { ResourceVersion } from "./ids.ts";
import type { ObjectKey, Resource } from "./resources.ts";

/** Why a target rejected a request. Every error of a target maps to one of these reasons. */
export type RefusalReason =
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "alreadyExists"
  | "conflict"
  | "invalid"
  | "expired"
  | "rateLimited"
  | "internal"
  /** An error that no matcher of the dialect recognizes. */
  | "unclassified";

/** One violated rule of a rejected request. */
export interface RefusalCause {
  readonly reason?: string;
  /** Path of the invalid field, rooted at the object: `status.conditions[1].type`. */
  readonly field?: string;
  readonly message: string;
}

/** A rejection by the target, with a classified reason. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** Other reasons for which the target returns the same response, so that the reason is uncertain. */
  readonly alsoFor?: readonly RefusalReason[];
  /** The target's error code, verbatim. Absent if there is none. */
  readonly code?: string;
  readonly message: string;
  readonly causes: readonly RefusalCause[];
  /** Set if the message is a validation error of a GraphQL library, raised before any resolver ran. */
  readonly isOfLibrary?: true;
  /** The current version according to the target, for a conflict. */
  readonly currentResourceVersion?: ResourceVersion;
  /** Set if the dialect does not map the rejection, and common words or HTTP indicate the reason. */
  readonly isInferred?: true;
  /** Seconds to wait before a retry, for a rate limit. */
  readonly retryAfterSeconds?: number;
}

/**
 * The outcome of a command. `refused`: a correct target changed nothing. `unknown`: the command may have been executed.
 * `unintelligible`: the dialect cannot decode the response. `unsupported`: the command was not sent, because the target
 * has no operation for it.
 */
export type Outcome =
  | {
      readonly result: "object";
      readonly object: Resource;
      /** The target's warnings. Absent if there are none. */
      readonly warnings?: readonly string[];
      /**
       * Set if the response to the write does not contain the stored object, so that this object comes from a subsequent
       * read.
       */
      readonly isFromRead?: true;
      /** Set if the response to the write contains the object as it was before the write. */
      readonly isReplyOutdated?: true;
    }
  | {
      readonly result: "list";
      readonly resourceVersion?: ResourceVersion;
      readonly items: readonly Resource[];
    }
  | {
      readonly result: "done";
      readonly warnings?: readonly string[];
    }
  | { readonly result: "refused"; readonly refusal: Refusal }
  | {
      readonly result: "unknown";
      readonly cause: "timeout" | "connection" | "aborted";
      readonly detail: string;
      /** Set if no connection was established, so that the command cannot have been executed. */
      readonly isUnsent?: true;
      /** Seconds to wait before a retry, if an overloaded server specified them. */
      readonly retryAfterSeconds?: number;
    }
  | { readonly result: "unintelligible"; readonly detail: string }
  | { readonly result: "unsupported"; readonly detail: string };

/** One event of a watch. `object` is absent from bookmarks, and from delete events of targets that omit it. */
export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly resourceVersion: ResourceVersion;
  /**
   * Set if the event has no version. `resourceVersion` is then the last known version of its object, or the token of a
   * bookmark.
   */
  readonly isUnversioned?: true;
  readonly object?: Resource;
  /** The token with which a watch resumes after this event, if it differs from the event's version. */
  readonly cursor?: string;
  /** The deleted object, if the event contains only its key. */
  readonly key?: ObjectKey;
  /** Set on a bookmark after which all initial events have been delivered. */
  readonly initialEventsEnd?: boolean;
}

/** An event of a type that the dialect does not name. */
export interface UnknownEvent {
  /** The endpoint's name for the type. Absent if the event has none, or if it is not a string. */
  readonly type?: string;
  /** Name of the object that the event contains or identifies. */
  readonly subject?: string;
  /** Set if the event has neither an object nor a field that identifies one, such as a heartbeat. */
  readonly isBare?: true;
}

/** How the server closed a WebSocket. */
export interface SocketClosing {
  readonly code: number;
  /** Absent if the server gave no reason. */
  readonly reason?: string;
  /** Set if the server had not acknowledged the connection. */
  readonly isEarly?: true;
}

/**
 * How a watch closed. `closed`: by the client. `completed`: by the server, without an error. `refused`: by the server,
 * with an error. `lost`: the connection broke. `unintelligible`: a message cannot be decoded. `unsupported`: the watch
 * was not requested, because the target does not support it.
 */
export type WatchEnd =
  | { readonly end: "closed" }
  | { readonly end: "completed" }
  | { readonly end: "refused"; readonly refusal: Refusal }
  | { readonly end: "lost"; readonly detail: string; readonly closing?: SocketClosing }
  | {
      readonly end: "unintelligible";
      readonly detail: string;
      /** The event whose type the dialect does not name, if such an event ended the watch. */
      readonly unknownEvent?: UnknownEvent;
    }
  | { readonly end: "unsupported"; readonly detail: string };

/** Describes how a watch ended, as a predicate: `stayed open until the suite closed it`. */
export function describeWatchEnd(end: WatchEnd): string {
  switch (end.end) {
    case "refused":
      return `was ${describeRefusal(end.refusal)}`;
    case "closed":
      return "stayed open until the suite closed it";
    case "completed":
      return "ended without an error";
    case "lost":
    case "unintelligible":
    case "unsupported":
      return `ended as ${end.end}: ${end.detail}`;
  }
}

/** Describes an outcome briefly: `accepted, version 7`. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.result) {
    case "object":
      return `accepted, version ${outcome.object.metadata.resourceVersion}`;
    case "list":
      return `a list of ${counted(outcome.items.length, "object")}`;
    case "done":
      return "accepted";
    case "refused":
      return describeRefusal(outcome.refusal);
    case "unknown":
      return `unknown (${outcome.cause}: ${outcome.detail})`;
    case "unintelligible":
      return `a response that cannot be read (${outcome.detail})`;
    case "unsupported":
      return `not offered (${outcome.detail})`;
  }
}

/** Describes a rejection on one line, e.g. `rejected as conflict (code CONFLICT): …`. */
export function describeRefusal(refusal: Refusal): string {
  const code = refusal.code === undefined ? "no code" : `code ${refusal.code}`;
  const detail = refusal.message === "" ? "" : `: ${refusal.message}`;
  return `rejected as ${refusal.reason} (${code})${detail}`;
}

/**
 * Whether an error code or message reports a server failure rather than a problem with the request. Excludes
 * `UNEXPECTED_VERSION` and `UNKNOWN_PRESS`, because they may report a conflict and a missing object.
 */
export function namesFailure(text: string): boolean {
  return failureWords.test(text);
}

const failureWords =
  /^HTTP 5|^(?:internal|unexpected|unknown)$|(?:internal|server|unexpected|unhandled|unknown)[\s_-]*(?:error|exception|failure)|panic|crash|something went wrong/iu;

/**
 * Formats a number with a noun or phrase that agrees with it: `1 case`, `7 cases`, `1 instance was tried`. By default,
 * the plural has an additional s.
 */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${agreeing(count, noun, plural)}`;
}

/** Returns the singular or plural form of a word. The number itself is elsewhere in the sentence. */
export function agreeing(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
