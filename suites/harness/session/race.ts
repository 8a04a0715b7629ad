/**
 * Starts `count` attempts in the same turn of the event loop, so that all of them are pending before the first response
 * can arrive. Resolves with their results by index.
 */
export function race<Result>(
  count: number,
  attempt: (index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => attempt(index)));
}
