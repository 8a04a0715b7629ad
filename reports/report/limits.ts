/**
 * How much of a run the page shows. The whole of it is in the record. Sizes are in bytes of the page,
 * lengths in characters, the rest are counts.
 */
export const pageLimits = {
  /** All evidence together; with the requirements themselves the page stays below 10 MB. */
  evidenceBytes: 6_000_000,
  /** The evidence of one requirement that does not hold, and of one that does. */
  openBytes: 160_000,
  heldBytes: 24_000,
  /** Findings of one requirement that are shown with their evidence, and that are named at all. */
  detailedFindings: 4,
  namedFindings: 40,
  exchangesOfFinding: 30,
  eventsOfWatch: 40,
  operationCharacters: 3000,
  variablesCharacters: 4000,
  replyCharacters: 4000,
  wordsCharacters: 1200,
  /** Of words for which there is no room. */
  fewCharacters: 120,
  anomaliesDrawn: 3,
} as const;
