import type { RequirementId } from "#contract";

/** One command, and the words that it is called with. */
export type Words = readonly string[];

/** An API in one language, and what is known of it. */
export interface Implementer {
  /** Also the name of its folder below `docs/examples/implementers`. */
  readonly name: string;
  /** Each must be there, or the language is skipped. */
  readonly tools: readonly Words[];
  /**
   * Run one after another in a copy of the folder, once for each version of its files. A word may start with
   * `$cache`, the folder above that copy.
   */
  readonly build: readonly Words[];
  /** Starts the server in that copy. The port is in `PORT`, a mistake in `MISTAKE`. */
  readonly start: Words;
  /** Where GraphQL is answered. */
  readonly path: string;
  /** What its user tells `init`: credentials, namespaces, and what no schema says. */
  readonly told: Words;
  /** The requirements of which one must head the report, by mistake. */
  readonly mistakes: Readonly<Record<string, readonly [RequirementId, ...RequirementId[]]>>;
}
