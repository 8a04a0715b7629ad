import { eventFaults, storeFaults } from "./stranger-store.ts";
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
  "readers-may-write-status",
  "status-writes-not-authorized",
  "future-version-accepted",
  "stale-write-accepted-one-in-100",
  "conflict-without-cause-one-in-200",
  ...storeFaults,
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
  ...eventFaults,
]);

const aboutResumption: ReadonlySet<StrangerFault> = new Set([
  "resume-skips-one",
  "resume-includes-its-version",
]);

const aboutConflicts: ReadonlySet<StrangerFault> = new Set([
  "conflict-hides-version",
  "conflict-tells-stale-version",
]);

const aboutLists: ReadonlySet<StrangerFault> = new Set(["status-lists-joined", "long-lists-cut"]);

const aboutTexts: ReadonlySet<StrangerFault> = new Set([
  "status-texts-cut",
  "plain-letters-only",
  "white-space-tidied",
]);

interface Condition {
  readonly of: ReadonlySet<StrangerFault>;
  readonly holds: (stranger: Stranger) => boolean;
}

/** When an API can have a fault. All conditions that name the fault must hold. */
const conditions: readonly Condition[] = [
  { of: aboutLists, holds: ({ kinds }) => statusHas(kinds, "texts") },
  { of: aboutTexts, holds: ({ kinds }) => statusHas(kinds, "text", "texts") },
  {
    of: new Set(["counters-in-sixteen-bits"]),
    holds: ({ kinds, habits }) => statusHas(kinds, "count") && habits.counts !== "long",
  },
  // Opaque versions have no order, so none is greater than the current one.
  { of: new Set(["future-version-accepted"]), holds: ({ habits }) => habits.tokens !== "opaque" },
  { of: new Set(["list-ignores-namespace"]), holds: ({ habits }) => habits.scope === "places" },
  // The fault changes labels, so responses must not contain any.
  { of: new Set(["no-op-takes-version"]), holds: ({ habits }) => habits.labels === "none" },
  // Only a watch that starts at a list shows its version.
  {
    of: new Set(["list-version-never-moves"]),
    holds: ({ forms, habits }) =>
      forms.list === "wrapped" && forms.watch !== "none" && habits.news === "object",
  },
  // A result union has a single error type, so there is no other code to return. Without codes, the name of the field
  // in the message distinguishes a conflict.
  {
    of: new Set(["conflict-looks-invalid", ...aboutConflicts]),
    holds: ({ forms }) => forms.reply !== "union" && forms.errors !== "messages",
  },
  // If events contain only an ID, the dialect declares no watch.
  {
    of: aboutEvents,
    holds: ({ forms, habits }) => forms.watch !== "none" && habits.news === "object",
  },
  { of: aboutResumption, holds: ({ habits }) => habits.streams !== "each" },
  // A stream of creations that also delivers a change looks like one of both.
  {
    of: new Set(["status-write-announced-as-added"]),
    holds: ({ habits }) => habits.streams !== "each",
  },
];

function statusHas(kinds: Stranger["kinds"], ...types: readonly unknown[]): boolean {
  return kinds.some(({ status }) => status.some(({ type }) => types.includes(type)));
}

export function faultsFor(stranger: Stranger): readonly StrangerFault[] {
  return strangerFaults.filter((fault) =>
    conditions.every(({ of, holds }) => !of.has(fault) || holds(stranger)),
  );
}
