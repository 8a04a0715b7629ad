import type { RequirementId } from "#contract";

/** A command and its arguments. */
export type Words = readonly string[];

export interface Implementer {
  /** The name of the folder in `docs/examples/implementers`. */
  readonly name: string;
  /** Commands that check for required tools. The language is skipped if one fails. */
  readonly tools: readonly Words[];
  /**
   * Build commands. They run in a copy of the folder, once per version of its files. `$cache` is replaced by the parent
   * folder of that copy.
   */
  readonly build: readonly Words[];
  /** Starts the server in that copy. The environment variable `PORT` is its port, `MISTAKE` the mistake to make. */
  readonly start: Words;
  /** The path of the GraphQL endpoint. */
  readonly path: string;
  /** Arguments of `init`: credentials, namespaces, and facts that the schema does not contain. */
  readonly told: Words;
  /** By mistake, the requirements that it breaks. One of them must be first in the report. */
  readonly mistakes: Readonly<Record<string, readonly [RequirementId, ...RequirementId[]]>>;
}
