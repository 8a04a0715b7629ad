import { UsageError } from "./errors.ts";
import { parseWhole } from "./option-values.ts";
import type { RunArguments, RunSettings } from "./run-settings.ts";

const budgets = { least: 1, most: 1_000_000_000 } as const;

/** How many writes a run may send. Throws {@link UsageError} for what makes no sense. */
export function writesOf({
  readOnly,
  writeBudget,
}: Pick<RunArguments, "readOnly" | "writeBudget">): Pick<RunSettings, "mostWrites"> {
  if (readOnly === true && writeBudget !== undefined) {
    throw new UsageError("--read-only and --write-budget exclude each other", {
      mend: "Leave one of them out.",
    });
  }
  if (readOnly === true) return { mostWrites: 0 };
  if (writeBudget === undefined) return {};
  return { mostWrites: parseWhole("--write-budget", writeBudget, budgets) };
}

/** The same as it can be typed. That a server may be written to is asked anew each time. */
export function writeWords({ mostWrites }: Pick<RunSettings, "mostWrites">): readonly string[] {
  if (mostWrites === undefined) return [];
  return mostWrites === 0 ? ["--read-only"] : ["--write-budget", String(mostWrites)];
}
