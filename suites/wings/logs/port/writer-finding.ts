import type { JsonValue } from "#contract";
import type { LoggedRequest, LoggedWriter } from "./logged-request.ts";

/** A sentence for each rule for writers. */
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

/** A request of a finding: as logged, without its bodies. */
export type FoundRequest = Omit<LoggedRequest, "object" | "patch" | "sent" | "stored" | "unlike">;

/** A field that lost a written value. */
export interface LostField {
  /** Rooted at the object: `status.conditions[Ready].status`. */
  readonly path: string;
  /** The written value. Absent if the field was removed. */
  readonly written?: JsonValue;
  /** Its value afterwards. Absent by default. */
  readonly became?: JsonValue;
}

/** A mistake of a writer. */
export interface WriterFinding {
  readonly rule: WriterRuleName;
  readonly object: string;
  /** Its writer; for a fight, one of the two. */
  readonly by: LoggedWriter;
  /** The writer whose work was damaged; for a fight, the other one. */
  readonly other?: LoggedWriter;
  /** In chronological order, possibly incomplete. */
  readonly requests: readonly FoundRequest[];
  readonly lost: readonly LostField[];
  /** One sentence without a period. */
  readonly detail: string;
}
