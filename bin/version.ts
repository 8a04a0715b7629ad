import { createRequire } from "node:module";
import { isJsonObject } from "#contract";

/** Name and version of the suite, as its package says. */
export interface Suite {
  readonly name: string;
  readonly version: string;
}

/** Reads name and version from the package. Throws when the package is damaged. */
export function readSuite(): Suite {
  const content: unknown = createRequire(import.meta.url)("#package.json");
  const { name, version } = isJsonObject(content) ? content : {};
  if (typeof name !== "string" || typeof version !== "string") {
    throw new Error("the package of the suite has no name or no version");
  }
  return { name, version };
}

/** How the suite introduces itself to endpoints. */
export function userAgentOf({ name, version }: Suite): string {
  return `${name}/${version}`;
}
