import type { Report, ReportRequirement } from "./report.ts";
import { violatedCases } from "./broken-causes.ts";

/** A case, by what it was about. */
export interface CasePlace {
  readonly check: string;
  readonly kind?: string;
  /** The operation that it went through, where there is a choice. */
  readonly via?: string;
}

/** Where a requirement is broken, and where the same checks found nothing. */
export interface WhereBroken {
  /** Cases of the checks that found it broken. */
  readonly broken: number;
  readonly of: number;
  /** What tells the broken cases from the others. Empty: nothing does, or all are broken. */
  readonly kinds: Split;
  readonly operations: Split;
}

/** Names under which every case is broken, and names under which none is. */
export interface Split {
  readonly broken: readonly string[];
  readonly held: readonly string[];
}

/** Where a requirement is broken: on which kinds and through which operations, and what holds beside it. */
export function whereBroken(
  requirement: ReportRequirement,
  { cases }: Pick<Report, "cases">,
): WhereBroken {
  const names = new Set(violatedCases(requirement));
  const checks = new Set([...names].map((name) => placeOf(name).check));
  const looked = new Set([
    ...names,
    ...cases.flatMap(({ case: name, check, problem }) =>
      checks.has(check) && problem === undefined ? [name] : [],
    ),
  ]);
  const places = [...looked].map((name) => ({ ...placeOf(name), isBroken: names.has(name) }));
  return {
    broken: names.size,
    of: places.length,
    kinds: splitBy(places, ({ kind }) => kind),
    operations: splitBy(places, ({ via }) => via),
  };
}

/** What a case was about, from its name: `check#Kind.via`. */
export function placeOf(name: string): CasePlace {
  const [, check = name, kind, via] = /^([^#]*)(?:#([^.]+)(?:\.(.+))?)?$/u.exec(name) ?? [];
  return { check, ...(kind === undefined ? {} : { kind }), ...(via === undefined ? {} : { via }) };
}

type Place = CasePlace & { readonly isBroken: boolean };

/** Only a difference is told: a name under which some cases are broken and others are not says nothing. */
function splitBy(places: readonly Place[], nameOf: (place: Place) => string | undefined): Split {
  const outcomes = new Map<string, Set<boolean>>();
  for (const place of places) {
    const name = nameOf(place);
    if (name === undefined) continue;
    outcomes.set(name, (outcomes.get(name) ?? new Set()).add(place.isBroken));
  }
  const named = (isBroken: boolean): readonly string[] =>
    [...outcomes].flatMap(([name, seen]) => (seen.has(isBroken) && seen.size === 1 ? [name] : []));
  const [broken, held] = [named(true), named(false)];
  return held.length === 0 || broken.length === 0 ? { broken: [], held: [] } : { broken, held };
}
