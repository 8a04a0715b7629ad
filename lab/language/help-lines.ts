import type { Command } from "commander";

export interface HelpLine {
  /** The command and, if the line belongs to an option, the option: `npx conformance run --seed`. */
  readonly of: string;
  readonly text: string;
}

export function helpLinesOf(program: Command): HelpLine[] {
  const shown = program.commands.filter((command) => command.description() !== "");
  return shown.flatMap((command) => {
    const name = `${program.name()} ${command.name()}`;
    return [
      { of: name, text: command.description() },
      ...command.options.map(({ long, flags, description }) => ({
        of: `${name} ${long ?? flags}`,
        text: description,
      })),
    ];
  });
}

const passive =
  /\b(?:is|are|was|were|be|been|being) (?:\w+ed|given|written|taken|sent|shown|read|run|set)\b/iu;
const notVerb = /^(?:an?|the|this|these|that|which|what|who|whether|if|when|all|any|no|for)\b/iu;

/** Returns why a help line is not in the imperative. Undefined if it is. */
export function helpProblem(text: string): string | undefined {
  const [found] = passive.exec(text) ?? [];
  if (found !== undefined) return `passive: "${found}"`;
  return notVerb.test(text) || !/^[a-z]/u.test(text) ? "does not start with a verb" : undefined;
}
