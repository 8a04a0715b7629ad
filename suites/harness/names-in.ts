/** The words of a text for which `isName` holds, each once. */
export function namesIn(text: string, isName: (word: string) => boolean): readonly string[] {
  const words = new Set(text.match(/[a-z][a-z\d-]*[a-z\d]/gu));
  return [...words].filter(isName);
}
