import { describeKey } from "#contract";
import type {
  Feature,
  JsonObject,
  ObjectKey,
  Resource,
  ResourceVersion,
  Semantics,
  WatchEvent,
} from "#contract";
import type { Owners } from "./ownership.ts";

/** What a status mutation makes of the stored status. */
export type StatusTreatment = "partial" | "replace" | "apply";

/** The freedoms that a target has used, as it declares them, for the kind of the objects. */
export interface ModelRules {
  readonly semantics: Semantics;
  readonly features: readonly Feature[];
  /** How the status mutations treat the stored status, by the id of the operation. */
  readonly statusModes: Readonly<Record<string, StatusTreatment>>;
  /** The members of a status that single mutations carry, by the id of the operation. Absent: each carries all. */
  readonly statusMembers?: Readonly<Record<string, readonly string[]>>;
  /** What single status mutations do otherwise, by the id of the operation. */
  readonly statusSemantics?: Readonly<Record<string, Partial<Semantics>>>;
  /** The status of every new object. Absent: none. */
  readonly statusDefault?: JsonObject;
  /** Members that may stand in a status though nothing shows them. Absent: none. */
  readonly standingMembers?: readonly string[];
  /** Every write finds its object by the uid. Absent: some find it by its name. */
  readonly isFoundByUid?: true;
}

/** One stored object, as the last accepted write left it. */
export interface StoredObject {
  readonly object: Resource;
  /** Whether its status is the default of the kind, without a report. */
  readonly isDefaultStatus: boolean;
  /** Who owns which leaves of the status. */
  readonly owners: Owners;
}

/** One stored change, which every watch that looks at the object must tell. */
export interface Change {
  readonly type: Exclude<WatchEvent["type"], "BOOKMARK">;
  readonly key: ObjectKey;
  /** Absent where no reply told it: the version of a deletion without a reply. */
  readonly resourceVersion?: ResourceVersion;
  /** The state that the change left; of a deletion the last one. */
  readonly object: Resource;
}

/** All that is known about the objects of one sequence. Never changed, always replaced. */
export interface ModelState {
  /** By the text of {@link describeKey}. */
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** The last states of the objects that are gone, oldest first, by the text of their key. */
  readonly gone: ReadonlyMap<string, readonly Resource[]>;
  /** All versions that the target was seen to issue, as {@link versionMark} tells them apart. */
  readonly versions: ReadonlySet<string>;
  /** The members of a status that commands have named: a server may add others by default. */
  readonly mentioned: ReadonlySet<string>;
  /** All changes in the order in which they were made. */
  readonly log: readonly Change[];
}

/** Nothing is stored, nothing was seen. */
export const initialState: ModelState = {
  objects: new Map(),
  gone: new Map(),
  versions: new Set(),
  mentioned: new Set(),
  log: [],
};

/** The stored object under a key; undefined where there is none. */
export function storedUnder(state: ModelState, key: ObjectKey): StoredObject | undefined {
  return state.objects.get(describeKey(key));
}

/** The last states of the objects that were stored under a key before, oldest first. */
export function predecessorsOf(state: ModelState, key: ObjectKey): readonly Resource[] {
  return state.gone.get(describeKey(key)) ?? [];
}

/** Whether each incarnation may count its versions anew: versions are its own, and no write meets it by its name. */
export function countsAnew({ semantics, isFoundByUid }: ModelRules): boolean {
  return semantics.versionScope === "object" && isFoundByUid === true;
}

/** A version together with what it is unique among: all objects, or one name. */
export function versionMark(
  version: ResourceVersion,
  key: ObjectKey | undefined,
  { semantics }: ModelRules,
): string {
  const isOfOne = semantics.versionScope === "object" && key !== undefined;
  return isOfOne ? `${describeKey(key)} ${version}` : version;
}
