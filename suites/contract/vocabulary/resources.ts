import type { ResourceVersion, Uid } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { AuthoredMetadata } from "./metadata.ts";

/** Identifies one object of a target. `namespace` is absent for cluster-scoped kinds. */
export interface ObjectKey {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** The fields that a manager owns, and the subresource through which it wrote them. */
export interface ManagedFields {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /**
   * `status` if the fields were written through the status subresource. Absent if they were written through the object
   * itself.
   */
  readonly subresource?: string;
  /** The owned fields, in the target's notation. */
  readonly fields: JsonObject;
}

/** The metadata of objects in a Kubernetes-like API. */
export interface ResourceMetadata extends AuthoredMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: Uid;
  readonly resourceVersion: ResourceVersion;
  /** Only changes to the desired state increment it. Absent if the target has no generations. */
  readonly generation?: number;
  /** In RFC 3339 format. */
  readonly creationTimestamp?: string;
  /** In RFC 3339 format. Present from the accepted delete request until the last finalizer is removed. */
  readonly deletionTimestamp?: string;
  readonly managedFields?: readonly ManagedFields[];
  /** The client that wrote this version. Absent if objects do not name it. */
  readonly writer?: string;
  /** Absent if the object has no owners, or the target has no owner references. */
  readonly ownerReferences?: readonly JsonObject[];
}

/**
 * One object in the normal form that drivers produce. Absent and null fields are equivalent, and are omitted
 * everywhere.
 */
export interface Resource {
  readonly kind: string;
  readonly metadata: ResourceMetadata;
  /** The desired state. Absent if the response does not contain a spec. */
  readonly spec?: JsonObject;
  /** The observed state. Absent if nothing has been reported yet. */
  readonly status?: JsonObject;
}

/** Returns the key of an object that a target returned. */
export function keyOf(resource: Resource): ObjectKey {
  const { name, namespace } = resource.metadata;
  return namespace === undefined
    ? { kind: resource.kind, name }
    : { kind: resource.kind, namespace, name };
}

/** Formats a key for display: `Service default/web`, or `Namespace team-a`. */
export function describeKey(key: ObjectKey): string {
  return key.namespace === undefined
    ? `${key.kind} ${key.name}`
    : `${key.kind} ${key.namespace}/${key.name}`;
}

/** Whether two states are the same version of the same object. */
export function isSameVersion({ metadata: one }: Resource, { metadata: other }: Resource): boolean {
  return one.uid === other.uid && one.resourceVersion === other.resourceVersion;
}
