/** The roles that checks use, with descriptions. */
export const identities = {
  author: "writes spec and author-owned metadata, reads and watches; must not write status",
  controller: "writes status, reads and watches; must not write spec",
  reader: "reads and watches; must not write",
  tenant: "has the permissions of a controller, in the default namespace only",
  reporter: "writes status; must not read, list or watch",
  assignee: "reads objects with one name and writes their status; must not do anything else",
  throttled: "reads; is rate limited",
  stranger: "a valid credential without any permission",
  anonymous: "no credential at all",
  invalid: "a credential that the target never issued",
  expired: "a credential that has expired",
} as const;

/** The name of a role. */
export type IdentityName = keyof typeof identities;

export function isIdentityName(text: string): text is IdentityName {
  return Object.hasOwn(identities, text);
}
