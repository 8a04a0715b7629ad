export const newestRevision = "2026-12";

/**
 * All revisions of the profiles, oldest first. Within one version of a profile, a revision only adds requirements,
 * which name it in `since`. A change to a level requires a new version.
 */
export const profileRevisions = ["2026-11", newestRevision] as const;

export type ProfileRevision = (typeof profileRevisions)[number];

export function isProfileRevision(text: string): text is ProfileRevision {
  return profileRevisions.some((revision) => revision === text);
}

/**
 * Returns the entries of a revision: those that no later revision added. An entry without `since` is in all revisions.
 */
export function entriesUpTo<Entry extends { readonly since?: string }>(
  revision: string,
  entries: readonly Entry[],
  revisions: readonly string[],
): readonly Entry[] {
  const later = new Set(revisions.slice(revisions.indexOf(revision) + 1));
  return entries.filter(({ since }) => since === undefined || !later.has(since));
}
