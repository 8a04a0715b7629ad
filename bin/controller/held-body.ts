import { Transform } from "node:stream";

/**
 * Holds a body until `before` has resolved. Forwards a body of more than `mostBytes` without waiting.
 *
 * @param before Receives the whole body. A rejection breaks the stream.
 */
export function heldBody(before: (body: Buffer) => Promise<void>, mostBytes: number): Transform {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= mostBytes) return pass();
      pass(null, Buffer.concat(chunks.splice(0)));
    },
    flush: (pass) => {
      const body = Buffer.concat(chunks);
      const holding = bytes > mostBytes ? Promise.resolve() : before(body);
      holding.then(
        () => pass(null, body),
        (error: unknown) => pass(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
}
