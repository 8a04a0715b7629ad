import type { Fact } from "./facts.ts";

/** A one-sentence definition of each operation anomaly. */
export const operationAnomalies = {
  "lost-update": "a write succeeded although its version had already been replaced",
  "version-reuse": "two different states have the same version",
  "version-cycle": "versions replace each other in a cycle",
  "non-monotonic-version": "a later state has a smaller version",
  "uid-reuse": "two incarnations have the same uid",
  "cross-incarnation-write": "a write changed a different incarnation than intended",
  "double-delete": "one incarnation was deleted twice",
  "create-over-existing": "a creation succeeded although the object existed",
  "phantom-version": "a version was observed that no write produced",
  "phantom-precondition": "a write replaced a version that no write produced",
  "phantom-incarnation": "a uid was observed that no creation produced",
  "dirty-read": "the content of a rejected write was observed",
  "torn-value": "one version was observed with two different contents",
  "dropped-write": "an acknowledged write was lost",
  "duplicate-apply": "a write took effect twice",
  "stale-read": "stale read: the state had been replaced before the read started",
  "read-your-writes": "a client read a state older than its own acknowledged write",
  "non-monotonic-read": "a client read an older state than in an earlier read",
  "future-read": "a state was observed before its write started",
  "read-after-delete": "an incarnation was observed after its deletion was acknowledged",
  "write-after-delete": "a write changed an incarnation after its deletion was acknowledged",
  "spurious-conflict":
    "a write conflicted although its version was current, or the object absent, " +
    "throughout the request",
  "spurious-not-found":
    "the object was reported missing although it existed throughout the request",
  "spurious-exists":
    "the object was reported as existing although it was absent throughout the request",
} as const satisfies Record<string, string>;

/** A definition of each watch anomaly, including the etcd watch guarantee that it violates. */
export const watchAnomalies = {
  "event-out-of-order": "an older change arrived after a newer one (ordered)",
  "duplicate-event": "a change arrived twice (unique)",
  "torn-event": "an event's content differs from the content of its version (atomic)",
  "missing-event": "a change was skipped (reliable)",
  "resume-gap": "the first event after the watch resumed is not the next change (resumable)",
  "resume-replay": "an event from before the watch resumed was repeated (resumable)",
  "bookmark-backwards": "a bookmark is older than an event or bookmark before it (bookmarkable)",
  "bookmark-ahead": "a bookmark covers a change that had not arrived (bookmarkable)",
  "event-behind-bookmark": "a change arrived after a bookmark that covers it (bookmarkable)",
  "phantom-event": "an event contains a change that no write produced",
  "wrong-event-type": "an event has the wrong type for its change",
  "event-outside-scope": "an event is for an object that is not watched",
  "early-event": "an event arrived before its write started",
  "undelivered-event": "the watch ended without an expected change (reliable)",
} as const satisfies Record<string, string>;

export type OperationAnomalyType = keyof typeof operationAnomalies;

export type WatchAnomalyType = keyof typeof watchAnomalies;

export type AnomalyType = OperationAnomalyType | WatchAnomalyType;

export interface ExpectedViolation {
  readonly type: OperationAnomalyType;
  readonly line: number;
}

export interface ObjectAnomaly {
  readonly kind: "object";
  readonly object: string;
  readonly type: OperationAnomalyType;
  /** Line numbers of the minimal counterexample. The suspected operation comes first. */
  readonly operations: readonly number[];
  /** Facts from the file that prove the anomaly. The suspected operation comes first. */
  readonly counterexample: readonly Fact[];
  readonly message: string;
  /** Alternative explanations, according to which a different operation is wrong. */
  readonly alternatives: readonly ExpectedViolation[];
}

export interface WatchAnomaly {
  readonly kind: "watch";
  readonly watch: string;
  readonly type: WatchAnomalyType;
  /** Line numbers of the wrong event and of the lines that it contradicts. */
  readonly operations: readonly number[];
  /** Facts from the file that prove the anomaly. The wrong event comes first. */
  readonly counterexample: readonly Fact[];
  readonly message: string;
}

export type Anomaly = ObjectAnomaly | WatchAnomaly;

export function describeAnomaly(type: AnomalyType): string {
  const descriptions: Readonly<Record<AnomalyType, string>> = {
    ...operationAnomalies,
    ...watchAnomalies,
  };
  return descriptions[type];
}
