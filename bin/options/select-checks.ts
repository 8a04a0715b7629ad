import { suiteCommand } from "#contract";
import type { AnyCheck } from "#harness";
import {
  matches,
  neverMatching,
  planRun,
  selectableNames,
  selectedRequirements,
  unmatched,
} from "#verdicts";
import type { RequirementSelection, Selection } from "#verdicts";
import type { TargetDescription } from "#targets";
import { NothingSelected, UsageError } from "../process/program-errors.ts";
import { suggest } from "./suggest-names.ts";

export interface SelectFrom extends RequirementSelection {
  readonly target: TargetDescription;
  readonly checks: readonly AnyCheck[];
  /** Whether a selection without cases is valid if it matches a requirement whose verdict needs no case. */
  readonly reportsSettled?: boolean;
}

/**
 * Rejects a pattern that cannot match on any target. Called before a connection, because finding out which cases a
 * target has may take long, and may write to it.
 */
export function checkPatterns(
  selection: Selection,
  { checks, ...from }: Omit<SelectFrom, "target">,
): void {
  const requirements = selectedRequirements(from).map(({ requirement }) => requirement);
  const ids = checks.map(({ id }) => id);
  const never = neverMatching(selection, { requirements, checks: ids });
  refuseUnmatched(never, selection, { names: [...requirements, ...ids], profile: from.profile });
}

export function checkSelection(selection: Selection, from: SelectFrom): void {
  const names = selectableNames(from);
  refuseUnmatched(unmatched(selection, names), selection, { names, profile: from.profile });
  const isNarrowed = selection.only.length > 0 || selection.skip.length > 0;
  const plan = planRun({ ...from, selection });
  if (!isNarrowed || plan.cases.length > 0) return;
  const isSettled = plan.requirements.some(({ settled }) => settled?.verdict !== "excluded");
  if (from.reportsSettled === true && isSettled) return;
  const named = plan.requirements.find(({ requirement }) =>
    selection.only.some((only) => matches(only, requirement)),
  );
  const reason =
    named?.settled === undefined ? "" : `: ${named.requirement}: ${named.settled.reason}`;
  throw new NothingSelected(`no checks selected${reason}`, {
    fix: "Widen --only or remove --skip.",
  });
}

interface Selectable {
  readonly names: readonly string[];
  readonly profile: string;
}

function refuseUnmatched(
  [pattern]: readonly string[],
  { only }: Selection,
  selectable: Selectable,
): void {
  if (pattern === undefined) return;
  const option = only.includes(pattern) ? "--only" : "--skip";
  const shown = pattern === "" ? '""' : pattern;
  throw new UsageError(`${option} ${shown} does not match any requirement, check or case`, {
    fix: fixOf(option, pattern, selectable),
  });
}

/** A name that is the beginning of others, like an area, stands for all of them. */
function fixOf(option: string, pattern: string, { names, profile }: Selectable): string {
  const separator = [".", "/"].find((each) =>
    names.some((name) => name.startsWith(`${pattern}${each}`)),
  );
  if (separator !== undefined)
    return `Select all of them with ${option} '${pattern}${separator}*'.`;
  const list = `List the requirements with ${suiteCommand} list --profile ${profile}; * is a wildcard.`;
  return suggest(pattern, names, list);
}
