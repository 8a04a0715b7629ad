import type { Rules } from "../rules/rules.ts";

/** A server that does something otherwise. */
export interface Variant {
  readonly name: string;
  readonly summary: string;
  /**
   * Replaces rules. Called once per server, so state of the variant is a variable inside. `rules` are those without it:
   * call them for everything that stays the same.
   */
  readonly change: (rules: Rules) => Partial<Rules>;
}

export function applyVariants(rules: Rules, variants: readonly Variant[]): Rules {
  const changed = { ...rules };
  for (const variant of variants) Object.assign(changed, variant.change({ ...changed }));
  return changed;
}
