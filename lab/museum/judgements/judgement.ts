import type { Rule } from "../anomaly-types.ts";

/** Why a fixed release violates another rule: a defect or a limitation of the system. */
export interface Judgement {
  readonly system: string;
  readonly rules: readonly [Rule, ...Rule[]];
  readonly releases: readonly [string, ...string[]];
  readonly deviation: string;
  /**
   * `fixed` in a later release, `open` if no fix is known, or `limit` if the system is not designed to follow the
   * rules.
   */
  readonly standing: "fixed" | "limit" | "open";
  /** URLs of upstream statements, or of documentation that requires different behavior. */
  readonly sources: readonly [string, ...string[]];
}
