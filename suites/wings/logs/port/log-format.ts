import type { VersionOrder } from "#checker";
import type { HistoryRecord } from "./history-record.ts";
import type { LoggedRequest } from "./logged-request.ts";

/** The parts of a log that are read. */
export interface LogChoice {
  /** Patterns of objects such as `deployments.apps/*`, in which `*` stands for any characters. Empty: all. */
  readonly objects: readonly string[];
  readonly namespace?: string;
  /** Requests that arrived earlier are skipped, in milliseconds since 1970. */
  readonly sinceMs?: number;
  /** How far the clock of each file can be from the true time, in milliseconds. */
  readonly clockErrorMs: number;
  /** The mapping file of formats that need one, parsed. */
  readonly mapping?: unknown;
}

/** Receives what a log records. */
export interface LogSink {
  /** Requests with their clients, to be judged by the rules for writers as well. */
  request(request: LoggedRequest): void;
  /** What a format reads that knows no requests. */
  record(record: HistoryRecord): void;
}

/** Why lines were not used, with how many: `dry run` → 12. */
export type SkippedLines = ReadonlyMap<string, number>;

/** What a log can show, known at its end. */
export interface LogFacts {
  /** Requests that were passed on. */
  readonly requests: number;
  readonly skipped: SkippedLines;
  /** What the log cannot show, one sentence each. */
  readonly limits: readonly string[];
  /** How the log was understood, one sentence each. None by default. */
  readonly notes?: readonly string[];
}

/** Reads one log, line by line. */
export interface LogReader {
  /** Takes one line. Never throws for its content: what is no record of the format is counted as skipped. */
  take(text: string, line: number): void;
  /** Ends the log: passes on what was held back. */
  end(): LogFacts;
}

/** What a reader is opened with. */
export interface LogSource {
  readonly file: string;
  /** Lines of the files that were read before it. */
  readonly linesBefore: number;
  readonly choice: LogChoice;
  readonly sink: LogSink;
}

/** One format of foreign logs. */
export interface LogFormat {
  readonly name: string;
  /** What it reads, in a few words. */
  readonly summary: string;
  readonly versions: VersionOrder;
  /** Whether it has requests of clients that are known, or only a history; requests by default. */
  readonly reads?: "history" | "requests";
  /** Whether it can only be judged as a whole, so that no objects can be selected. */
  readonly isWhole?: boolean;
  /** Whether it needs a mapping file. */
  readonly needsMapping: boolean;
  /** What is wrong with a mapping file; absent where nothing is. */
  problemWith?(mapping: unknown): string | undefined;
  open(source: LogSource): LogReader;
}
