export const newestRevision = "2026-12";

/**
 * All profile revisions, oldest first. A revision only adds requirements, and each of them names its revision in
 * `since`. A change to a level requires a new profile version.
 */
export const profileRevisions = ["2026-11", newestRevision] as const;

export type ProfileRevision = (typeof profileRevisions)[number];

export function isProfileRevision(text: string): text is ProfileRevision {
  return profileRevisions.some((revision) => revision === text);
}

/**
 * Returns the entries that a revision contains: all except those that later revisions add. An entry without `since`
 * belongs to every revision.
 */
export function entriesUpTo<Entry extends { readonly since?: string }>(
  revision: string,
  entries: readonly Entry[],
  revisions: readonly string[],
): readonly Entry[] {
  const later = new Set(revisions.slice(revisions.indexOf(revision) + 1));
  return entries.filter(({ since }) => since === undefined || !later.has(since));
}
