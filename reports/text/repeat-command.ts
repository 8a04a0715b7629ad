import { suiteCommand } from "#contract";

/** Options that say what to run; a command that repeats one case says it anew. */
const selecting =
  /\s--(?:quick|last-failed)(?=\s|$)|\s--(?:only|skip|seed|replay)(?:=|\s+)(?:'[^']*'|\\.|[^\s'\\])+/gu;

/**
 * The command that runs one case, or whatever `pattern` selects, again with the same seed. With the path
 * of a property it walks that path alone.
 */
export function repeatCommand(
  run: { readonly command: string; readonly seed: number },
  pattern: string,
  path?: string,
): string {
  const base = ownCommand(run.command).replaceAll(selecting, "");
  const replay = path === undefined ? "" : ` --replay ${quoteForShell(`${pattern}:${path}`)}`;
  return `${base} --only ${quoteForShell(pattern)} --seed ${run.seed}${replay}`;
}

/**
 * The command of a record as one to run again. A record can hold whatever it likes: only a call of the suite whose words
 * a shell takes as they stand is passed on, without the options that name programs. Of anything else the bare call is left.
 */
export function ownCommand(command: string): string {
  if (!isPlainCall.test(command)) return suiteCommand;
  return command.replaceAll(optionWithValue, (whole, name: string, value: string) =>
    namesProgram(name, value) ? "" : whole,
  );
}

/** The words of {@link quoteForShell}, after the name of the suite. */
const isPlainCall = /^(?:npx )?conformance(?: +(?:[\w@%+=:,./*-]|'[^'\p{Cc}]*'|\\')+)*$/u;

const optionWithValue = / +--(hook|command|identity)(?:=| +)((?:'[^']*'|\\'|[^\s'\\])+)/gu;

/** Hooks and controllers are programs, and so is a credential that a command prints. */
function namesProgram(option: string, value: string): boolean {
  return option !== "identity" || value.includes("command:");
}

/** A word as a POSIX shell reads it back unchanged: bare where that is safe, in single quotes otherwise. */
export function quoteForShell(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The words of a line that {@link quoteForShell} has quoted. */
export function shellWords(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|\\.|[^\s'\\])+/gu) ?? [];
  return words.map((word) =>
    word.replaceAll(
      /'([^']*)'|\\(.)/gu,
      (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? "",
    ),
  );
}
