import type { JsonObject, ManagedFields, Resource } from "#contract";
import type { Fields } from "../apply/fields.ts";
import type { Patched } from "../content/apply-json-patch.ts";
import type { Cause, Refusal } from "../values/refusal.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";

/** The reaction to an error in a write: reject the write, or accept it with or without a warning. */
export type Tolerance = "refuse" | "warn" | "drop";

/** Rules for status mutations, options and field ownership. Partial writes and merge patches use `mergeStatus`. */
export interface StatusRules {
  /** The step `validation` for the options. */
  readonly validateOptions: (request: WriteRequest) => readonly Cause[];
  /** The reaction to an error. If the write is not rejected, the field has already been pruned. */
  readonly tolerate: (request: WriteRequest, cause: Cause) => Tolerance;
  readonly patchObject: (request: WriteRequest, stored: Resource) => Patched;
  readonly replaceStatus: (request: WriteRequest, submitted: JsonObject) => JsonObject;
  /**
   * The fields that an apply removes: its manager applied them before, and now omits them. Undefined if there are none.
   */
  readonly omittedFields: (request: WriteRequest, stored: Resource) => Fields | undefined;
  readonly applyStatus: (
    request: WriteRequest,
    stored: Resource,
    omitted: Fields | undefined,
  ) => JsonObject;
  /**
   * The step `ownership`. Rejects an apply that would change fields of other owners. `after` is the object to store.
   */
  readonly ownership: (
    request: WriteRequest,
    stored: Resource | undefined,
    after: Resource | undefined,
  ) => Refusal | undefined;
  /** Returns the owners after a write. `before` is undefined on creation. */
  readonly managedFields: (
    request: WriteRequest,
    before: Resource | undefined,
    after: Resource,
  ) => readonly ManagedFields[];
  /** Whether a write is a dry run, which is neither stored nor announced. */
  readonly isDryRun: (request: WriteRequest) => boolean;
}
