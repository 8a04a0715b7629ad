/** Options that say what to run; a command that repeats one case says it anew. */
const selecting = /\s--(?:only|skip|seed|replay)(?:=|\s+)(?:'[^']*'|\\.|[^\s'\\])+/gu;

/**
 * The command that runs one case, or whatever `pattern` selects, again with the same seed. With the path
 * of a property it walks that path alone.
 */
export function repeatCommand(
  run: { readonly command: string; readonly seed: number },
  pattern: string,
  path?: string,
): string {
  const base = run.command.replaceAll(selecting, "");
  const replay = path === undefined ? "" : ` --replay ${quoteForShell(`${pattern}:${path}`)}`;
  return `${base} --only ${quoteForShell(pattern)} --seed ${run.seed}${replay}`;
}

/** A word as a POSIX shell reads it back unchanged: bare where that is safe, in single quotes otherwise. */
export function quoteForShell(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
