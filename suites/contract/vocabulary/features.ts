/**
 * Optional capabilities. A target that lacks a feature is exempt from the requirements that need it. A declared feature
 * must work.
 */
export const features = {
  generation: "objects have a generation that follows the spec",
  "kinds.clusterScoped": "a kind without namespaces is served",
  "kinds.withoutStatus": "a kind without a status subresource is served",
  "kinds.runtime": "kinds can be registered while the server runs",
  "labels.write": "authors write labels and annotations",
  "body.address":
    "the body of a write repeats the API version, kind, name and version of its object",
  "precondition.uid": "writes may state the uid of the object as a precondition",
  "read.list": "collections can be listed",
  "list.version": "a list has a version that a watch can start from",
  delete: "objects can be deleted",
  finalizers: "a deletion waits for finalizers",
  "status.replace": "a status mutation that replaces the whole status",
  "status.partial": "a status mutation that leaves omitted fields unchanged",
  "status.patch.merge": "RFC 7386 merge patches on status",
  "status.patch.json": "RFC 6902 JSON patches on status",
  "status.apply": "server-side apply on status, with field ownership",
  "status.conditions": "conditions in the common form",
  "status.observedGeneration": "a status contains the generation that it describes",
  "status.default": "the whole status has a default, set at creation",
  "field-manager": "writes are attributed to named field managers",
  "field-validation":
    "a write option selects whether unknown fields are rejected, reported as warnings or ignored",
  "dry-run": "writes can be made as a dry run, without being stored",
  "rate-limit": "a known number of requests within a known period exceeds the rate limit",
  "authorization.namespaces": "permissions can be limited to namespaces",
  "authorization.names": "permissions can be limited to objects with certain names",
  "authorization.statusOnly":
    "permission to write a status can be granted without permission to read",
  "transport.socket":
    "queries and mutations are also accepted over the WebSocket connection for watches",
  watch: "a subscription delivers changes as events",
  "watch.authorization": "watches are authorized like reads",
  "watch.namespace": "a watch can be limited to one namespace",
  "watch.resume": "a watch can start after a given version",
  "watch.expiry": "the number of retained events is limited and known",
  "watch.selector": "a watch can be filtered by a label selector",
  "watch.selectorTransitions":
    "a watch with a label selector reports when an object starts and stops matching",
  "watch.anyVersion": "a watch from version 0 starts with the current state",
  "watch.bookmarks": "a watch reports the current version even without changes (bookmarks)",
  "watch.initialEvents": "a watch can start with the current state",
  "watch.serverSentEvents": "watches are also delivered as server-sent events",
  restart: "the suite can kill the server and start it again",
} as const satisfies Record<string, string>;

/** The name of an optional capability. */
export type Feature = keyof typeof features;

export function isFeature(text: string): text is Feature {
  return Object.hasOwn(features, text);
}
