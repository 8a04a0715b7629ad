import { authoredNames, describeKey, isJsonObject } from "#contract";
import type { JsonObject, ManagedFields, Resource } from "#contract";
import { conflictsOf, omittedFields, ownApplied, ownChanged } from "../apply/manage-fields.ts";
import type { FieldConflict, Owner } from "../apply/manage-fields.ts";
import { mergeApplied, withoutFields } from "../apply/merge-applied.ts";
import { rootPlaceOf } from "../apply/place.ts";
import type { Fields } from "../apply/fields.ts";
import { applyJsonPatch } from "../content/apply-json-patch.ts";
import type { Patched } from "../content/apply-json-patch.ts";
import { contentLimits } from "../values/content-limits.ts";
import { withoutNulls } from "../values/merge-objects.ts";
import { refuse } from "../values/refusal.ts";
import type { Cause, Refusal } from "../values/refusal.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";
import type { StatusRules, Tolerance } from "../rules/status-rules.ts";

function validateOptions({ options, form }: WriteRequest): readonly Cause[] {
  const { fieldManager, fieldValidation, force } = options;
  const causes: Cause[] = [];
  if (!levels.has(fieldValidation)) {
    causes.push(wrong("fieldValidation", "must be STRICT, WARN or IGNORE."));
  }
  if (fieldManager !== undefined && !isManagerName(fieldManager)) {
    const { fieldManagerCharacters } = contentLimits;
    causes.push(
      wrong("fieldManager", `must have at most ${fieldManagerCharacters} printable characters.`),
    );
  }
  if (form !== "apply" && force) {
    const field = "options.force";
    causes.push({
      reason: "FieldForbidden",
      field,
      message: `${field} is only allowed with APPLY.`,
    });
  }
  if (form === "apply" && fieldManager === undefined) {
    const field = "options.fieldManager";
    causes.push({
      reason: "FieldValueRequired",
      field,
      message: `${field} is required with APPLY.`,
    });
  }
  return causes;
}

const levels: ReadonlySet<string> = new Set(["STRICT", "WARN", "IGNORE"]);

/**
 * Matches printable characters as Go defines them: letters, marks, numbers, punctuation, symbols and the ASCII space.
 */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;

function isManagerName(text: string): boolean {
  return Array.from(text).length <= contentLimits.fieldManagerCharacters && printable.test(text);
}

function wrong(option: string, problem: string): Cause {
  const field = `options.${option}`;
  return { reason: "FieldValueInvalid", field, message: `${field} ${problem}` };
}

export const statusRules: StatusRules = {
  validateOptions,
  tolerate,
  patchObject,
  replaceStatus: (_request, submitted) => withoutNulls(submitted),
  omittedFields: (request, stored) =>
    omittedFields(stored, ownerOf(request), {
      applied: appliedIn(request),
      root: rootPlaceOf(request.kind),
    }),
  applyStatus,
  ownership,
  managedFields,
  isDryRun: (request) => request.options.isDryRun,
};

export function ownerOf({ options, identity, form, verb }: WriteRequest): Owner {
  return {
    manager: options.fieldManager ?? identity.name,
    operation: form === "apply" ? "Apply" : "Update",
    ...(verb === "updateStatus" ? { subresource: "status" } : {}),
  };
}

/**
 * Top-level fields that do not belong in a spec or status, such as `status.spec`. They are rejected in every validation
 * mode, because they cannot come from a client of another version of the kind, as unknown fields can.
 */
const foreignMembers: ReadonlySet<string> = new Set(
  ["spec", "status", "metadata", ...authoredNames, "kind", "apiVersion"].flatMap((member) => [
    `spec.${member}`,
    `status.${member}`,
  ]),
);

function tolerate({ options }: WriteRequest, { reason, field = "" }: Cause): Tolerance {
  if (reason !== "FieldUnknown" || foreignMembers.has(field)) return "refuse";
  switch (options.fieldValidation) {
    case "WARN":
      return "warn";
    case "IGNORE":
      return "drop";
    default:
      return "refuse";
  }
}

function patchObject({ content }: WriteRequest, stored: Resource): Patched {
  // Test operations in a patch can refer to any field of the object.
  const document = isJsonObject(stored) ? stored : {};
  return content.operations === undefined || content.causes.length > 0
    ? { document, causes: [] }
    : applyJsonPatch(document, content.operations);
}

function applyStatus(
  request: WriteRequest,
  stored: Resource,
  omitted: Fields | undefined,
): JsonObject {
  const root = rootPlaceOf(request.kind);
  const merged = mergeApplied(stored.status ?? {}, appliedIn(request), root.member("status"));
  if (omitted === undefined) return merged;
  const rest = withoutFields({ status: merged }, omitted, root);
  // Keeps an applied status even if it is empty.
  const status = isJsonObject(rest) ? rest["status"] : undefined;
  return isJsonObject(status) ? status : {};
}

function ownership(
  request: WriteRequest,
  stored: Resource | undefined,
  after: Resource | undefined,
): Refusal | undefined {
  if (request.form !== "apply" || request.options.force) return undefined;
  if (stored === undefined || after === undefined) return undefined;
  const conflicts = conflictsOf({
    owner: ownerOf(request),
    root: rootPlaceOf(request.kind),
    before: stored,
    after,
  });
  if (conflicts.length === 0) return undefined;
  const message = `${describeKey(request.key)} was not written: other managers own some of its fields.`;
  return refuse("CONFLICT", message, {
    reason: "FieldManagerConflict",
    causes: conflicts.slice(0, contentLimits.causes).map(conflictCause),
  });
}

function conflictCause({ owner, field }: FieldConflict): Cause {
  const how = owner.operation === "Apply" ? "applied" : "updated";
  const message = `${field} has another value since "${owner.manager}" ${how} it.`;
  return { reason: "FieldManagerConflict", field, message };
}

function managedFields(
  request: WriteRequest,
  before: Resource | undefined,
  after: Resource,
): readonly ManagedFields[] {
  const owner = ownerOf(request);
  const root = rootPlaceOf(request.kind);
  const write = { owner, root, after, ...(before && { before }) };
  return request.form === "apply" && before !== undefined
    ? ownApplied(write, appliedIn(request))
    : ownChanged(write);
}

/**
 * Returns the status that an apply submits. Removes nulls, because absent fields and nulls are equivalent in GraphQL.
 */
function appliedIn({ content }: WriteRequest): JsonObject {
  return withoutNulls(content.status ?? {});
}
