import type { JsonValue } from "#contract";
import type { LoggedRequest, LoggedWriter } from "./logged-request.ts";

/** The same user with two agents counts as two writers. */
export function writerKey({ user, agent = "" }: LoggedWriter): string {
  return `${user}\n${agent}`;
}

/**
 * A short name of a writer: the user, and the program and last component of its agent, in client-go's format:
 * `kube-controller-manager/v1.34.4 (linux/amd64) kubernetes/1a2b3c4/shared-informers`.
 */
export function writerName({ user, agent }: LoggedWriter): string {
  if (agent === undefined) return user;
  const [program = "", ...rest] = agent.split(" ");
  const component = /\/[^/]+\/(?<name>[^/]+)$/u.exec(rest.at(-1) ?? "")?.groups?.["name"];
  const shown = component === undefined ? program : `${program} ${component}`;
  return shown === "" ? user : `${user} (${shown})`;
}

/** The rules for writers, each with a description for reports. */
export const writerRules = {
  "lost-update":
    "a write without a version reverted values that another client had written since the writer " +
    "read the object",
  "stale-retry":
    "a write was retried after a conflict without reading the object again, with the same version or the same content",
  "status-by-main-resource":
    "a status was sent to the main resource and never stored, because the main resource ignores it",
  "spec-by-status-writer":
    "a client that writes the status changed a field of the spec that another client had set",
  fight: "two clients repeatedly overwrote each other's values of the same fields",
  "hot-loop": "a client kept writing although nothing had changed",
} as const satisfies Record<string, string>;

/** The name of a rule for writers. */
export type WriterRuleName = keyof typeof writerRules;

/** A logged request without its bodies. */
export type FoundRequest = Omit<LoggedRequest, "object" | "patch" | "sent" | "stored" | "unlike">;

export interface LostField {
  /** Path from the object: `status.conditions[Ready].status`. */
  readonly path: string;
  readonly written?: JsonValue;
  /** The value afterwards. Absent if the field no longer existed. */
  readonly became?: JsonValue;
}

/** A violation of a rule by a writer. */
export interface WriterFinding {
  readonly rule: WriterRuleName;
  readonly object: string;
  /** The client that violated the rule. If two clients alternate, one of them. */
  readonly by: LoggedWriter;
  /** The client whose write was corrupted. If two clients alternate, the other client. */
  readonly other?: LoggedWriter;
  /** The requests in chronological order. May be incomplete. */
  readonly requests: readonly FoundRequest[];
  readonly lost: readonly LostField[];
  /** One sentence without a period. */
  readonly detail: string;
}
