import { describeKey } from "#contract";
import type {
  Feature,
  IdentityName,
  JsonObject,
  ObjectKey,
  Resource,
  ResourceVersion,
  Semantics,
  WatchEvent,
} from "#contract";
import type { Owners } from "./field-ownership.ts";

export type StatusTreatment = "partial" | "replace" | "apply";

/** The behavior that the target declares for a kind, where the contract permits a choice. */
export interface ModelRules {
  readonly semantics: Semantics;
  readonly features: readonly Feature[];
  /** How each status mutation treats omitted fields, keyed by operation id. */
  readonly statusModes: Readonly<Record<string, StatusTreatment>>;
  /**
   * The status fields that each mutation writes, keyed by operation id. A mutation without an entry writes all fields.
   */
  readonly statusMembers?: Readonly<Record<string, readonly string[]>>;
  /** Semantics of status mutations, keyed by operation id, if they differ from those of the kind. */
  readonly statusSemantics?: Readonly<Record<string, Partial<Semantics>>>;
  readonly statusDefault?: JsonObject;
  /** Fields that a status can have although responses do not show them. None by default. */
  readonly standingMembers?: readonly string[];
  /** Status fields that have a value in every status. None by default. */
  readonly nonNullFields?: readonly string[];
  /** Whether every write identifies its object by uid. By default, some writes identify it by name. */
  readonly isFoundByUid?: true;
  /** The roles with all permissions, because the target cannot limit them. None by default. */
  readonly unlimited?: readonly IdentityName[];
}

/** Whether the target can reject requests of a role because of missing permissions. */
export function isDeniable(
  { unlimited = [] }: Pick<ModelRules, "unlimited">,
  identity: IdentityName,
): boolean {
  return !unlimited.includes(identity);
}

export interface StoredObject {
  readonly object: Resource;
  readonly isDefaultStatus: boolean;
  readonly owners: Owners;
}

/** A stored change, which every watch of the object must show. */
export interface Change {
  readonly type: Exclude<WatchEvent["type"], "BOOKMARK">;
  readonly key: ObjectKey;
  /** Absent if no response contained the version, for example because the response to a delete request was lost. */
  readonly resourceVersion?: ResourceVersion;
  /** The state after the change. For a deleted object, the last state. */
  readonly object: Resource;
  /**
   * The stored state before the removal, if the removal was not stored and the response kept the version. For example,
   * Kubernetes does not store the write that removes the last finalizer. An event may show this state instead of
   * `object`.
   */
  readonly previous?: Resource;
}

/** The status of an object after the write that gave it a status. */
export interface FirstStatus {
  /** The operation or patch type of the write. */
  readonly operation: string;
  /** The fields that the write contained. */
  readonly members: readonly string[];
  readonly status: JsonObject;
}

/** The known state of all objects in one sequence. Immutable. */
export interface ModelState {
  /** Keyed by the string that {@link describeKey} returns. */
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** The last states of deleted objects, oldest first, keyed like `objects`. */
  readonly gone: ReadonlyMap<string, readonly Resource[]>;
  /** All versions that the target issued, as {@link versionMark}s. */
  readonly versions: ReadonlySet<string>;
  /** Status fields that commands or the default status contained. Defaults of fields may add others. */
  readonly mentioned: ReadonlySet<string>;
  /** The status fields with values that commands sent, also to other objects and in rejected writes. */
  readonly sent: readonly JsonObject[];
  /** The statuses after the first status write to each object. */
  readonly firstStatuses: readonly FirstStatus[];
  readonly log: readonly Change[];
}

export const initialState: ModelState = {
  objects: new Map(),
  gone: new Map(),
  versions: new Set(),
  mentioned: new Set(),
  sent: [],
  firstStatuses: [],
  log: [],
};

export function storedUnder(state: ModelState, key: ObjectKey): StoredObject | undefined {
  return state.objects.get(describeKey(key));
}

/** Returns the last states of deleted objects with a given key, oldest first. */
export function predecessorsOf(state: ModelState, key: ObjectKey): readonly Resource[] {
  return state.gone.get(describeKey(key)) ?? [];
}

/**
 * Whether versions may restart with each incarnation: they are per object, and every write identifies its object by
 * uid.
 */
export function countsAnew({ semantics, isFoundByUid }: ModelRules): boolean {
  return semantics.versionScope === "object" && isFoundByUid === true;
}

/** Combines a version with the scope in which it is unique: all objects, or one name. */
export function versionMark(
  version: ResourceVersion,
  key: ObjectKey | undefined,
  { semantics }: ModelRules,
): string {
  const isOfOne = semantics.versionScope === "object" && key !== undefined;
  return isOfOne ? `${describeKey(key)} ${version}` : version;
}
