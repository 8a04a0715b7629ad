import { isJsonObject } from "#contract";
import type { CallResult } from "./worker-process.ts";

export interface CaseCall {
  readonly words: readonly string[];
  readonly output: string;
}

export interface CaseEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly uncaught: readonly string[];
  /** The types of open handles that prevent the process from exiting. */
  readonly lingering: readonly string[];
  readonly grownBytes: number;
  /**
   * Why the record cannot be read, or a report cannot be rendered. Absent if there is no such problem, or no record.
   */
  readonly recordProblem?: string;
  /** The number of lines in the record. Absent if there is no record. */
  readonly recordLines?: number;
  readonly writtenBytes: number;
}

export type CaseResult = CallResult<CaseEnd>;

export function readCall(sent: unknown): CaseCall {
  if (isJsonObject(sent) && typeof sent["output"] === "string") {
    return { words: textsOf(sent["words"]), output: sent["output"] };
  }
  throw new Error("the worker received a message that is not a call");
}

export function readEnd(sent: unknown): CaseEnd {
  if (!isJsonObject(sent))
    throw new Error("the worker sent a message that is not the result of a call");
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
