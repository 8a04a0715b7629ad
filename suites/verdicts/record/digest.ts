import { createHash } from "node:crypto";
import { profileEntries } from "#contract";
import type { ProfileEntry, ProfileName, ProfileRevision } from "#contract";

/**
 * Returns the hexadecimal SHA-256 hash of the ids, statements and levels in a revision of a profile. Defaults to the
 * newest revision.
 */
export function contractDigest(profile: ProfileName, revision?: ProfileRevision): string {
  return digestOf(profileEntries(profile, revision));
}

/** Returns the hexadecimal SHA-256 hash of ids, statements and levels. */
export function digestOf(
  entries: readonly Readonly<Record<keyof Omit<ProfileEntry, "since">, string>>[],
): string {
  const hash = createHash("sha256");
  for (const { requirement, level, statement } of entries) {
    hash.update(`${requirement}\t${level}\t${statement}\n`);
  }
  return hash.digest("hex");
}
