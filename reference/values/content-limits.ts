/** Limits for the content of writes, in addition to the size limit of a request. */
export const contentLimits = {
  patchOperations: 10_000,
  /** Maximum total length, in characters, of the JSON that a JSON patch may copy. */
  patchCopyCharacters: 262_144,
  /** Maximum number of causes and warnings that are reported for a write. */
  causes: 100,
  /** Maximum nesting depth of a request or a patched document. */
  jsonLevels: 64,
  /** Maximum length of a stored object's JSON, in characters, including managed fields. */
  objectCharacters: 524_288,
  /** Maximum length of a field manager's name in characters, as in Kubernetes. */
  fieldManagerCharacters: 128,
} as const;
