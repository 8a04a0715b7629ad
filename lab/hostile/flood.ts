import type { Writable } from "node:stream";

export interface FloodOptions {
  /** The chunk to write repeatedly, or a function that creates each chunk. */
  readonly piece: Buffer | ((index: number) => Buffer);
  /** Maximum number of bytes, so that a case finishes even if the reader never closes the connection. */
  readonly mostBytes: number;
  /** Pause between chunks, in milliseconds. Defaults to no pause. */
  readonly pauseMs?: number;
}

/** Writes until the reader closes the connection or the limit is reached. Never rejects. */
export async function flood(
  into: Writable,
  { piece, mostBytes, pauseMs }: FloodOptions,
): Promise<void> {
  let written = 0;
  for (let index = 0; written < mostBytes && into.writable; index += 1) {
    const bytes = typeof piece === "function" ? piece(index) : piece;
    written += bytes.length;
    if (!into.write(bytes)) await drained(into);
    if (pauseMs !== undefined) await paused(into, pauseMs);
  }
}

function drained(into: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      into.off("drain", go).off("close", go);
      resolve();
    };
    into.once("drain", go).once("close", go);
    if (into.destroyed) go();
  });
}

function paused(into: Writable, pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      into.off("close", go);
      resolve();
    };
    const timer = setTimeout(go, pauseMs);
    into.once("close", go);
    if (into.destroyed) go();
  });
}
