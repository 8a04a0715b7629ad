/** Limits for the content of writes, in addition to the size of a request. */
export const contentLimits = {
  /** Operations of one JSON patch. */
  patchOperations: 10_000,
  /** Total characters of JSON text that one JSON patch may copy. */
  patchCopyCharacters: 262_144,
  /** Causes and warnings reported for one write. */
  causes: 100,
  /** Nesting depth of a request or a patched document. */
  jsonLevels: 64,
  /** Characters of JSON text per stored object, including managed fields. */
  objectCharacters: 524_288,
  /** Characters in the name of a field manager, as in Kubernetes. */
  fieldManagerCharacters: 128,
} as const;
