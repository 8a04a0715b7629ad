import type { JsonValue } from "#contract";
import type { Change } from "#harness";
import type { LoggedRequest, LoggedWriter } from "../port/logged-request.ts";
import type { FoundRequest, WriterFinding } from "../port/writer-finding.ts";
import type { Carries } from "./carried.ts";

export interface FieldWrite {
  readonly by: LoggedWriter;
  readonly request: FoundRequest;
  /** Index of the written version among the versions of the object. */
  readonly position: number;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

export interface WriteStep {
  readonly request: LoggedRequest;
  readonly found: FoundRequest;
  /** The changes that the write made. Absent if the preceding state is unknown. */
  readonly changes: readonly Change[] | undefined;
  readonly carries: Carries;
  readonly isNoOp: boolean;
}

export interface RuleContext {
  readonly object: string;
  /** The last write to a field. Absent if not in the log. */
  lastWrite(path: string): FieldWrite | undefined;
  /** The creator of the object. Absent if not in the log. */
  creator(): LoggedWriter | undefined;
  /** Index of the newest version that a client received. Absent if none is in the log. */
  seenBy(writer: LoggedWriter): number | undefined;
  positionOf(version: string): number | undefined;
  report(finding: Omit<WriterFinding, "object">): void;
}

export interface WriterRule {
  wrote?(step: WriteStep): void;
  /** Called with a write that certainly failed. */
  refused?(request: LoggedRequest, found: FoundRequest): void;
  /** Called when the object is deleted, or when the log ends. */
  end?(): void;
}

export type WriterRuleFactory = (context: RuleContext) => WriterRule;
