import type { RequirementId } from "#contract";

export type Words = readonly string[];

export interface Implementer {
  /** The name of the folder in `docs/examples/implementers`. */
  readonly name: string;
  readonly tools: readonly Words[];
  /**
   * Build commands. They run in a copy of the folder, once for each version of the files. `$cache` is replaced by the
   * parent folder of that copy.
   */
  readonly build: readonly Words[];
  /**
   * Starts the server in that copy. The environment variable `PORT` contains the port to listen on, and `MISTAKE` the
   * planted defect to enable.
   */
  readonly start: Words;
  readonly path: string;
  /** Arguments of `init`: credentials, namespaces, and facts that the schema does not contain. */
  readonly initArgs: Words;
  /** The requirements that each planted defect violates. The first card of the report must be about one of them. */
  readonly mistakes: Readonly<Record<string, readonly [RequirementId, ...RequirementId[]]>>;
}
