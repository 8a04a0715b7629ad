import { suiteCommand } from "#contract";
import { matches } from "#verdicts";
import { UsageError } from "../process/errors.ts";
import { suggest } from "../options/nearest.ts";

interface Named {
  readonly name: string;
}

/**
 * The faults with the given names, in the given order; `*` stands for any text. Throws {@link UsageError} for
 * a name that none has.
 */
export function pickFaults<Fault extends Named>(
  names: readonly string[],
  faults: readonly Fault[],
): readonly Fault[] {
  return pickNamed("fault", names, faults);
}

/**
 * The freedoms with the given names, as faults are picked, but in the order of the catalogue: what one of them
 * spells otherwise is what the next one gets.
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
      mend: suggest(
        name,
        variants.map((variant) => variant.name),
        `List them with ${suiteCommand} list --${what}s.`,
      ),
    });
  });
  return [...new Set(picked)];
}
