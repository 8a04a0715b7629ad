import type { RecordLine } from "#verdicts";

export type HeaderLine = Extract<RecordLine, { line: "header" }>;

export type ExchangeLine = Extract<RecordLine, { line: "exchange" }>;

export type WatchLine = Extract<RecordLine, { line: "watch" }>;

export type EventLine = Extract<RecordLine, { line: "event" }>;

export type WatchEndLine = Extract<RecordLine, { line: "watch-end" }>;

export type FixtureLine = Extract<RecordLine, { line: "fixture" }>;
