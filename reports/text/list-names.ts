import { counted } from "#contract";

/** Names with commas between them; of a long list the first `limit`, and how many there are beyond. */
export function listNames(names: readonly string[], limit: number): string {
  // One name more takes no more room than the remark that it was omitted.
  if (names.length <= limit + 1) return names.join(", ");
  const more = counted(names.length - limit, "other");
  return `${names.slice(0, limit).join(", ")} and ${more}`;
}
