import type { Rule } from "../rules.ts";

/** What a further broken rule of a release with the fix comes from. All are findings about the system. */
export interface Judgement {
  /** The name of a system in `systems.ts`. */
  readonly system: string;
  readonly rules: readonly [Rule, ...Rule[]];
  /** Releases in which they are broken. */
  readonly releases: readonly [string, ...string[]];
  /** What the release does, in one sentence. */
  readonly deviation: string;
  /** `fixed` in a later release, `open` if no fix was found, or `limit` of what the system is made for. */
  readonly standing: "fixed" | "limit" | "open";
  /** Addresses: what upstream says of it, or the documentation that requires otherwise. */
  readonly sources: readonly [string, ...string[]];
}
