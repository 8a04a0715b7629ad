/** Typical mistakes in such a server. The environment variable MISTAKE enables one of them. */
export const mistakes = {
  "reading-skips-etag": "logReading never checks the etag",
  "spreads-input": "moorBuoy spreads its input, including the reading",
  "relocates-whole-object": "relocateBuoy builds a new buoy, without the reading",
  "reading-moves-buoy": "logReading also stores a mooring in its input",
  "nullish-keeps-old": "a reading is merged with ??, so that null clears nothing",
  "alarms-pile-up": "alarms are added to the stored alarms",
  "reads-from-cache": "buoy() reads from a cache that logReading does not clear",
  "awaits-in-between": "logReading awaits between its check and its write",
  "swallows-conflict": "logReading returns the stored buoy for a stale etag, without an error",
  "open-events": "buoyEvents is open to everyone",
} as const;

type Mistake = keyof typeof mistakes;

const chosen = process.env.MISTAKE ?? "";

export const has = (mistake: Mistake): boolean => chosen === mistake;

if (chosen !== "" && !(chosen in mistakes)) {
  throw new Error(`MISTAKE is one of ${Object.keys(mistakes).join(", ")}`);
}
