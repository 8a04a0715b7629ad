/** Options that say what to run; a command that repeats one case says it anew. */
const selecting = /\s--(?:only|skip|seed)(?:=|\s+)(?:'[^']*'|\\.|[^\s'\\])+/gu;

/** The command that runs one case, or whatever `pattern` selects, again with the same seed. */
export function repeatCommand(
  run: { readonly command: string; readonly seed: number },
  pattern: string,
): string {
  const base = run.command.replaceAll(selecting, "");
  return `${base} --only ${quoteForShell(pattern)} --seed ${run.seed}`;
}

/** A word as a POSIX shell reads it back unchanged: bare where that is safe, in single quotes otherwise. */
export function quoteForShell(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
