/**
 * Merges the remarks that several kinds share into one, with the names of all these kinds. A remark on a kind starts
 * with its name.
 */
export function mergeRemarks(
  remarks: readonly string[],
  kinds: readonly string[],
): readonly string[] {
  const merged = new Map<string, readonly string[]>();
  for (const remark of remarks) {
    const name = kinds.find((one) => remark.startsWith(`${one}: `));
    const sentence = name === undefined ? remark : remark.slice(name.length + 2);
    const names = merged.get(sentence) ?? [];
    merged.set(sentence, name === undefined ? names : [...names, name]);
  }
  return [...merged].map(([sentence, names]) =>
    names.length === 0 ? sentence : `${names.join(", ")}: ${sentence}`,
  );
}
