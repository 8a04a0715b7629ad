import type { JsonValue, Resource } from "#contract";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { withFields } from "../values/schema-edits.ts";

const admission = {
  why: "Admission may change a write by an author.",
  sources: [{ source: "kubernetes/kubernetes", at: "mutating admission webhooks" } as const],
};

export const admissionFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "specs-get-an-address",
    summary: "Each Service gets a unique address in its spec that no write can change.",
    why: "A server may allocate a spec field that the author omits.",
    sources: [{ source: "kubernetes/kubernetes", at: "clusterIP of a Service" }],
    // The generic operations reject fields that the kind does not declare.
    excludes: ["generic-operations-alone"],
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
    summary: "Each object has a label with its kind that no write can remove.",
    ...admission,
    excludes: ["no-labels"],
    change: (rules) => ({
      createObject: (request, stamp) => labelled(rules.createObject(request, stamp)),
      updateObject: (request, stored) => labelled(rules.updateObject(request, stored)),
    }),
  }),
];

function labelled(object: Resource): Resource {
  const labels = { ...object.metadata.labels, "reference.example/kind": object.kind };
  return { ...object, metadata: { ...object.metadata, labels } };
}

function withAddress(object: Resource, address: JsonValue | undefined): Resource {
  return object.kind !== "Service" || address === undefined
    ? object
    : { ...object, spec: { ...object.spec, clusterAddress: address } };
}
