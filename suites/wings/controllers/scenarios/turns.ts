/** Formats the path to a simpler form of a scenario: `3:0:14`. */
export function printTurns(turns: readonly number[]): string {
  return turns.join(":");
}

export function parseTurns(text: string): readonly number[] {
  return text.split(":").map(Number);
}
