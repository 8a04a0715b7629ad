import { defaults } from "../options/option-defaults.ts";
import type { ColorLevel, Output, World } from "../process/world.ts";

export interface Appearance {
  readonly width: number;
  readonly colorLevel: ColorLevel;
}

/** Minimum width in characters, because shorter lines are hard to read. */
const minimumWidth = 40;

/**
 * Determines the appearance of an output. Colors depend on `--no-color`, `FORCE_COLOR`, `NO_COLOR` and the terminal, in
 * this order of precedence. The width depends on `COLUMNS`, or else on the terminal.
 */
export function appearanceOf(
  output: Output,
  { environment }: Pick<World, "environment">,
  options: { readonly color: boolean },
): Appearance {
  const forced = environment["FORCE_COLOR"] !== undefined;
  const refused = (environment["NO_COLOR"] ?? "") !== "";
  const isPlain = !options.color || (refused && !forced);
  return {
    width: widthOf(output, environment["COLUMNS"]),
    colorLevel: isPlain ? 0 : output.colorLevel,
  };
}

function widthOf(output: Output, columns: string | undefined): number {
  const requested = /^\d{1,4}$/u.test(columns ?? "") ? Number(columns) : undefined;
  return Math.max(minimumWidth, requested ?? output.columns ?? defaults.width);
}
