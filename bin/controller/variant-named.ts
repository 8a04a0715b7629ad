import { faultyVariants } from "#reference/controller";
import type { FaultyVariant } from "#reference/controller";
import { UsageError } from "../process/program-errors.ts";
import { suggest } from "../options/suggest-names.ts";

export function variantNamed(name: string): FaultyVariant {
  const found = faultyVariants.find((variant) => variant.name === name);
  if (found !== undefined) return found;
  const known = faultyVariants.map((variant) => variant.name);
  throw new UsageError(`no faulty variant "${name}"`, {
    fix: suggest(name, known, `Valid faulty variants: ${known.join(", ")}.`),
  });
}
