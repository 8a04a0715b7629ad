import type { Semantics } from "#contract";

/**
 * Normalizes a path for comparison. Removes the indexes if lists are merged, because the sent and the validated list
 * have different indexes.
 */
export function comparablePath(
  path: string,
  { lists }: { readonly lists?: Semantics["lists"] | undefined },
): string {
  const indexed = path.replaceAll(/\.(\d+)(?=\.|$)/gu, "[$1]");
  return lists === "merged" ? indexed.replaceAll(/\[\d+\]/gu, "[]") : indexed;
}

/**
 * Whether a path identifies the list item that contains a field: `status.conditions[1]` for
 * `status.conditions[1].type`. Servers report a duplicate with the path of the whole item.
 */
export function isItemOf(member: string, named: string): boolean {
  return named.endsWith("]") && member.slice(0, member.lastIndexOf(".")) === named;
}

/** Whether a message contains the field's name as a word. The requirement demands the name, not a structured path. */
export function isNamedIn(message: string, field: string): boolean {
  const name = field.split(".").at(-1)?.replace(/\[.*$/u, "") ?? field;
  return message.split(/[^\p{L}\p{N}_]+/u).includes(name);
}
