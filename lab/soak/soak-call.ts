import { isJsonObject } from "#contract";

/** One run, as it is handed to a worker. */
export interface SoakCall {
  /** What is typed. */
  readonly words: readonly string[];
  /** Whether the wall clock jumps meanwhile. */
  readonly clockJumps: boolean;
}

/** What one run came to. */
export interface SoakEnd {
  readonly code: number;
  readonly printed: string;
  /** How much memory the process has after it, in bytes. */
  readonly residentBytes: number;
}

/** Reads a call. Throws where it is none. */
export function readSoakCall(sent: unknown): SoakCall {
  if (!isJsonObject(sent) || !Array.isArray(sent["words"])) {
    throw new Error("a worker was sent something that is no call");
  }
  const words = sent["words"].filter((word) => typeof word === "string");
  return { words, clockJumps: sent["clockJumps"] === true };
}

/** Reads an end. Throws where it is none. */
export function readSoakEnd(sent: unknown): SoakEnd {
  if (isJsonObject(sent)) {
    const { code, printed, residentBytes } = sent;
    const isEnd = typeof printed === "string" && typeof residentBytes === "number";
    if (typeof code === "number" && isEnd) return { code, printed, residentBytes };
  }
  throw new Error("a worker answered with something that is no end");
}
