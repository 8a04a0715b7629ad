import type { Resource } from "#contract";
import type { KindStructure } from "./kind-structure.ts";
import type { Cause } from "../values/refusal.ts";

export interface Range {
  readonly minimum: number;
  readonly maximum?: number;
}

export interface Kind {
  readonly name: string;
  readonly scope: "namespaced" | "cluster";
  readonly hasStatus: boolean;
  /** Ranges of numeric fields, by path. `[]` matches every list item. */
  readonly ranges: Readonly<Record<string, Range>>;
  /** Validation and defaults. Absent for typed kinds. */
  readonly structure?: KindStructure;
  readonly violations?: (stored: Resource | undefined, after: Resource) => readonly Cause[];
}

/** A kind whose spec and status are types in `schema.graphql`. */
export interface TypedKind extends Kind {
  readonly singular: string;
  readonly plural: string;
}

const count: Range = { minimum: 0 };

export const kinds: readonly TypedKind[] = [
  {
    name: "Service",
    singular: "service",
    plural: "services",
    scope: "namespaced",
    hasStatus: true,
    ranges: { "spec.ports[].port": { minimum: 1, maximum: 65_535 } },
  },
  {
    name: "Deployment",
    singular: "deployment",
    plural: "deployments",
    scope: "namespaced",
    hasStatus: true,
    ranges: {
      "spec.replicas": count,
      "status.replicas": count,
      "status.updatedReplicas": count,
      "status.readyReplicas": count,
      "status.availableReplicas": count,
    },
  },
  {
    name: "Bucket",
    singular: "bucket",
    plural: "buckets",
    scope: "namespaced",
    hasStatus: true,
    ranges: { "spec.quotaMebibytes": count, "status.usedObjects": count },
  },
  {
    name: "Namespace",
    singular: "namespace",
    plural: "namespaces",
    scope: "cluster",
    hasStatus: true,
    ranges: {},
  },
  {
    name: "ConfigMap",
    singular: "configMap",
    plural: "configMaps",
    scope: "namespaced",
    hasStatus: false,
    ranges: {},
  },
];
