import type { Semantics } from "#contract";

/**
 * A path as it is compared with another one. Where lists are merged, an item stands at another place of the list that is
 * validated than of the one that was sent: then places within lists are omitted.
 */
export function comparablePath(
  path: string,
  { lists }: { readonly lists?: Semantics["lists"] | undefined },
): string {
  return lists === "merged" ? path.replaceAll(/\[\d+\]/gu, "[]") : path;
}

/**
 * Whether a path names the item of a list that a field belongs to: `status.conditions[1]` of
 * `status.conditions[1].type`. Of an item that is there twice the whole is at fault, and not one field.
 */
export function isItemOf(member: string, named: string): boolean {
  return named.endsWith("]") && member.slice(0, member.lastIndexOf(".")) === named;
}
