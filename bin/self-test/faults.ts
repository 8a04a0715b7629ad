import { suiteCommand } from "#contract";
import { matches } from "#verdicts";
import { UsageError } from "../process/errors.ts";
import { suggest } from "../options/nearest.ts";

/**
 * The faults with the given names, in the given order; `*` stands for any text. Throws {@link UsageError} for
 * a name that none has.
 */
export function pickFaults<Fault extends { readonly name: string }>(
  names: readonly string[],
  faults: readonly Fault[],
): readonly Fault[] {
  const picked = names.flatMap((name) => {
    const found = faults.filter((fault) => matches(name, fault.name));
    if (found.length > 0) return found;
    throw new UsageError(`there is no fault "${name}"`, {
      mend: suggest(
        name,
        faults.map((fault) => fault.name),
        `List them with ${suiteCommand} list --faults.`,
      ),
    });
  });
  return [...new Set(picked)];
}
