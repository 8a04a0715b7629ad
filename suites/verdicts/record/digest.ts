import { createHash } from "node:crypto";
import { profileEntries } from "#contract";
import type { ProfileEntry, ProfileName, ProfileRevision } from "#contract";

/** SHA-256 of ids, statements and levels of a profile's revision, the newest by default, in hexadecimal. */
export function contractDigest(profile: ProfileName, revision?: ProfileRevision): string {
  return digestOf(profileEntries(profile, revision));
}

/** SHA-256 of ids, statements and levels, in hexadecimal. */
export function digestOf(
  entries: readonly Readonly<Record<keyof Omit<ProfileEntry, "since">, string>>[],
): string {
  const hash = createHash("sha256");
  for (const { requirement, level, statement } of entries) {
    hash.update(`${requirement}\t${level}\t${statement}\n`);
  }
  return hash.digest("hex");
}
