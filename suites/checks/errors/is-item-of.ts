/**
 * Whether a path names the item of a list that a member belongs to: `status.conditions[1]` of
 * `status.conditions[1].type`. Of an item that is there twice the whole is at fault, and not one member.
 */
export function isItemOf(member: string, named: string): boolean {
  return named.endsWith("]") && member.slice(0, member.lastIndexOf(".")) === named;
}
