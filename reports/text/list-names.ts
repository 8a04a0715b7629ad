import { counted } from "#contract";

/** Comma-separated names. Of a long list, lists the first `limit` names and counts the others. */
export function listNames(names: readonly string[], limit: number): string {
  // One more name takes no more space than the count.
  if (names.length <= limit + 1) return names.join(", ");
  const more = counted(names.length - limit, "other");
  return `${names.slice(0, limit).join(", ")} and ${more}`;
}
