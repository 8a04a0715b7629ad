import type { Writable } from "node:stream";

/** What is poured into a connection. */
export interface Poured {
  /** Written again and again. A function makes each piece. */
  readonly piece: Buffer | ((index: number) => Buffer);
  /** No more than so many bytes are written, so that a case has an end also where nobody stops it. */
  readonly mostBytes: number;
  /** Waits so long between two pieces, in milliseconds; not at all by default. */
  readonly pauseMs?: number;
}

/** Writes until the other side has enough, or the most is reached. Never rejects. */
export async function pour(into: Writable, { piece, mostBytes, pauseMs }: Poured): Promise<void> {
  let written = 0;
  for (let index = 0; written < mostBytes && into.writable; index += 1) {
    const bytes = typeof piece === "function" ? piece(index) : piece;
    written += bytes.length;
    if (!into.write(bytes)) await drained(into);
    if (pauseMs !== undefined) await paused(into, pauseMs);
  }
}

/** Until more can be written, or nothing ever will. */
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
