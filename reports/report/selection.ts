import { counted } from "#contract";
import { quoteForShell } from "../text/shell-command.ts";
import type { Report } from "./report.ts";

type Selection = Pick<Report, "only" | "skip">;

/** Maximum number of patterns to list. `--quick` and `--last-failed` select dozens. */
const maxPatterns = 6;

/** Returns the options that select the part of the profile which was checked. */
export function selectionPatterns({ only, skip }: Selection): readonly string[] {
  return [
    ...only.map((pattern) => `--only ${quoteForShell(pattern)}`),
    ...skip.map((pattern) => `--skip ${quoteForShell(pattern)}`),
  ];
}

export function describeSelection(selection: Selection): string {
  const patterns = selectionPatterns(selection);
  if (patterns.length <= maxPatterns) return patterns.join(" ");
  return `${patterns.slice(0, 1).join(" ")} and ${counted(patterns.length - 1, "more pattern")}`;
}
