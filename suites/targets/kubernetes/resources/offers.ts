import { resourceVersion } from "#contract";
import type { Feature, Semantics } from "#contract";

/** What every API server of release 1.33 and newer offers for kinds defined at run time. */
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

/** Where API servers choose otherwise than the contract (rows IS-01 to IS-04, CC-07 and PR-04 of `docs/survey.md`). */
export const kubernetesSemantics: Semantics = {
  crossWrite: "ignored",
  precondition: "optional",
  omittedMembers: "unchanged",
  nullMembers: "cleared",
  noOp: "keepsVersion",
  deletedEvent: "lastState",
  staleAndInvalid: "conflict",
  statusReply: "complete",
  // Release 1.35 promises it within one resource (enhancement 5504); what etcd counts has always been so (row CC-19).
  versionOrder: "comparable",
  anonymous: "forbidden",
  statusDefault: "changed",
  staleAndFailing: "invalid",
  // kubernetes/kubernetes issues 117447 and 135841.
  emptyApply: "refused",
};

/** Where the ways of writing a status differ from one another (rows CC-03, WR-05, GN-08). */
export const statusWriteSemantics: Readonly<Record<string, Partial<Semantics>>> = {
  "status.put": {
    precondition: "required",
    omittedMembers: "removed",
    nullMembers: "cleared",
    statusDefault: "replaced",
  },
  // It adds the whole status: what was there goes with it.
  "status.patch.json": { omittedMembers: "removed", statusDefault: "replaced" },
};

/**
 * The version of no object: the store counts from it. A watch from there is behind every window of
 * retained events (row WA-09).
 */
export const expiredVersion = resourceVersion("1");
