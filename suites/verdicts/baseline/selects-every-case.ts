import type { RequirementId } from "#contract";
import type { VerdictLine } from "../record/record.ts";
import { isSelected, matches } from "../plan/select.ts";
import type { Selection } from "../plan/select.ts";

export interface CoveredKind {
  readonly name: string;
  readonly statusWrites: readonly string[];
}

export interface Looking {
  readonly selection: Selection;
  readonly kinds: readonly CoveredKind[];
}

/**
 * Returns a predicate that tests whether a selection ran every case of a requirement on the matching kinds. Only then
 * does the absence of findings mean that there is no violation. Cases are named `check`, `check#Kind` or
 * `check#Kind.mutation`. Selecting a requirement by its own name selects all its cases.
 */
export function selectsEveryCase(
  { selection, kinds }: Looking,
  lines: readonly VerdictLine[],
): (line: VerdictLine, kind: string) => boolean {
  const { only, skip } = selection;
  const covers = coversOf(lines);
  const runs = (name: string, check: string): boolean =>
    !skip.some((pattern) => matches(pattern, name) || matches(pattern, check)) &&
    (only.length === 0 ||
      [name, check, ...(covers.get(check) ?? [])].some((of) => isSelected({ only, skip: [] }, of)));
  return (line, kind) =>
    line.checks.every((check) => caseNames(check, kind, kinds).every((name) => runs(name, check)));
}

function coversOf(lines: readonly VerdictLine[]): ReadonlyMap<string, readonly RequirementId[]> {
  const covers = new Map<string, RequirementId[]>();
  for (const { requirement, checks } of lines) {
    for (const check of checks) covers.set(check, [...(covers.get(check) ?? []), requirement]);
  }
  return covers;
}

function caseNames(check: string, kind: string, kinds: readonly CoveredKind[]): readonly string[] {
  const places = kinds
    .filter(({ name }) => matches(kind, name))
    .flatMap(({ name, statusWrites }) => [name, ...statusWrites.map((via) => `${name}.${via}`)]);
  return places.map((place) => `${check}#${place}`);
}
