import { counted } from "./counted.ts";
import type { ResourceVersion } from "./ids.ts";
import type { ObjectKey, Resource } from "./resources.ts";

/** Why a target refused: the closed set that every error of a target is sorted into. */
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
  /** An error that no matcher of the dialect knows. */
  | "unclassified";

/** One violated rule of a refused request. */
export interface RefusalCause {
  readonly reason?: string;
  /** Path of the field at fault, rooted at the object: `status.conditions[1].type`. */
  readonly field?: string;
  readonly message: string;
}

/** A refusal as the target worded it, sorted. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** The machine code that the target sent, verbatim. Absent where it sent none. */
  readonly code?: string;
  readonly message: string;
  readonly causes: readonly RefusalCause[];
  /** The version that the target says is current, on a conflict. */
  readonly currentResourceVersion?: ResourceVersion;
  /** Seconds to wait before the next try, on a rate limit. */
  readonly retryAfterSeconds?: number;
}

/**
 * What became of a command. `refused` is certain to have changed nothing, if the target is right;
 * `unknown` may have been carried out or not; `unintelligible` is a reply that the dialect cannot
 * read; `unsupported` was never sent, because the target has no such operation.
 */
export type Outcome =
  | {
      readonly result: "object";
      readonly object: Resource;
      /** The target's warnings. Absent for none. */
      readonly warnings?: readonly string[];
      /** The object is from a read after the write, because the reply to the write has none. */
      readonly isFromRead?: true;
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
      /** Seconds to wait before the next try, where a busy server said so. */
      readonly retryAfterSeconds?: number;
    }
  | { readonly result: "unintelligible"; readonly detail: string }
  | { readonly result: "unsupported"; readonly detail: string };

/** One event of a watch. `object` is absent on bookmarks, and on deletions of targets that leave it out. */
export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly resourceVersion: ResourceVersion;
  /** The event says no version: `resourceVersion` is the last one that its object was seen at. */
  readonly isUnversioned?: true;
  readonly object?: Resource;
  /** From where a watch resumes after this event, where that is not the version. */
  readonly cursor?: string;
  /** Which object was deleted, where the event carries no more of it. */
  readonly key?: ObjectKey;
  /** On a bookmark: everything that was there when the watch started has been delivered. */
  readonly initialEventsEnd?: boolean;
}

/**
 * How a watch ended. `closed` is the client's own doing, `completed` the server's and without a
 * complaint, `refused` the server's with one, `lost` means that the connection broke.
 */
export type WatchEnd =
  | { readonly end: "closed" }
  | { readonly end: "completed" }
  | { readonly end: "refused"; readonly refusal: Refusal }
  | { readonly end: "lost"; readonly detail: string }
  | { readonly end: "unintelligible"; readonly detail: string }
  | { readonly end: "unsupported"; readonly detail: string };

/** An outcome in a few words, for a person: `refused: conflict (CONFLICT)`. */
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
      return `a reply that cannot be read (${outcome.detail})`;
    case "unsupported":
      return `not offered (${outcome.detail})`;
  }
}

/** A refusal in a few words, for a person. */
export function describeRefusal(refusal: Refusal): string {
  const code = refusal.code === undefined ? "no code" : `code ${refusal.code}`;
  const told = refusal.message === "" ? "" : `: ${refusal.message}`;
  return `refused as ${refusal.reason} (${code})${told}`;
}
