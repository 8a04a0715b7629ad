import type { Fact } from "./facts.ts";

/** What each anomaly of operations means, in one sentence for a reader who sees only its name. */
export const operationAnomalies = {
  "lost-update": "a write succeeded although the version it replaced had been replaced already",
  "version-reuse": "one version was given to two different states",
  "version-cycle": "versions replace each other in a circle",
  "non-monotonic-version": "a later state has a smaller version",
  "uid-reuse": "one uid was given to two incarnations",
  "cross-incarnation-write": "a write reached another incarnation than the one it was meant for",
  "double-delete": "one incarnation was deleted twice",
  "create-over-existing": "a creation succeeded although the object existed",
  "phantom-version": "a version was seen that no write can have made",
  "phantom-precondition": "a write replaced a version that no write can have made",
  "phantom-incarnation": "a uid was seen that no creation can have made",
  "dirty-read": "content was seen of a write that was answered with a refusal",
  "torn-value": "one version was seen with two contents",
  "dropped-write": "a write was acknowledged, but what it wrote is not there",
  "duplicate-apply": "one write took effect twice",
  "stale-read": "a read saw a state that had certainly been replaced before the read began",
  "read-your-writes": "a client read a state from before its own acknowledged write",
  "non-monotonic-read": "a client read an older state than it had read before",
  "future-read": "a state was seen before the write that made it began",
  "read-after-delete": "an incarnation was seen after its deletion had been acknowledged",
  "write-after-delete": "a write reached an incarnation after its deletion had been acknowledged",
  "spurious-conflict":
    "a conflict was answered although the named version was the current one all the time",
  "spurious-not-found": "the object was called missing although it existed all the time",
  "spurious-exists": "the object was called existing although it was absent all the time",
} as const satisfies Record<string, string>;

/** What each anomaly of a watch means, with the guarantee of etcd's watches that it breaks. */
export const watchAnomalies = {
  "event-out-of-order": "an older change arrived after a newer one (ordered)",
  "duplicate-event": "one change arrived twice (unique)",
  "torn-event": "an event carries another content than its version has (atomic)",
  "missing-event": "a change was skipped (reliable)",
  "resume-gap": "the first event after a resumption is not the next change (resumable)",
  "resume-replay": "an event from before the resumption came again (resumable)",
  "bookmark-backwards": "a bookmark is older than what had arrived before it (bookmarkable)",
  "bookmark-ahead": "a bookmark passes a change that had not arrived (bookmarkable)",
  "event-behind-bookmark": "a change arrived that a bookmark had already covered (bookmarkable)",
  "phantom-event": "an event shows a change that no write can have made",
  "wrong-event-type": "an event has another type than its change",
  "event-outside-scope": "an event belongs to an object that is not watched",
  "early-event": "an event arrived before its write began",
  "undelivered-event": "the watch ended without a change that was due (reliable)",
} as const satisfies Record<string, string>;

/** The name of an anomaly of operations. */
export type OperationAnomalyType = keyof typeof operationAnomalies;

/** The name of an anomaly of a watch. */
export type WatchAnomalyType = keyof typeof watchAnomalies;

/** The name of an anomaly. */
export type AnomalyType = OperationAnomalyType | WatchAnomalyType;

/** What is wrong if this operation is the wrong one. */
export interface Accusation {
  readonly type: OperationAnomalyType;
  /** Line of the accused operation. */
  readonly line: number;
}

/** Operations on one object that no order explains. */
export interface ObjectAnomaly {
  readonly kind: "object";
  readonly object: string;
  readonly type: OperationAnomalyType;
  /** Lines of the smallest illegal part, the accused operation first. */
  readonly operations: readonly number[];
  /** What the file shows of it, the accused operation first; each fact can be looked up there. */
  readonly witness: readonly Fact[];
  /** The witness in words, and nothing else. */
  readonly message: string;
  /** The other ways to see it, where several operations can be the wrong one. */
  readonly alternatives: readonly Accusation[];
}

/** Something on a watch that breaks a guarantee. */
export interface WatchAnomaly {
  readonly kind: "watch";
  readonly watch: string;
  readonly type: WatchAnomalyType;
  /** Lines of the event at fault and of what it contradicts. */
  readonly operations: readonly number[];
  /** What the file shows of it, the event at fault first; each fact can be looked up there. */
  readonly witness: readonly Fact[];
  /** The witness in words, and nothing else. */
  readonly message: string;
}

/** Something in a history that must not be. */
export type Anomaly = ObjectAnomaly | WatchAnomaly;

/** What an anomaly means, in one sentence. */
export function describeAnomaly(type: AnomalyType): string {
  const descriptions: Readonly<Record<AnomalyType, string>> = {
    ...operationAnomalies,
    ...watchAnomalies,
  };
  return descriptions[type];
}
