import type { RecordLine } from "#verdicts";

/** The first line of a record. */
export type HeaderLine = Extract<RecordLine, { line: "header" }>;

/** A request and what came back. */
export type ExchangeLine = Extract<RecordLine, { line: "exchange" }>;

/** The opening of a watch. */
export type WatchLine = Extract<RecordLine, { line: "watch" }>;

/** An event of a watch. */
export type EventLine = Extract<RecordLine, { line: "event" }>;

/** The end of a watch. */
export type WatchEndLine = Extract<RecordLine, { line: "watch-end" }>;

/** What became of an object that the run created. */
export type FixtureLine = Extract<RecordLine, { line: "fixture" }>;
