import { counted } from "#contract";

/** Joins names with commas. Lists the first `limit` names of a long list, and counts the others. */
export function listNames(names: readonly string[], limit: number): string {
  // Naming one more item takes no more space than a count.
  if (names.length <= limit + 1) return names.join(", ");
  const more = counted(names.length - limit, "other");
  return `${names.slice(0, limit).join(", ")} and ${more}`;
}
