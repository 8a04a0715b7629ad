import { suiteCommand } from "#contract";

/** Matches options that select cases. A reproduction command replaces them. */
const selecting =
  /\s--(?:quick|last-failed)(?=\s|$)|\s--(?:only|skip|seed|replay)(?:=|\s+)(?:'[^']*'|\\.|[^\s'\\])+/gu;

/**
 * Builds the command that runs a case, or the cases that `pattern` selects, with the same seed. With a replay path, a
 * property test runs only that path.
 */
export function reproductionCommand(
  run: { readonly command: string; readonly seed: number },
  pattern: string,
  path?: string,
): string {
  const base = ownCommand(run.command).replaceAll(selecting, "");
  const replay = path === undefined ? "" : ` --replay ${quoteForShell(`${pattern}:${path}`)}`;
  return `${base} --only ${quoteForShell(pattern)} --seed ${run.seed}${replay}`;
}

/**
 * Sanitizes the command in a record, which is untrusted. Accepts only a call of the suite whose words need no shell
 * evaluation, and removes options that contain programs. Replaces any other command by the bare command.
 */
export function ownCommand(command: string): string {
  if (!isPlainCall.test(command)) return suiteCommand;
  return command.replaceAll(optionWithValue, (whole, name: string, value: string) =>
    namesProgram(name, value) ? "" : whole,
  );
}

/**
 * Returns the options of a command that name programs, as words. {@link ownCommand} removes them, because the record
 * may come from another person.
 */
export function programWords(command: string): readonly string[] {
  if (!isPlainCall.test(command)) return [];
  return [...command.matchAll(optionWithValue)].flatMap(([whole, name = "", value = ""]) =>
    namesProgram(name, value) ? shellWords(whole) : [],
  );
}

/** Words quoted by {@link quoteForShell}, after the name of the suite. */
const isPlainCall = /^(?:npx )?conformance(?: +(?:[\w@%+=:,./*-]|'[^'\p{Cc}]*'|\\')+)*$/u;

const optionWithValue = / +--(hook|command|identity)(?:=| +)((?:'[^']*'|\\'|[^\s'\\])+)/gu;

function namesProgram(option: string, value: string): boolean {
  return option !== "identity" || value.includes("command:");
}

/** Quotes a word for a POSIX shell. The word is unchanged if this is safe; otherwise, it is in single quotes. */
export function quoteForShell(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Splits a line whose words were quoted by {@link quoteForShell}. */
export function shellWords(line: string): readonly string[] {
  const args = line.match(/(?:'[^']*'|\\.|[^\s'\\])+/gu) ?? [];
  return args.map((word) =>
    word.replaceAll(
      /'([^']*)'|\\(.)/gu,
      (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? "",
    ),
  );
}
