/**
 * How much of a run the page shows. The whole of it is in the record. Sizes are in bytes of the page,
 * lengths in characters, the rest are counts.
 */
export const pageLimits = {
  /** All evidence together; with twenty findings the page stays below 500 kB. */
  evidenceBytes: 120_000,
  /** The evidence of a cause, of what is broken with it or not decided, and the least of what holds. */
  openBytes: 80_000,
  followingBytes: 12_000,
  heldBytes: 600,
  /** Findings of one requirement that are shown with their evidence, and that are named at all. */
  detailedFindings: 4,
  namedFindings: 40,
  exchangesOfFinding: 30,
  eventsOfWatch: 40,
  operationCharacters: 3000,
  variablesCharacters: 4000,
  replyCharacters: 4000,
  /** Of longer replies no part is looked for that decides. */
  foldedReplyCharacters: 100_000,
  wordsCharacters: 1200,
  /** Of words for which there is no room. */
  fewCharacters: 120,
  anomaliesDrawn: 3,
} as const;
