/** What bounds the content of writes, beyond the size of a request. */
export const contentLimits = {
  /** Operations of one JSON patch. */
  patchOperations: 10_000,
  /** Characters of JSON text that the copies of one JSON patch may add up to. */
  patchCopyCharacters: 262_144,
  /** Causes, and warnings, that are told of one write. */
  causes: 100,
  /** Levels of objects and lists, counted from the root of what a request carries or a patch makes. */
  jsonLevels: 64,
  /** Characters of JSON text of one stored object, with the record of who owns its fields. */
  objectCharacters: 524_288,
  /** Characters of the name of a field manager; Kubernetes has the same limit. */
  fieldManagerCharacters: 128,
} as const;
