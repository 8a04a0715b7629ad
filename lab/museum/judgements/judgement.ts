import type { Rule } from "../rules.ts";

/** The cause of an additional broken rule in a fixed release. Each is a defect or a limit of the system. */
export interface Judgement {
  /** Name of a system in `systems.ts`. */
  readonly system: string;
  readonly rules: readonly [Rule, ...Rule[]];
  /** Releases that break the rules. */
  readonly releases: readonly [string, ...string[]];
  /** One sentence. */
  readonly deviation: string;
  /** `fixed` in a later release, `open` if no fix was found, or `limit` if the system is not made for it. */
  readonly standing: "fixed" | "limit" | "open";
  /** URLs of upstream statements, or of the documentation that requires other behavior. */
  readonly sources: readonly [string, ...string[]];
}
