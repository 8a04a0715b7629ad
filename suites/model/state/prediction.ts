import type { AuthoredMetadata, JsonObject, RefusalReason, Resource } from "#contract";
import type { LeakStatuses } from "./leak.ts";
import type { Owners } from "./ownership.ts";

/** A reason for which a command must be rejected. */
export type Ground =
  | "may not write status"
  | "may not write spec"
  | "may not write"
  | "may not read"
  | "missing"
  | "gone"
  | "exists"
  | "no version"
  | "empty version"
  | "foreign version"
  | "stale version"
  | "version of an earlier object"
  | "different uid"
  | "finalizer added after the deletion request"
  | "failed patch"
  | "owned by others";

/** The object that an accepted command must return. */
export interface ExpectedObject {
  /** The preceding state. Absent for a new object. */
  readonly before?: Resource;
  /** Whether the version must stay the same, must change, or may do either. */
  readonly version: "kept" | "new" | "either";
  /** Absent if any generation is permitted. */
  readonly generation?: number;
  readonly spec: JsonObject | undefined;
  /**
   * Fields that the spec may contain although they were not sent. Absent if any field may occur, because the object is
   * new.
   */
  readonly tolerated?: JsonObject;
  readonly status: JsonObject | undefined;
  /**
   * Values that the status must not contain, for an object that may have an initial status. If absent, `status` is the
   * complete status.
   */
  readonly excluded?: Omit<LeakStatuses, "found">;
  /** Status fields that occurred in commands; defaults may add others. Absent if all fields count. */
  readonly named?: ReadonlySet<string>;
  readonly authored: AuthoredMetadata;
  readonly isTerminating: boolean;
}

export type Effect =
  | { readonly effect: "none" }
  | { readonly effect: "stored"; readonly owners: Owners; readonly isDefaultStatus: boolean }
  | {
      readonly effect: "removed";
      /** Whether the response shows a terminating object, which the server removes later, at another version. */
      readonly isPending?: true;
    };

/** One permitted result of a command. */
export type Prediction =
  | {
      readonly result: "refused";
      readonly ground: Ground;
      readonly reasons: readonly RefusalReason[];
    }
  | {
      readonly result: "object";
      readonly expected: ExpectedObject;
      readonly effect: Effect;
    }
  /**
   * Among the objects whose names the model knows, the list must contain exactly these. It may contain objects with
   * other names.
   */
  | {
      readonly result: "list";
      readonly items: readonly Resource[];
      readonly names: ReadonlySet<string>;
    }
  /** The model makes no prediction, so any result is permitted. */
  | { readonly result: "open" };
