/** Formats the turns to a simpler form: `3:0:14`. */
export function printTurns(turns: readonly number[]): string {
  return turns.join(":");
}

/** Parses {@link printTurns}. */
export function parseTurns(text: string): readonly number[] {
  return text.split(":").map(Number);
}
