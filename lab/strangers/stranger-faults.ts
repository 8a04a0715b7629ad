import type { Stranger } from "./stranger.ts";

export const strangerFaults = [
  "stale-version-accepted",
  "status-erased-by-spec-write",
  "status-write-replaces-status",
  "null-member-kept",
  "falsy-status-values-skipped",
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
  "no-op-takes-version",
  "generation-starts-at-zero",
  "deletion-keeps-version",
  "event-duplicated",
  "event-lost-one-in-200",
  "one-behind-accepted",
  "resume-skips-one",
  "resume-includes-its-version",
  "readers-may-delete",
  "missing-object-conflicts",
  "conflict-looks-invalid",
  "status-lists-joined",
  "list-version-never-moves",
] as const;

export type StrangerFault = (typeof strangerFaults)[number];

/**
 * Faults that look like a permitted difference between APIs, which `init` then declares: replacing status writes, kept
 * nulls, merged lists, another order of checks, new versions for writes that change nothing, and statuses without
 * rules.
 */
export const likeFreedoms: ReadonlySet<StrangerFault> = new Set([
  "status-write-replaces-status",
  "null-member-kept",
  "status-lists-joined",
  "validation-before-version",
  "no-op-takes-version",
  "status-schema-not-checked",
]);

const aboutEvents: ReadonlySet<StrangerFault> = new Set([
  "creation-announced-as-modified",
  "deletion-never-announced",
  "event-without-status",
  "event-carries-previous-state",
  "status-writes-never-announced",
  "deletion-keeps-version",
  "event-duplicated",
  "event-lost-one-in-200",
  "resume-skips-one",
  "resume-includes-its-version",
]);

const aboutResumption: ReadonlySet<StrangerFault> = new Set([
  "resume-skips-one",
  "resume-includes-its-version",
]);

const aboutConflicts: ReadonlySet<StrangerFault> = new Set([
  "conflict-hides-version",
  "conflict-tells-stale-version",
]);

export function faultsFor({ forms, kinds, habits }: Stranger): readonly StrangerFault[] {
  const hasLists = kinds.some(({ status }) => status.some(({ type }) => type === "texts"));
  return strangerFaults.filter((fault) => {
    if (fault === "status-lists-joined") return hasLists;
    // The fault changes labels, so responses must not contain any.
    if (fault === "no-op-takes-version") return habits.labels === "none";
    // Only a watch that starts at a list shows its version.
    if (fault === "list-version-never-moves")
      return forms.list === "wrapped" && forms.watch !== "none" && habits.news === "object";
    // A result union has a single error type, so there is no other code to return. Without codes, the name of the field
    // in the message distinguishes a conflict.
    if (fault === "conflict-looks-invalid")
      return forms.reply !== "union" && forms.errors !== "messages";
    // If events contain only an ID, the dialect declares no watch.
    if (aboutResumption.has(fault) && habits.streams === "each") return false;
    if (aboutEvents.has(fault)) return forms.watch !== "none" && habits.news === "object";
    return !aboutConflicts.has(fault) || (forms.reply !== "union" && forms.errors !== "messages");
  });
}
