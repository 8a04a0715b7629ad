import { controllerTwins } from "#reference/controller";
import type { Twin } from "#reference/controller";
import { UsageError } from "../process/errors.ts";
import { suggest } from "../options/suggest-names.ts";

/**
 * The faulty variant of the reference controllers with a name.
 *
 * @throws UsageError if there is none.
 */
export function twinNamed(name: string): Twin {
  const found = controllerTwins.find((twin) => twin.name === name);
  if (found !== undefined) return found;
  const known = controllerTwins.map((twin) => twin.name);
  throw new UsageError(`no faulty variant "${name}"`, {
    mend: suggest(name, known, `Valid faulty variants: ${known.join(", ")}.`),
  });
}
