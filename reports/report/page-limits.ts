/**
 * Size limits of the HTML page. The record contains everything. Sizes are in bytes, lengths are in characters, and all
 * other limits are counts.
 */
export const pageLimits = {
  /** Total size of the evidence. With twenty findings, the page stays below 500 kB. */
  evidenceBytes: 120_000,
  /**
   * Size of the evidence for a cause, and for a consequence or an inconclusive requirement; minimum size for a passed
   * requirement.
   */
  openBytes: 80_000,
  followingBytes: 12_000,
  heldBytes: 600,
  /** Maximum number of a requirement's findings with evidence, and of those that are only listed. */
  detailedFindings: 4,
  namedFindings: 40,
  exchangesOfFinding: 30,
  eventsOfWatch: 40,
  operationCharacters: 3000,
  variablesCharacters: 4000,
  replyCharacters: 4000,
  /** Maximum length of a response to search for decisive fields. */
  foldedReplyCharacters: 100_000,
  wordsCharacters: 1200,
  /** Maximum lengths of strings where space is limited. */
  fewCharacters: 120,
  anomaliesDrawn: 3,
} as const;
