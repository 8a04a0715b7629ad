import { createRequire } from "node:module";
import { isJsonObject } from "#contract";
import type { SuiteIdentity } from "#verdicts";

/**
 * Reads the suite's name, version and documentation address from its package.
 *
 * @throws Error when `package.json` is corrupt.
 */
export function readSuite(): SuiteIdentity {
  const content: unknown = createRequire(import.meta.url)("#package.json");
  const { name, version, homepage } = isJsonObject(content) ? content : {};
  if (typeof name !== "string" || typeof version !== "string") {
    throw new Error("the suite's package.json has no name or version");
  }
  return { name, version, ...(typeof homepage === "string" ? { documentation: homepage } : {}) };
}

export function userAgentOf({ name, version }: SuiteIdentity): string {
  return `${name}/${version}`;
}
