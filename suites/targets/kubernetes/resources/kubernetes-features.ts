import { resourceVersion } from "#contract";
import type { Feature, Semantics } from "#contract";

/** The features of API servers from release 1.31 on, for kinds defined at run time. Some servers lack a few of them. */
export const kubernetesFeatures: readonly Feature[] = [
  "authorization.namespaces",
  "authorization.statusOnly",
  "body.address",
  "delete",
  "dry-run",
  "field-manager",
  "field-validation",
  "finalizers",
  "generation",
  "kinds.runtime",
  "kinds.withoutStatus",
  "labels.write",
  "precondition.uid",
  "list.version",
  "read.list",
  "status.apply",
  "status.conditions",
  "status.default",
  "status.observedGeneration",
  "status.partial",
  "status.patch.json",
  "status.patch.merge",
  "status.replace",
  "watch",
  "watch.anyVersion",
  "watch.authorization",
  "watch.bookmarks",
  "watch.expiry",
  "watch.initialEvents",
  "watch.namespace",
  "watch.resume",
  "watch.selector",
  "watch.selectorTransitions",
];

/** Adds the features that an API server without the missing features cannot have either. */
export function withDependent(missing: readonly Feature[]): readonly Feature[] {
  // A merge patch is the only partial status write: the others replace the status or the fields of an owner.
  const dependent = missing.includes("status.patch.merge") ? (["status.partial"] as const) : [];
  return [...new Set([...missing, ...dependent])];
}

/**
 * The semantics of API servers. Rows IS-01 to IS-04, CC-07 and PR-04 of `docs/survey.md` describe differences from the
 * contract.
 */
export const kubernetesSemantics: Semantics = {
  crossWrite: "ignored",
  precondition: "optional",
  omittedMembers: "unchanged",
  nullMembers: "cleared",
  noOp: "keepsVersion",
  deletedEvent: "lastState",
  staleAndInvalid: "conflict",
  statusReply: "complete",
  // Guaranteed within one resource from release 1.35 on (enhancement 5504); etcd's revisions have always been ordered
  // (row CC-19).
  versionOrder: "comparable",
  anonymous: "forbidden",
  statusDefault: "changed",
  staleAndFailing: "invalid",
  // See kubernetes/kubernetes issues 117447 and 135841.
  emptyApply: "refused",
};

/** Semantics in which status mutations differ (rows CC-03, WR-05, GN-08). */
export const statusWriteSemantics: Readonly<Record<string, Partial<Semantics>>> = {
  "status.put": {
    precondition: "required",
    omittedMembers: "removed",
    nullMembers: "cleared",
    statusDefault: "replaced",
  },
  // The patch adds the whole status, so it replaces the existing one.
  "status.patch.json": { omittedMembers: "removed", statusDefault: "replaced" },
};

/** The first version of the store, older than any object and any retained event (row WA-09). */
export const expiredVersion = resourceVersion("1");
