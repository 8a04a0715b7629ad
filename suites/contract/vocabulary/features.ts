/**
 * Optional capabilities. A target offers a feature or does not; a requirement that names one is
 * not applicable where it is not offered. What is offered must work.
 */
export const features = {
  generation: "objects carry a generation that follows the spec",
  "kinds.clusterScoped": "a kind without a namespace is served",
  "kinds.withoutStatus": "a kind without a status subresource is served",
  "kinds.runtime": "kinds can be registered while the server runs",
  "labels.write": "authors write labels and annotations",
  "body.address":
    "the body of a write repeats what is written: API version, kind, name and version",
  "precondition.uid": "writes may name the uid that they mean",
  "read.list": "collections can be listed",
  "list.version": "a list carries a version from which a watch can start",
  delete: "objects can be deleted",
  finalizers: "deletion waits for finalizers",
  "status.replace": "a status mutation that replaces the whole status",
  "status.partial": "a status mutation that leaves omitted members unchanged",
  "status.patch.merge": "RFC 7386 merge patches on status",
  "status.patch.json": "RFC 6902 JSON patches on status",
  "status.apply": "server-side apply on status, with field ownership",
  "status.conditions": "conditions in the common form",
  "status.observedGeneration": "a status says for which generation it was observed",
  "status.default": "a default for the whole status, given at creation",
  "field-manager": "writes are attributed to named field managers",
  "field-validation": "unknown members can be refused, warned of or ignored on demand",
  "dry-run": "writes can be tried without being stored",
  "rate-limit": "a known number of requests in a known time leads to a refusal",
  "authorization.namespaces": "permissions can be limited to namespaces",
  "authorization.names": "permissions can be limited to names of objects",
  "authorization.statusOnly": "permission to write a status can be had without permission to read",
  "transport.socket": "queries and mutations are also accepted over the connection of the watches",
  watch: "changes are delivered as a stream of events",
  "watch.authorization": "watches are authorized like reads",
  "watch.namespace": "a watch can be limited to one namespace",
  "watch.resume": "a watch can start after a given version",
  "watch.expiry": "the window of retained events is bounded and known",
  "watch.selector": "a watch can be limited by labels",
  "watch.selectorTransitions":
    "a watch limited by labels tells when an object comes to match and when it ceases to",
  "watch.anyVersion": "a watch from version 0 begins with the current state",
  "watch.bookmarks": "a watch reports its position without an event",
  "watch.initialEvents": "a watch can begin with the current state",
  "watch.serverSentEvents": "watches are also delivered as server-sent events",
  restart: "there is a way to kill the server and to start it again",
} as const satisfies Record<string, string>;

/** The name of an optional capability. */
export type Feature = keyof typeof features;

/** Tells whether a text names a feature. */
export function isFeature(text: string): text is Feature {
  return Object.hasOwn(features, text);
}
