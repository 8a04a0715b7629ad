import type { Rules } from "../rules/rules.ts";

/** A server with some rules replaced: a fault or a freedom. */
export interface Variant {
  readonly name: string;
  readonly summary: string;
  /**
   * Replaces rules. Called once per server, so local variables can hold the variant's state. `rules` are the rules
   * without the variant; the variant calls them where it does not change the behavior.
   */
  readonly change: (rules: Rules) => Partial<Rules>;
}

export function applyVariants(rules: Rules, variants: readonly Variant[]): Rules {
  const changed = { ...rules };
  for (const variant of variants) Object.assign(changed, variant.change({ ...changed }));
  return changed;
}
