import type { ResourceVersion, Uid } from "./ids.ts";
import type { JsonObject } from "./json.ts";

/** Names one object of a target. `namespace` is absent for cluster-scoped kinds. */
export interface ObjectKey {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** Which fields of an object a manager owns, and through which side it came to own them. */
export interface ManagedFields {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** `status` for what came through the status; absent for the rest. */
  readonly subresource?: string;
  /** The owned fields, in the target's notation. */
  readonly fields: JsonObject;
}

/** What every object of a Kubernetes-like API says about itself. */
export interface ResourceMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: Uid;
  readonly resourceVersion: ResourceVersion;
  /** Moves with the spec alone. Absent where the target has no generations. */
  readonly generation?: number;
  /** RFC 3339. */
  readonly creationTimestamp?: string;
  /** RFC 3339. Present from the accepted deletion to the removal of the last finalizer. */
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly ManagedFields[];
}

/**
 * One object in the normal form that drivers produce: fields that are absent and fields that are
 * null are the same thing and are omitted, everywhere.
 */
export interface Resource {
  readonly kind: string;
  readonly metadata: ResourceMetadata;
  /** What the user asks for. Absent where the reply carried none. */
  readonly spec?: JsonObject;
  /** What controllers observe. Absent where nothing was reported yet. */
  readonly status?: JsonObject;
}

/** The key of an object that a target returned. */
export function keyOf(resource: Resource): ObjectKey {
  const { name, namespace } = resource.metadata;
  return namespace === undefined
    ? { kind: resource.kind, name }
    : { kind: resource.kind, namespace, name };
}

/** A key as people write it: `Service default/web`, or `Namespace team-a`. */
export function describeKey(key: ObjectKey): string {
  return key.namespace === undefined
    ? `${key.kind} ${key.name}`
    : `${key.kind} ${key.namespace}/${key.name}`;
}
