/**
 * Where conformant targets may differ, each must say what it does. Declared in the dialect, verified
 * by probes, reported as declared against observed.
 */
export interface Semantics {
  /** What a write does with members that belong to the other side of the wall. */
  readonly crossWrite: "rejected" | "ignored";
  /** Whether a write must name the version that it replaces. */
  readonly precondition: "required" | "optional";
  /** What a status write does with the members that it omits. */
  readonly omittedMembers: "unchanged" | "removed";
  /** What a status write does with a member that is null. */
  readonly nullMembers: "cleared" | "unchanged";
  /** Whether a write that changes nothing takes a new version; the event follows the version. */
  readonly noOp: "keepsVersion" | "takesVersion";
  /** What the event of a deletion carries. */
  readonly deletedEvent: "lastState" | "keyOnly";
  /** Which of the two is answered to a write that is both stale and invalid. */
  readonly staleAndInvalid: "conflict" | "invalid";
  /**
   * What the reply to a status write shows to a caller who may not read: the whole object, or nothing of
   * its spec. Absent: not declared.
   */
  readonly statusReply?: "complete" | "withoutSpec";
}
