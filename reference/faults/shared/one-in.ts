/** Counts occasions and says which of them are the rare ones: every `period`-th, from the first of them on. */
export function oneIn(period: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % period === 0;
  };
}
