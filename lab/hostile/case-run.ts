import { isJsonObject } from "#contract";
import type { CallResult } from "../calls/worker-process.ts";

/** One call of the program, as it is handed to a worker. */
export interface CaseCall {
  /** What is typed. */
  readonly words: readonly string[];
  /** The folder of its files. */
  readonly output: string;
}

/** What one call came to. */
export interface CaseEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What came up although nobody waited for it: rejections without a handler, and exceptions. */
  readonly uncaught: readonly string[];
  /** What would have kept the process from ending, by kind. */
  readonly lingering: readonly string[];
  /** How much the process grew at most, in bytes. */
  readonly grownBytes: number;
  /** Why the record cannot be read again, or no report can be made of it. Absent: it can, or there is none. */
  readonly recordProblem?: string;
  /** How many lines the record has. None by default. */
  readonly recordLines?: number;
  /** The size of all files, in bytes. */
  readonly writtenBytes: number;
}

/** How a call ended for whoever made it. */
export type CaseResult = CallResult<CaseEnd>;

/** Reads a call. Throws where it is none. */
export function readCall(sent: unknown): CaseCall {
  if (isJsonObject(sent) && typeof sent["output"] === "string") {
    return { words: textsOf(sent["words"]), output: sent["output"] };
  }
  throw new Error("a worker was sent something that is no call");
}

/** Reads an end. Throws where it is none. */
export function readEnd(sent: unknown): CaseEnd {
  if (!isJsonObject(sent)) throw new Error("a worker answered with something that is no end");
  const { code, out, err, recordProblem, recordLines, grownBytes, writtenBytes } = sent;
  return {
    code: typeof code === "number" ? code : -1,
    out: typeof out === "string" ? out : "",
    err: typeof err === "string" ? err : "",
    uncaught: textsOf(sent["uncaught"]),
    lingering: textsOf(sent["lingering"]),
    grownBytes: typeof grownBytes === "number" ? grownBytes : 0,
    writtenBytes: typeof writtenBytes === "number" ? writtenBytes : 0,
    ...(typeof recordProblem === "string" ? { recordProblem } : {}),
    ...(typeof recordLines === "number" ? { recordLines } : {}),
  };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
