import type { JsonValue } from "#contract";
import type { Change } from "#harness";
import type { LoggedRequest, LoggedWriter } from "../port/logged-request.ts";
import type { FoundRequest, WriterFinding } from "../port/writer-finding.ts";
import type { Carries } from "./carried.ts";

/** The last logged write that changed a field. */
export interface FieldWrite {
  readonly by: LoggedWriter;
  readonly request: FoundRequest;
  /** Position of the version that it made among those of the object. */
  readonly position: number;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** A write that was carried out. */
export interface WriteStep {
  readonly request: LoggedRequest;
  readonly found: FoundRequest;
  /** What it changed, as far as the state before it is known. Absent if unknown. */
  readonly changes: readonly Change[] | undefined;
  readonly carries: Carries;
  /** Whether it is known to have changed nothing. */
  readonly isNoOp: boolean;
}

/** What a rule knows beyond the request. */
export interface RuleContext {
  readonly object: string;
  /** The write that gave a field its value. Absent if not in the log. */
  lastWrite(path: string): FieldWrite | undefined;
  /** Who created the object. Absent if not in the log. */
  creator(): LoggedWriter | undefined;
  /** Position of the newest version that a client received. Absent if none is in the log. */
  seenBy(writer: LoggedWriter): number | undefined;
  /** Position of a version among those of the object. */
  positionOf(version: string): number | undefined;
  report(finding: Omit<WriterFinding, "object">): void;
}

/** Judges the writers of one object by one rule. */
export interface WriterRule {
  wrote?(step: WriteStep): void;
  /** A write that was certainly not carried out. */
  refused?(request: LoggedRequest, found: FoundRequest): void;
  /** The object ends, or the log. */
  end?(): void;
}

/** Starts to judge the writers of an object. */
export type WriterRuleFactory = (context: RuleContext) => WriterRule;
