import { createHash } from "node:crypto";
import { profiles, requirementIds, requirements } from "#contract";
import type { ProfileName } from "#contract";

/** SHA-256 over ids, statements and levels of a profile, in hexadecimal: what exactly was required. */
export function contractDigest(profile: ProfileName): string {
  const hash = createHash("sha256");
  for (const requirement of requirementIds) {
    const { statement } = requirements[requirement];
    hash.update(`${requirement}\t${profiles[profile][requirement]}\t${statement}\n`);
  }
  return hash.digest("hex");
}
