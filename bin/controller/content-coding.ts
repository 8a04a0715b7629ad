import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** How to undo each content coding, within a number of bytes. */
const decoders: Readonly<
  Record<string, (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer>
> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * What a body says without its content coding, to be read and not to be sent on. A coding that is not known, and
 * a body that is not in order or becomes too large, give an empty one: it cannot be read.
 */
export function decodedBody(body: Buffer, coding: string, mostBytes: number): Buffer {
  const name = coding.trim().toLowerCase();
  if (name === "" || name === "identity") return body;
  const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  try {
    return decode?.(body, { maxOutputLength: mostBytes }) ?? Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}
