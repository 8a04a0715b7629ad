import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import type { WriteRequest } from "../kinds/requests.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { withFields } from "../values/schema-changes.ts";

const admission = {
  why: "Admission may change a write by an author.",
  sources: [{ source: "kubernetes/kubernetes", at: "mutating admission webhooks" } as const],
};

/** Permitted changes that the server makes to the objects that authors write. */
export const admissionFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "spec-texts-are-trimmed",
    summary: "White space around the strings of a spec is not stored.",
    ...admission,
    decides: "spec values",
    change: (rules) => ({
      createObject: (request, stamp) => withSpec(rules.createObject(request, stamp), trimmed),
      updateObject: (request, stored) => withSpec(rules.updateObject(request, stored), trimmed),
    }),
  }),
  defineFreedom({
    name: "spec-lists-are-sorted",
    summary: "The lists of a spec are stored in a fixed order.",
    ...admission,
    decides: "spec values",
    change: (rules) => ({
      createObject: (request, stamp) => withSpec(rules.createObject(request, stamp), sorted),
      updateObject: (request, stored) => withSpec(rules.updateObject(request, stored), sorted),
    }),
  }),
  defineFreedom({
    name: "specs-get-an-address",
    summary: "Each Service gets a unique address in its spec, which no write changes.",
    why: "A server may allocate a spec field that the author omits.",
    sources: [{ source: "kubernetes/kubernetes", at: "clusterIP of a Service" }],
    change: (rules) => {
      let allocated = 0;
      return {
        schema: (sdl) =>
          withFields(rules.schema(sdl), (type) => type === "ServiceSpec", "clusterAddress: String"),
        createObject: (request, stamp) => {
          allocated += 1;
          return withAddress(rules.createObject(request, stamp), `address-${allocated}`);
        },
        updateObject: (request, stored) =>
          withAddress(rules.updateObject(request, stored), stored.spec?.["clusterAddress"]),
      };
    },
  }),
  defineFreedom({
    name: "admission-labels",
    summary: "Each object has a label with its kind, which no write removes.",
    ...admission,
    excludes: ["no-labels"],
    change: (rules) => ({
      createObject: (request, stamp) => labelled(rules.createObject(request, stamp)),
      updateObject: (request, stored) => labelled(rules.updateObject(request, stored)),
    }),
  }),
  defineFreedom({
    name: "admission-adds-a-finalizer",
    summary:
      "Each Bucket has a finalizer of the server, which the server removes a few milliseconds after the deletion request.",
    why: "A server may protect objects against deletion while they are in use.",
    sources: [{ source: "kubernetes/kubernetes", at: "kubernetes.io/pvc-protection" }],
    decides: "deletions",
    excludes: ["no-finalizers", "no-deletion"],
    change: (rules) => ({
      createObject: (request, stamp) => protecting(rules.createObject(request, stamp)),
      updateObject: (request, stored) => {
        const next = rules.updateObject(request, stored);
        return stored.metadata.deletionTimestamp === undefined ? protecting(next) : next;
      },
      followUp: (request, written) =>
        isDeletion(request) && isProtected(written) ? released : rules.followUp(request, written),
      followUpMs: (request) => (isDeletion(request) ? protectionMs : rules.followUpMs(request)),
    }),
  }),
];

const protectionMs = 25;

const protection = "reference.example/protection";

function isDeletion({ verb, key }: WriteRequest): boolean {
  return verb === "delete" && key.kind === "Bucket";
}

function isProtected({ metadata }: Resource): boolean {
  return metadata.finalizers?.includes(protection) === true;
}

function protecting(object: Resource): Resource {
  if (object.kind !== "Bucket" || isProtected(object)) return object;
  const finalizers = [...(object.metadata.finalizers ?? []), protection];
  return { ...object, metadata: { ...object.metadata, finalizers } };
}

/** The object without the server's finalizer. Undefined, to remove it, if there is no other finalizer. */
function released(stored: Resource): Resource | undefined {
  const finalizers = (stored.metadata.finalizers ?? []).filter((name) => name !== protection);
  return finalizers.length === 0
    ? undefined
    : { ...stored, metadata: { ...stored.metadata, finalizers } };
}

function labelled(object: Resource): Resource {
  const labels = { ...object.metadata.labels, "reference.example/kind": object.kind };
  return { ...object, metadata: { ...object.metadata, labels } };
}

function withAddress(object: Resource, address: JsonValue | undefined): Resource {
  return object.kind !== "Service" || address === undefined
    ? object
    : { ...object, spec: { ...object.spec, clusterAddress: address } };
}

function withSpec(object: Resource, change: (spec: JsonObject) => JsonObject): Resource {
  const { spec } = object;
  return spec === undefined ? object : { ...object, spec: change(spec) };
}

function trimmed(spec: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [
      name,
      typeof value === "string" ? value.trim() : isJsonObject(value) ? trimmed(value) : value,
    ]),
  );
}

function sorted(spec: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [name, isJsonList(value) ? inOrder(value) : value]),
  );
}

function inOrder(items: readonly JsonValue[]): readonly JsonValue[] {
  return items.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}
