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

/** Other requirements that the server fulfills before it reads the schema. */
const others: ReadonlySet<RequirementId> = new Set<RequirementId>([
  "allocation.author-cannot-forge",
  "generation.not-writable",
  "write.dry-run-is-decided-like-the-write",
  "write.invalid-manager-refused",
  "write.json-patch-creates-no-parents",
  "write.json-patch-failure-is-invalid",
  "write.json-patch-is-all-or-nothing",
  "write.json-patch-supports-every-operation",
  "write.list-namespace-filter",
  "write.list-selector-filter",
  "write.listed-exactly-once",
  "write.malformed-json-patch-refused",
  "write.managers-not-writable",
  "write.read-stays-in-namespace",
  "write.stays-in-namespace",
  "write.unknown-validation-mode-refused",
]);

/** Exceptions in these groups: requirements that a schema, a default or a conversion may affect. */
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
 * Patterns of requirements and cases that are tested on only one custom resource, because the same server code handles
 * all custom resources. The cases are status writes with JSON patches: the server applies a patch before it validates
 * the result against the schema.
 */
export const serverRequirements: readonly string[] = [
  ...requirementIds.filter((id) => isOfServer(id)),
  "*.status.patch.json",
];

function isOfServer(id: RequirementId): boolean {
  return others.has(id) || (groups.has(id.split(".")[0] ?? "") && !ofEachKind.has(id));
}
