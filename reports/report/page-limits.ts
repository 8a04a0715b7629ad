/**
 * Size limits of the HTML page. The record is complete. Sizes are in bytes, lengths in characters; all other limits are
 * counts.
 */
export const pageLimits = {
  /** Total evidence; with twenty findings, the page stays below 500 kB. */
  evidenceBytes: 120_000,
  /** Evidence of a cause, of a consequence or undecided requirement, and the minimum for passed ones. */
  openBytes: 80_000,
  followingBytes: 12_000,
  heldBytes: 600,
  /** Number of findings of a requirement that show their evidence, and of those that are only listed. */
  detailedFindings: 4,
  namedFindings: 40,
  exchangesOfFinding: 30,
  eventsOfWatch: 40,
  operationCharacters: 3000,
  variablesCharacters: 4000,
  replyCharacters: 4000,
  /** Longer replies are not searched for decisive fields. */
  foldedReplyCharacters: 100_000,
  wordsCharacters: 1200,
  /** Length of texts where space is limited. */
  fewCharacters: 120,
  anomaliesDrawn: 3,
} as const;
