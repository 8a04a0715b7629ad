import type { JsonObject, RefusalReason, Resource } from "#contract";
import type { Newborns } from "./leak.ts";
import type { Owners } from "./ownership.ts";

/** Why a command must be refused. */
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
  | "another uid"
  | "finalizer that comes too late"
  | "failed patch"
  | "owned by others";

/** The object that an accepted command must answer with. */
export interface ExpectedObject {
  /** What was stored before. Absent: the object is new. */
  readonly before?: Resource;
  /** Whether it is the same version as before, another one, or either. */
  readonly version: "kept" | "new" | "either";
  /** Absent: not told. */
  readonly generation?: number;
  readonly spec: JsonObject | undefined;
  /** Fields of the spec that may be there without having been sent. Absent: any, the object is new. */
  readonly tolerated?: JsonObject;
  readonly status: JsonObject | undefined;
  /** Of an object that may start with a status of its own: what must not be in it. Absent: `status` says it all. */
  readonly newborn?: Omit<Newborns, "found">;
  /** Fields of the status that commands have named: others may be there by default. All by default. */
  readonly named?: ReadonlySet<string>;
  readonly labels: Readonly<Record<string, string>>;
  readonly finalizers: readonly string[];
  readonly isTerminating: boolean;
}

/** What an accepted write leaves behind. */
export type Effect =
  | { readonly effect: "none" }
  | { readonly effect: "stored"; readonly owners: Owners; readonly isDefaultStatus: boolean }
  | { readonly effect: "removed" };

/** One thing that a target may do with a command. */
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
  /** Exactly these objects of those with the names that the model knows; others may be there. */
  | {
      readonly result: "list";
      readonly items: readonly Resource[];
      readonly names: ReadonlySet<string>;
    }
  /** The model does not say. */
  | { readonly result: "open" };
