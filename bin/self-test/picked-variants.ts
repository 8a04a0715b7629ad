import { suiteCommand } from "#contract";
import { matches } from "#verdicts";
import { UsageError } from "../process/program-errors.ts";
import { suggest } from "../options/suggest-names.ts";

interface Named {
  readonly name: string;
}

/** Selects faults by name, in the given order; `*` matches any string. */
export function pickFaults<Fault extends Named>(
  names: readonly string[],
  faults: readonly Fault[],
): readonly Fault[] {
  return pickNamed("fault", names, faults);
}

/**
 * Selects freedoms by name, in the order of the catalogue, because each freedom is applied to the result of the
 * preceding ones.
 */
export function pickFreedoms<Freedom extends Named>(
  names: readonly string[],
  freedoms: readonly Freedom[],
): readonly Freedom[] {
  const picked = pickNamed("freedom", names, freedoms);
  return freedoms.filter((freedom) => picked.includes(freedom));
}

function pickNamed<Variant extends Named>(
  what: string,
  names: readonly string[],
  variants: readonly Variant[],
): readonly Variant[] {
  const picked = names.flatMap((name) => {
    const found = variants.filter((variant) => matches(name, variant.name));
    if (found.length > 0) return found;
    throw new UsageError(`there is no ${what} "${name}"`, {
      fix: suggest(
        name,
        variants.map((variant) => variant.name),
        `List the ${what}s with ${suiteCommand} list --${what}s.`,
      ),
    });
  });
  return [...new Set(picked)];
}
