import { Command, CommanderError, InvalidArgumentError } from "commander";

/** Defines the options of an npm script of this checkout. Its exit code is 0 after help, and 2 for invalid options. */
export function npmScript(name: string, description: string): Command {
  return new Command(`npm run ${name} --`)
    .description(description)
    .helpOption("-h, --help", "display help")
    .exitOverride((error) => {
      throw Object.assign(error, { exitCode: error.exitCode === 0 ? 0 : 2 });
    });
}

/** Parses the arguments of this process. Exits after printing help, or a message about invalid options. */
export function parseArguments(script: Command): Command {
  try {
    return script.parse();
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode);
    throw error;
  }
}

/** Parser for options with a number. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError("Use a whole number.");
  return Number(text);
}

/** Parser for options with some of the known names, as {@link nameList} reads them. */
export function namesAmong(
  known: readonly string[],
): (text: string, earlier?: readonly string[]) => readonly string[] {
  return (text, earlier) => {
    const names = nameList(text, earlier);
    const unknown = names.find((name) => !known.includes(name));
    if (unknown === undefined) return names;
    throw new InvalidArgumentError(`There is no ${unknown}. Use ${known.join(", ")}.`);
  };
}

/** Parser for options with names. Splits at commas and adds to the names of earlier options. */
export function nameList(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, ...text.split(",")];
}
