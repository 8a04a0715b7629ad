import { counted } from "#contract";

/** Comma-separated names; the first `limit` ones of a long list, and the number of the others. */
export function listNames(names: readonly string[], limit: number): string {
  // One more name takes no more space than the remark about its omission.
  if (names.length <= limit + 1) return names.join(", ");
  const more = counted(names.length - limit, "other");
  return `${names.slice(0, limit).join(", ")} and ${more}`;
}
