import type { VersionOrder } from "#checker";
import type { HistoryRecord } from "./history-record.ts";
import type { LoggedRequest } from "./logged-request.ts";

/** Selects which requests of a log to read. */
export interface LogChoice {
  /**
   * Patterns of objects such as `deployments.apps/*`, in which `*` matches any characters. If empty, all objects are
   * read.
   */
  readonly objects: readonly string[];
  readonly namespace?: string;
  /** Time in milliseconds since 1970. Requests that finished earlier are skipped. */
  readonly sinceMs?: number;
  /** Maximum clock error of each file, in milliseconds. */
  readonly clockErrorMs: number;
  readonly mapping?: unknown;
}

export interface LogSink {
  /** Receives a request with its client. Such requests are also checked against the rules for writers. */
  request(request: LoggedRequest): void;
  record(record: HistoryRecord): void;
}

/** Number of skipped lines by reason: `dry run` → 12. */
export type SkippedLines = ReadonlyMap<string, number>;

export interface LogFacts {
  readonly requests: number;
  readonly skipped: SkippedLines;
  /** Limitations of the log, one sentence each. */
  readonly limits: readonly string[];
  /** Notes on the interpretation of the log, one sentence each. */
  readonly notes?: readonly string[];
}

export interface LogReader {
  /**
   * Processes one line. Never throws on invalid input: lines that are not records of the format are counted as skipped.
   */
  take(text: string, line: number): void;
  /** Finishes the log: passes on buffered records. */
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
  readonly summary: string;
  readonly versions: VersionOrder;
  /** Whether the format contains requests with their clients, or only a history. Defaults to requests. */
  readonly reads?: "history" | "requests";
  /** Whether a log can only be judged as a whole. If so, no objects can be selected. */
  readonly isWhole?: boolean;
  readonly needsMapping: boolean;
  problemWith?(mapping: unknown): string | undefined;
  open(source: LogSource): LogReader;
}

/** The names of the supported log formats, as used in `--from`. */
export const logFormatNames = [
  "kubernetes-audit",
  "gateway",
  "jepsen",
  "debezium",
  "changes",
  "run",
] as const;

export type LogFormatName = (typeof logFormatNames)[number];
