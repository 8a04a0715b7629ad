import type { AuthoredMetadata, JsonObject, JsonValue, RefusalReason, Resource } from "#contract";
import type { LeakStatuses } from "./leak.ts";
import type { Owners } from "./field-ownership.ts";

/** A reason to reject a command. */
export type RefusalCause =
  | "may not write status"
  | "may not write spec"
  | "may not write"
  | "may not read"
  | "missing"
  | "gone"
  | "exists"
  | "being deleted"
  | "no version"
  | "empty version"
  | "foreign version"
  | "stale version"
  | "version of an earlier object"
  | "different uid"
  | "finalizer added after the deletion request"
  | "failed patch"
  | "owned by others";

/** A value from another status that an omitted status field must not have. */
export interface ForeignValue {
  readonly member: string;
  readonly value: JsonValue;
  /** Whether the value may also be the default of the field. */
  readonly mayBeDefault?: true;
}

/** The object that an accepted command must return. */
export interface ExpectedObject {
  /** The preceding state. Absent for a new object. */
  readonly before?: Resource;
  /** Whether the version stays the same, changes, or either. */
  readonly version: "kept" | "new" | "either";
  /** Absent if every generation is permitted. */
  readonly generation?: number;
  readonly spec: JsonObject | undefined;
  /**
   * Fields that the spec may contain although they were not sent. Absent if every field is permitted, because the
   * object is new.
   */
  readonly tolerated?: JsonObject;
  readonly status: JsonObject | undefined;
  /**
   * Values of the previous object with the same name, which the status of a new object must not contain. If `status` is
   * undefined, the object may have any other initial status.
   */
  readonly excluded?: Omit<LeakStatuses, "found">;
  /**
   * Status fields that commands or the default status contained. Other fields may have defaults. Absent if all fields
   * are compared.
   */
  readonly named?: ReadonlySet<string>;
  /** Values that the status must not have. Present only for the first status of an object. */
  readonly foreign?: readonly ForeignValue[];
  readonly authored: AuthoredMetadata;
  readonly isTerminating: boolean;
}

export type Effect =
  | { readonly effect: "none" }
  | { readonly effect: "stored"; readonly owners: Owners; readonly isDefaultStatus: boolean }
  | {
      readonly effect: "removed";
      /** Whether the response shows a terminating object. The server removes it later, at another version. */
      readonly isPending?: true;
    };

/** One permitted result of a command. */
export type Prediction =
  | {
      readonly result: "refused";
      readonly cause: RefusalCause;
      readonly reasons: readonly RefusalReason[];
    }
  | {
      readonly result: "object";
      readonly expected: ExpectedObject;
      readonly effect: Effect;
    }
  /** Of the objects that the model knows, the list must contain exactly these. It may contain others. */
  | {
      readonly result: "list";
      readonly items: readonly Resource[];
      readonly names: ReadonlySet<string>;
    }
  /** The model makes no prediction, so any result is permitted. */
  | { readonly result: "open" };
