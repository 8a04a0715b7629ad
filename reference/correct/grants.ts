import type { Grant } from "../kinds/demo-identities.ts";
import type { Access } from "../kinds/store-requests.ts";

/** Whether a permission covers an access. Permissions only grant access, and never deny it. */
export function covers(
  grant: Grant,
  access: Pick<Access, "verb" | "kind" | "subresource" | "namespace" | "name">,
): boolean {
  const suffix = access.subresource === "" ? "" : `/${access.subresource}`;
  return (
    // The caller chooses the kind. A kind with a slash would match the permission for the status of another kind.
    !access.kind.includes("/") &&
    allows(grant.resources, `${access.kind}${suffix}`, `*${suffix}`) &&
    allows(grant.verbs, access.verb, "*") &&
    allows(grant.namespaces, access.namespace, "*") &&
    allows(grant.names, access.name, "*")
  );
}

function allows(
  allowed: readonly string[] | undefined,
  requested: string | undefined,
  wildcard: string,
): boolean {
  if (allowed === undefined || allowed.includes(wildcard)) return true;
  return requested !== undefined && allowed.includes(requested);
}
