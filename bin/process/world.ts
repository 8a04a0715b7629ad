import type { Secrets } from "#targets";
import type { Interruption } from "./interruption.ts";

/** A stream that people or other programs read. */
export interface Output {
  /** Writes a text for people, in which no line may be read as a command. */
  write(text: string): void;
  /** Writes what another program reads, as it is: a document whose format escapes, or commands of our own. */
  writeDocument(text: string): void;
  /** Whether a person looks at it through a terminal, so that lines may be rewritten. */
  readonly isTerminal: boolean;
  /** Width of the terminal in characters. */
  readonly columns?: number;
  /** How many colours it shows, as chalk counts: 0 none, 1 sixteen, 2 256, 3 all. */
  readonly colorLevel: ColorLevel;
}

/** Colours, as chalk counts them. */
export type ColorLevel = 0 | 1 | 2 | 3;

/** All that a command has of the world around it. The rest of the suite has none of it. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Secrets that must not be shown or stored. Absent until they are known. */
  readonly secrets?: Secrets;
  /** The folder in which the suite was started. Without it, no configuration is searched for. */
  readonly folder?: string;
  /** The folder for data that outlasts a call. Without it, nothing is kept. */
  readonly stateFolder?: string;
  /** Asks the user and resolves with the answer, empty for none. Absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  readonly out: Output;
  readonly err: Output;
  /** The wall clock. */
  readonly clock: () => Date;
  /** Milliseconds since any fixed moment, never going back. */
  readonly monotonicMs: () => number;
  /** Starts to listen for the wish to stop. Until then, the wish ends the process at once. */
  readonly listen: () => Interruption;
}
