import type { CatalogueRequirementId } from "#contract";

/** Where the page of a requirement lies below the root of the documentation. It never changes. */
export function requirementPath(requirement: CatalogueRequirementId): string {
  return `requirements/${requirement}/`;
}

/**
 * The address of the page of a requirement, where the documentation has a public one. It may come from a
 * record, and so from anybody: what is no address of a web page is no link.
 */
export function requirementAddress(
  requirement: CatalogueRequirementId,
  documentation: string | undefined,
): string | undefined {
  if (documentation === undefined || !/^https?:/u.test(documentation)) return undefined;
  if (!URL.canParse(documentation)) return undefined;
  const base = documentation.endsWith("/") ? documentation : `${documentation}/`;
  return new URL(requirementPath(requirement), base).href;
}
