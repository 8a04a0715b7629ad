import type { IncomingMessage } from "node:http";

/**
 * Reads a request body as a string. If the body exceeds `limit` bytes, discards the rest and returns undefined. Rejects
 * if the connection breaks.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(undefined);
    });
    request.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.once("error", reject);
  });
}
