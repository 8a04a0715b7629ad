import type { RequirementId } from "#contract";

/** A command and its arguments. */
export type Words = readonly string[];

export interface Implementer {
  /** Also the name of its folder below `docs/examples/implementers`. */
  readonly name: string;
  /** All of them are required, or the language is skipped. */
  readonly tools: readonly Words[];
  /**
   * Build commands, run in a copy of the folder once per version of its files. `$cache` stands for the parent folder of
   * that copy.
   */
  readonly build: readonly Words[];
  /** Starts the server in that copy. The port is in `PORT`, a mistake in `MISTAKE`. */
  readonly start: Words;
  /** Path of the GraphQL endpoint. */
  readonly path: string;
  /** Arguments of `init`: credentials, namespaces, and facts that the schema does not show. */
  readonly told: Words;
  /** For each mistake, the requirements one of which must be first in the report. */
  readonly mistakes: Readonly<Record<string, readonly [RequirementId, ...RequirementId[]]>>;
}
