/** The newest revision of the profiles. */
export const newestRevision = "2026-12";

/**
 * All revisions of the profiles, oldest first. Within one version of a profile, a revision only adds
 * requirements: each requirement that it adds names it as `since`. A change of level is a new version.
 */
export const profileRevisions = ["2026-11", newestRevision] as const;

/** A revision of the profiles, named for the month of its publication. */
export type ProfileRevision = (typeof profileRevisions)[number];

/** Returns whether there is a revision of this name. */
export function isProfileRevision(text: string): text is ProfileRevision {
  return profileRevisions.some((revision) => revision === text);
}

/** The entries that stand in a revision: those that no later revision added. Without `since`, an entry is in all revisions. */
export function entriesUpTo<Entry extends { readonly since?: string }>(
  revision: string,
  entries: readonly Entry[],
  revisions: readonly string[],
): readonly Entry[] {
  const later = new Set(revisions.slice(revisions.indexOf(revision) + 1));
  return entries.filter(({ since }) => since === undefined || !later.has(since));
}
