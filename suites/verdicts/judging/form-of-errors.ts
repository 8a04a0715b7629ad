import type { RequirementId } from "#contract";

/** Requirements on what the error of a rejection contains. */
const aboutForm: ReadonlySet<string> = new Set([
  "errors.machine-code",
  "errors.invalid-names-field",
  "errors.rate-limit-tells-delay",
]);

/** Beginnings of the ids of requirements on what is stored and delivered. */
const aboutState = ["generation.", "isolation.", "watch.", "write."] as const;

/**
 * Whether a violation may be a consequence of a cause because both appear in the same cases. The content of an error
 * changes no stored object: otherwise, an API without error codes would hide that a rejected write is stored in part.
 */
export function mayFollow(id: RequirementId, { lead }: { readonly lead: RequirementId }): boolean {
  return !(aboutForm.has(lead) && aboutState.some((area) => id.startsWith(area)));
}
