import type { CatalogueRequirementId } from "#contract";

/** Returns the stable path of a requirement's page in the documentation. */
export function requirementPath(requirement: CatalogueRequirementId): string {
  return `requirements/${requirement}/`;
}

/**
 * Returns the URL of a requirement's page in the public documentation, if there is one. The base URL may come from an
 * untrusted record, so only http and https are accepted.
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
