import type { JsonObject, ManagedFields, Resource } from "#contract";
import type { Fields } from "../apply/fields.ts";
import type { Patched } from "../content/apply-json-patch.ts";
import type { Cause, Refusal } from "../values/refusal.ts";
import type { WriteRequest } from "../kinds/requests.ts";

/** What becomes of a mistake in a write: it is refused for it, or not, and told of it, or not. */
export type Tolerance = "refuse" | "warn" | "drop";

/**
 * How the forms of status writes differ, what the options of writes mean, and who owns which fields.
 * Partial writes and merge patches are joined by `mergeStatus`.
 */
export interface StatusRules {
  /** The step `validation`: what is wrong with the options. */
  readonly validateOptions: (request: WriteRequest) => readonly Cause[];
  /** What becomes of something that is wrong. Whatever is not refused has been cut off. */
  readonly tolerate: (request: WriteRequest, cause: Cause) => Tolerance;
  /** What the operations of a JSON patch make of an object. */
  readonly patchObject: (request: WriteRequest, stored: Resource) => Patched;
  /** The status that takes the place of the stored one. */
  readonly replaceStatus: (request: WriteRequest, submitted: JsonObject) => JsonObject;
  /** What an apply removes: the fields that its manager applied before and omits now. Undefined: nothing. */
  readonly omittedFields: (request: WriteRequest, stored: Resource) => Fields | undefined;
  /** Joins an applied status into the stored one, and takes out what was omitted. */
  readonly applyStatus: (
    request: WriteRequest,
    stored: Resource,
    omitted: Fields | undefined,
  ) => JsonObject;
  /** The step `ownership`: fields of others that an apply would change. `after` is what would be stored. */
  readonly ownership: (
    request: WriteRequest,
    stored: Resource | undefined,
    after: Resource | undefined,
  ) => Refusal | undefined;
  /** Who owns what after a write. `before` is undefined on creation. */
  readonly managedFields: (
    request: WriteRequest,
    before: Resource | undefined,
    after: Resource,
  ) => readonly ManagedFields[];
  /** Whether a write is tried alone: neither stored nor announced. */
  readonly isDryRun: (request: WriteRequest) => boolean;
}
