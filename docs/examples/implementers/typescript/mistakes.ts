/** Mistakes that are easily made in such a server. MISTAKE=name puts one of them into this one. */
export const mistakes = {
  "reading-skips-etag": "logReading never looks at the etag",
  "spreads-input": "moorBuoy spreads its input, with the reading in it",
  "relocates-whole-object": "relocateBuoy builds the buoy anew, without the reading",
  "reading-moves-buoy": "logReading also stores a mooring in its input",
  "nullish-keeps-old": "a reading is merged with ??, so that null clears nothing",
  "alarms-pile-up": "alarms are added to those that are there",
  "reads-from-cache": "buoy() reads from a cache that logReading does not clear",
  "awaits-in-between": "logReading awaits between its check and its write",
  "swallows-conflict": "logReading answers a stale etag with the stored buoy and no error",
  "open-events": "buoyEvents is open to anybody",
} as const;

type Mistake = keyof typeof mistakes;

const chosen = process.env.MISTAKE ?? "";

export const has = (mistake: Mistake): boolean => chosen === mistake;

if (chosen !== "" && !(chosen in mistakes)) {
  throw new Error(`MISTAKE is one of ${Object.keys(mistakes).join(", ")}`);
}
