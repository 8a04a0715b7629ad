import { requirementIds } from "#contract";
import type { RequirementId } from "#contract";

/** Groups of requirements whose outcome depends on the server and not on the schema of a custom resource. */
const groups: ReadonlySet<string> = new Set([
  "authorization",
  "concurrency",
  "deletion",
  "errors",
  "watch",
]);

/** The requirements of these groups that a schema, a default or a conversion may affect. */
const ofEachKind: ReadonlySet<RequirementId> = new Set<RequirementId>([
  "concurrency.no-op-keeps-version",
  "concurrency.spec-and-status-share-the-version",
  "concurrency.version-changes-with-content",
  "deletion.successor-starts-afresh",
  "errors.duplicate-condition-refused",
  "errors.invalid-names-field",
  "errors.invalid-status-refused",
  "watch.event-carries-stored-object",
  "watch.one-event-per-write",
]);

/**
 * Patterns of requirements and cases that one custom resource tests for all of them, because the same code of the server
 * handles them: apart from the groups above, JSON patches and merge patches, which the server applies before it
 * validates the result against the schema.
 */
export const serverRequirements: readonly string[] = [
  ...requirementIds.filter((id) => groups.has(id.split(".")[0] ?? "") && !ofEachKind.has(id)),
  "*.status.patch.json",
  "*.status.patch.merge",
];
