import type { Resource } from "#contract";
import type { KindStructure } from "./kind-structure.ts";
import type { Cause } from "../values/refusal.ts";

/** The numbers that a field may have, both ends included. */
export interface Range {
  readonly minimum: number;
  readonly maximum?: number;
}

/** One kind that the server serves. */
export interface Kind {
  readonly name: string;
  readonly scope: "namespaced" | "cluster";
  readonly hasStatus: boolean;
  /** Fields with a range, by path; `[]` stands for every item of a list. */
  readonly ranges: Readonly<Record<string, Range>>;
  /** How the content is checked and completed. Absent on the kinds of the schema. */
  readonly structure?: KindStructure;
  /** What else is wrong with an object that is created or whose spec is written. */
  readonly violations?: (stored: Resource | undefined, after: Resource) => readonly Cause[];
}

/** A kind of the schema: the shape of its spec and status is in `schema.graphql`. */
export interface TypedKind extends Kind {
  /** Name of the query for one object. */
  readonly singular: string;
  /** Name of the query for a list. */
  readonly plural: string;
}

const count: Range = { minimum: 0 };

/** All kinds of the schema. */
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
