import type { JsonValue } from "#contract";
import type { LoggedRequest, LoggedWriter } from "./logged-request.ts";

/** What each rule for writers is about, in one sentence for a reader who sees only its name. */
export const writerRules = {
  "lost-update":
    "a write without a version reverted what another client had written since its writer read the object",
  "stale-retry":
    "a write was retried after a conflict without reading the object again, with the same version or the same content",
  "status-by-main-resource":
    "a status was sent to the main resource, which ignores it: it was never stored",
  "spec-by-status-writer":
    "a client that writes the status changed a field of the spec that another client had set",
  fight: "two clients set the same fields back and forth",
  "hot-loop": "a client kept writing although nothing had changed",
} as const satisfies Record<string, string>;

/** The name of a rule for writers. */
export type WriterRuleName = keyof typeof writerRules;

/** A request of a finding: as it was logged, without its bodies. */
export type FoundRequest = Omit<LoggedRequest, "object" | "patch" | "sent" | "stored" | "unlike">;

/** A field that did not keep what was written. */
export interface LostField {
  /** Rooted at the object: `status.conditions[Ready].status`. */
  readonly path: string;
  /** The value that had been written. Absent if the field had been removed. */
  readonly written?: JsonValue;
  /** What stood there afterwards. Nothing by default. */
  readonly became?: JsonValue;
}

/** A mistake of a writer. */
export interface WriterFinding {
  readonly rule: WriterRuleName;
  readonly object: string;
  /** Who made it; of a fight, one of the two. */
  readonly by: LoggedWriter;
  /** Whose work was damaged; of a fight, the other one. */
  readonly other?: LoggedWriter;
  /** In the order of time; there may have been more. */
  readonly requests: readonly FoundRequest[];
  readonly lost: readonly LostField[];
  /** What happened, as one sentence without a full stop. */
  readonly detail: string;
}
