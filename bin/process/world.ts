import type { Secrets } from "#targets";
import type { Interruption } from "./interruption.ts";

export interface Output {
  /** Writes human-readable text. No line of it may act as a CI command. */
  write(text: string): void;
  /** Writes machine-readable output unchanged: a document whose format escapes, or CI commands of the suite. */
  writeDocument(text: string): void;
  /** Whether it is a terminal, so that lines may be rewritten. */
  readonly isTerminal: boolean;
  /** Width of the terminal in characters. */
  readonly columns?: number;
  /** Supported colors as chalk counts them: 0 none, 1 sixteen, 2 256, 3 all. */
  readonly colorLevel: ColorLevel;
}

export type ColorLevel = 0 | 1 | 2 | 3;

/** The environment of a command: output, input, clocks, folders. The rest of the suite does not access them. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Secrets to redact. Absent until known. */
  readonly secrets?: Secrets;
  /** The working directory. Without it, no configuration is searched for. */
  readonly folder?: string;
  /** Folder for data that persists between invocations. Without it, nothing is stored. */
  readonly stateFolder?: string;
  /** Asks the user and resolves with the answer, empty for none. Absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  readonly out: Output;
  readonly err: Output;
  /** The wall clock. */
  readonly clock: () => Date;
  /** Monotonic milliseconds since an arbitrary moment. */
  readonly monotonicMs: () => number;
  /** Starts to handle stop signals. Before that, they terminate the process. */
  readonly listen: () => Interruption;
}
