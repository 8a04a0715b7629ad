import { uid } from "#contract";
import type { ObjectKey } from "#contract";
import type { Addressed } from "../kinds/store-requests.ts";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";
import { keyByName } from "../values/key-by-name.ts";

/** Defines a fault in the lookup of the object for one verb: by its name only, in any namespace. */
function ignoresNamespace(
  verb: Addressed["verb"],
  fault: Pick<Fault, "breaks" | "name" | "summary">,
): Fault {
  return defineFault({
    ...fault,
    ...(verb === "delete" ? { requires: ["delete"] } : {}),
    change: (rules) => ({
      locate: (addressed, stored) =>
        addressed.verb === verb
          ? keyByName(addressed.key, stored())
          : rules.locate(addressed, stored),
    }),
  });
}

function keyInAnyKind(key: ObjectKey, stored: readonly ObjectKey[]): ObjectKey {
  const named = stored.filter(
    ({ namespace, name }) => namespace === key.namespace && name === key.name,
  );
  return named.find(({ kind }) => kind === key.kind) ?? named[0] ?? key;
}

export const addressFaults: readonly Fault[] = [
  defineFault({
    name: "deletion-ignores-version",
    summary: "A deletion with a version is accepted although the version was replaced.",
    breaks: ["concurrency.stale-deletion-conflicts"],
    // Only if a deletion and a write with the same version are sent at the same time.
    mayBreak: ["concurrency.one-winner"],
    change: (rules) => ({
      precondition: (request, stored) =>
        rules.precondition(
          request.verb === "delete" ? { ...request, resourceVersion: undefined } : request,
          stored,
        ),
    }),
  }),
  defineFault({
    name: "deletion-ignores-uid",
    summary: "A deletion with the uid of a deleted object removes its successor.",
    breaks: ["concurrency.stale-deletion-conflicts"],
    change: (rules) => ({
      precondition: (request, stored) =>
        rules.precondition(
          request.verb === "delete" ? { ...request, uid: undefined } : request,
          stored,
        ),
    }),
  }),
  defineFault({
    name: "list-ignores-namespace",
    summary: "A list limited to one namespace contains the objects of all namespaces.",
    breaks: ["write.list-namespace-filter"],
    // Only if lists and watches share one filter.
    mayBreak: ["watch.namespace-filter"],
    change: (rules) => ({
      selects: ({ namespace, ...filter }, object, use) =>
        rules.selects(
          use === "list" || namespace === undefined ? filter : { ...filter, namespace },
          object,
          use,
        ),
    }),
  }),
  ignoresNamespace("get", {
    name: "read-ignores-namespace",
    summary: "A read returns the object with the given name from any namespace.",
    breaks: ["write.read-stays-in-namespace"],
  }),
  ignoresNamespace("updateStatus", {
    name: "status-write-ignores-namespace",
    summary: "A status write changes the object with the given name in any namespace.",
    breaks: ["write.stays-in-namespace"],
  }),
  ignoresNamespace("update", {
    name: "spec-write-ignores-namespace",
    summary: "A spec write changes the object with the given name in any namespace.",
    breaks: ["write.stays-in-namespace"],
  }),
  ignoresNamespace("delete", {
    name: "deletion-ignores-namespace",
    summary: "A delete request removes the object with the given name from any namespace.",
    breaks: ["write.stays-in-namespace"],
  }),
  defineFault({
    name: "status-write-finds-other-kinds",
    summary: "A status write changes an object of another kind that has the given name.",
    breaks: ["errors.missing-object-not-found"],
    isAmongKinds: true,
    change: (rules) => ({
      locate: (addressed, stored) => {
        const found = rules.locate(addressed, stored);
        return addressed.verb === "updateStatus" ? keyInAnyKind(found, stored()) : found;
      },
    }),
  }),
  defineFault({
    name: "name-of-terminating-object-is-free",
    summary: "A create request replaces an object of the same name that is being deleted.",
    breaks: ["deletion.terminating-name-is-taken"],
    change: (rules) => ({
      existence: (request, stored) =>
        request.verb === "create" && stored?.metadata.deletionTimestamp !== undefined
          ? undefined
          : rules.existence(request, stored),
    }),
  }),
  defineFault({
    name: "spec-write-renews-creation-time",
    summary: "A spec write changes the creation time.",
    breaks: ["write.spec-write-keeps-identity"],
    change: (rules) => ({
      updateObject: (request, stored) => {
        const written = rules.updateObject(request, stored);
        const creationTimestamp = "2001-01-01T00:00:00Z";
        return { ...written, metadata: { ...written.metadata, creationTimestamp } };
      },
    }),
  }),
  defineFault({
    name: "spec-write-renews-uid",
    summary: "A spec write changes the uid of the object.",
    breaks: ["write.spec-write-keeps-identity"],
    change: (rules) => ({
      updateObject: (request, stored) => {
        const written = rules.updateObject(request, stored);
        const other = uid(rules.allocateUid(request.key));
        return { ...written, metadata: { ...written.metadata, uid: other } };
      },
    }),
  }),
];
