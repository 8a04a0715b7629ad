import type { KindDialect } from "./dialect.ts";

/**
 * Whether the dialect shows that an untyped status has defined fields: by a schema, or by a status that the endpoint
 * rejects. Otherwise, every field may belong to the status.
 */
export function definesStatus({
  schemas,
  samples,
}: Pick<KindDialect, "samples" | "schemas">): boolean {
  return schemas?.status !== undefined || samples.invalidStatuses.length > 0;
}
