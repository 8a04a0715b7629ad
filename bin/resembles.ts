import type { RequirementId } from "#contract";

/** What must be known of a fault to point to it. */
export interface NamedFault {
  readonly name: string;
  readonly summary: string;
  /** The requirements that it breaks, the one that it is about first. */
  readonly breaks: readonly RequirementId[];
}

/**
 * For each requirement, a known way to break it. The faults that are about a requirement come before
 * those that break it by the way.
 */
export function resemblances(
  faults: readonly NamedFault[],
): Readonly<Partial<Record<RequirementId, string>>> {
  const found: Partial<Record<RequirementId, string>> = {};
  for (const fault of faults) {
    for (const requirement of fault.breaks) found[requirement] ??= describe(fault);
  }
  for (const fault of faults.toReversed()) {
    const [first] = fault.breaks;
    if (first !== undefined) found[first] = describe(fault);
  }
  return found;
}

function describe({ name, summary }: NamedFault): string {
  return `${summary} (fault ${name})`;
}
