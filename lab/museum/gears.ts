import type { JsonObject } from "#contract";
import type { ServedKind } from "./front/control-plane.ts";

export const gears: ServedKind = {
  kind: "Gear",
  plural: "gears",
  group: "example.com",
  version: "v1",
};

export const pods: ServedKind = { kind: "Pod", plural: "pods", group: "", version: "v1" };

/** The built-in kind of tilt-apiserver. Its spec and its status each contain a single message. */
export const manifests: ServedKind = {
  kind: "Manifest",
  plural: "manifests",
  group: "core.tilt.dev",
  version: "v1alpha1",
  isClusterScoped: true,
};

export const servedKinds = { gears, manifests, pods } as const;

export function definitionOf({ kind, plural, group, version }: ServedKind): JsonObject {
  const served = {
    name: version,
    served: true,
    storage: true,
    subresources: { status: {} },
    schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  };
  const singular = kind.toLowerCase();
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: resourceName({ plural, group }) },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, listKind: `${kind}List`, plural, singular },
      versions: [served],
    },
  };
}

export function resourceName({ plural, group }: Pick<ServedKind, "group" | "plural">): string {
  return group === "" ? plural : `${plural}.${group}`;
}

export function samplesFor(kind: ServedKind): JsonObject {
  return { [resourceName(kind)]: samples.get(kind) ?? gearSamples };
}

const gearSamples: JsonObject = {
  specs: [
    { teeth: 8, material: "brass" },
    { teeth: 9, material: "steel" },
    { teeth: 10, material: "iron" },
  ],
  statuses: [
    { phase: "Still", turns: 1, observedGeneration: 1, hubs: [{ name: "north", load: 1 }] },
    { phase: "Turning", turns: 20, observedGeneration: 2, hubs: [{ name: "south", load: 2 }] },
    { phase: "Broken", turns: 300, observedGeneration: 3, hubs: [{ name: "west", load: 3 }] },
  ],
  counter: "turns",
};

const podSamples: JsonObject = {
  specs: [{ nodeName: "north" }, { nodeName: "south" }, { nodeName: "west" }],
  statuses: [
    { phase: "Pending", message: "1", podIP: "192.0.2.1" },
    { phase: "Running", message: "2", podIP: "192.0.2.2" },
    { phase: "Failed", message: "3", podIP: "192.0.2.3" },
  ],
  counter: "message",
  hasLooseConditions: true,
  takesVersionlessReplacement: true,
  isControlled: false,
};

const manifestSamples: JsonObject = {
  specs: [{ message: "north" }, { message: "south" }, { message: "west" }],
  statuses: [{ message: "1" }, { message: "2" }, { message: "3" }],
  counter: "message",
  isControlled: false,
};

const samples: ReadonlyMap<ServedKind, JsonObject> = new Map([
  [pods, podSamples],
  [manifests, manifestSamples],
]);
