import { UsageError } from "./errors.ts";
import { suggest } from "./nearest.ts";

/** The faults with the given names, in the given order. Throws {@link UsageError} for an unknown one. */
export function pickFaults<Fault extends { readonly name: string }>(
  names: readonly string[],
  faults: readonly Fault[],
): readonly Fault[] {
  return [...new Set(names)].map((name) => {
    const found = faults.find((fault) => fault.name === name);
    if (found !== undefined) return found;
    throw new UsageError(`there is no fault "${name}"`, {
      mend: suggest(
        name,
        faults.map((fault) => fault.name),
        "List them with conformance list --faults.",
      ),
    });
  });
}
