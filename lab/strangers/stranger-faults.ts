import type { Stranger } from "./stranger.ts";

/** The faults of the reference that a stranger can have as well, made anew in its own code. */
export const strangerFaults = [
  "stale-version-accepted",
  "status-erased-by-spec-write",
  "status-write-replaces-status",
  "null-member-kept",
  "status-schema-not-checked",
  "creation-replaces-existing",
  "author-may-write-status-generically",
  "status-permission-implies-update",
  "list-not-authorized",
  "recreated-object-inherits-status",
  "status-write-resurrects",
  "validation-before-version",
  "foreign-version-taken-for-any",
  "conflict-hides-version",
  "conflict-tells-stale-version",
  "generation-never-moves",
  "generation-moves-with-status",
  "creation-announced-as-modified",
  "deletion-never-announced",
  "event-without-status",
  "event-carries-previous-state",
  "status-writes-never-announced",
] as const;

/** The name of such a fault. */
export type StrangerFault = (typeof strangerFaults)[number];

const aboutEvents: ReadonlySet<StrangerFault> = new Set([
  "creation-announced-as-modified",
  "deletion-never-announced",
  "event-without-status",
  "event-carries-previous-state",
  "status-writes-never-announced",
]);

const aboutConflicts: ReadonlySet<StrangerFault> = new Set([
  "conflict-hides-version",
  "conflict-tells-stale-version",
]);

/** The faults that make a difference with a stranger. */
export function faultsFor({ forms }: Stranger): readonly StrangerFault[] {
  return strangerFaults.filter((fault) => {
    if (aboutEvents.has(fault)) return forms.watch !== "none";
    return !aboutConflicts.has(fault) || (forms.reply !== "union" && forms.errors !== "messages");
  });
}
