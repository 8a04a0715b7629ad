import { isJsonObject } from "#contract";

export interface SoakCall {
  readonly words: readonly string[];
  readonly clockJumps: boolean;
}

export interface SoakEnd {
  readonly code: number;
  readonly printed: string;
  readonly residentBytes: number;
}

export function readSoakCall(sent: unknown): SoakCall {
  if (!isJsonObject(sent) || !Array.isArray(sent["words"])) {
    throw new Error("the worker received a message that is not a call");
  }
  const words = sent["words"].filter((word) => typeof word === "string");
  return { words, clockJumps: sent["clockJumps"] === true };
}

export function readSoakEnd(sent: unknown): SoakEnd {
  if (isJsonObject(sent)) {
    const { code, printed, residentBytes } = sent;
    const isEnd = typeof printed === "string" && typeof residentBytes === "number";
    if (typeof code === "number" && isEnd) return { code, printed, residentBytes };
  }
  throw new Error("the worker sent a message that is not the result of a call");
}
