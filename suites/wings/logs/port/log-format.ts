import type { VersionOrder } from "#checker";
import type { HistoryRecord } from "./history-record.ts";
import type { LoggedRequest } from "./logged-request.ts";

/** Selects the parts of a log to read. */
export interface LogChoice {
  /** Patterns of objects such as `deployments.apps/*`, in which `*` matches any characters. All objects if empty. */
  readonly objects: readonly string[];
  readonly namespace?: string;
  /** Requests that ended earlier are skipped. In milliseconds since 1970. */
  readonly sinceMs?: number;
  /** Maximum clock error of each file, in milliseconds. */
  readonly clockErrorMs: number;
  /** The parsed mapping file, for formats that need one. */
  readonly mapping?: unknown;
}

/** Receives the content of a log. */
export interface LogSink {
  /** A request with its client, which the rules for writers check as well. */
  request(request: LoggedRequest): void;
  /** A record of a format without requests. */
  record(record: HistoryRecord): void;
}

/** Number of skipped lines by reason: `dry run` → 12. */
export type SkippedLines = ReadonlyMap<string, number>;

/** Facts about a log that are known at its end. */
export interface LogFacts {
  /** Number of requests that were passed on. */
  readonly requests: number;
  readonly skipped: SkippedLines;
  /** Limitations of the log, one sentence each. */
  readonly limits: readonly string[];
  /** Notes on the interpretation of the log, one sentence each. None by default. */
  readonly notes?: readonly string[];
}

/** Reads one log, line by line. */
export interface LogReader {
  /**
   * Processes one line. Never throws on invalid input: lines that are not records of the format are counted as skipped.
   */
  take(text: string, line: number): void;
  /** Ends the log: passes on buffered records. */
  end(): LogFacts;
}

export interface LogSource {
  readonly file: string;
  /** Number of lines in the preceding files. */
  readonly linesBefore: number;
  readonly choice: LogChoice;
  readonly sink: LogSink;
}

export interface LogFormat {
  readonly name: string;
  /** Short description of the format. */
  readonly summary: string;
  readonly versions: VersionOrder;
  /** Whether the format contains requests with their clients, or only a history. Defaults to requests. */
  readonly reads?: "history" | "requests";
  /** Whether a log can only be judged as a whole. No objects can be selected then. */
  readonly isWhole?: boolean;
  /** Whether the format needs a mapping file. */
  readonly needsMapping: boolean;
  /** The problem with a mapping file, if any. */
  problemWith?(mapping: unknown): string | undefined;
  open(source: LogSource): LogReader;
}
