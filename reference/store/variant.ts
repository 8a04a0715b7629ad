import type { Rules } from "../rules/rules.ts";

/** A server that does something otherwise. */
export interface Variant {
  /** In kebab-case. */
  readonly name: string;
  /** What the server does, one sentence. */
  readonly summary: string;
  /**
   * The rules that are replaced. Called once for every server, so state that belongs to the variant is
   * a variable inside. `rules` are those that would hold without it: call them for everything that
   * stays as it is.
   */
  readonly change: (rules: Rules) => Partial<Rules>;
}

/** The rules with all variants built in, in order. */
export function applyVariants(rules: Rules, variants: readonly Variant[]): Rules {
  const changed = { ...rules };
  for (const variant of variants) Object.assign(changed, variant.change({ ...changed }));
  return changed;
}
