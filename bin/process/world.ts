import type { Secrets } from "#targets";
import type { Interruption } from "./interruption.ts";

export interface Output {
  /** Writes human-readable output. None of its lines may act as a CI command. */
  write(text: string): void;
  /** Writes machine-readable output unchanged: a document that is already escaped, or CI commands of the suite. */
  writeDocument(text: string): void;
  /** Whether the output is a terminal, so that lines may be overwritten. */
  readonly isTerminal: boolean;
  readonly columns?: number;
  /** The number of supported colors, encoded as in chalk: 0 none, 1 sixteen, 2 256, 3 all. */
  readonly colorLevel: ColorLevel;
}

export type ColorLevel = 0 | 1 | 2 | 3;

/**
 * The environment of a command: output, input, clocks, folders. No other component of the suite accesses them directly.
 */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Secrets to redact. Absent until known. */
  readonly secrets?: Secrets;
  /** The working directory. Absent if the command must not search for a configuration. */
  readonly folder?: string;
  /** Folder for data that persists between invocations. Absent if nothing can be stored. */
  readonly stateFolder?: string;
  /** Asks the user and resolves with the answer, which may be empty. Absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  readonly out: Output;
  readonly err: Output;
  readonly clock: () => Date;
  /** Reads a monotonic clock: milliseconds since an arbitrary point in time. */
  readonly monotonicMs: () => number;
  /** Starts to handle stop signals, which otherwise terminate the process. */
  readonly listen: () => Interruption;
}

/** Every common CI system sets this variable. */
export function isInCi({ CI }: World["environment"]): boolean {
  return CI !== undefined && !["", "0", "false"].includes(CI.toLowerCase());
}
