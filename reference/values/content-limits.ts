/** Limits for the content of writes, beyond the size of a request. */
export const contentLimits = {
  /** Operations of one JSON patch. */
  patchOperations: 10_000,
  /** Total characters of JSON text that the copies of one JSON patch add. */
  patchCopyCharacters: 262_144,
  /** Causes and warnings reported for one write. */
  causes: 100,
  /** Nesting depth, from the root of a request or of a patched document. */
  jsonLevels: 64,
  /** Characters of JSON text of one stored object, including managed fields. */
  objectCharacters: 524_288,
  /** Characters in the name of a field manager, as in Kubernetes. */
  fieldManagerCharacters: 128,
} as const;
