/** Formats generations: `1, absent, 3`. */
export function describeGenerations(generations: readonly (number | undefined)[]): string {
  return generations.map((generation) => generation ?? "absent").join(", ");
}
