import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Decoders by content coding. Each takes the maximum size of its result in bytes. */
const decoders: Readonly<
  Record<string, (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer>
> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * Decodes a body for reading, not for forwarding. Returns an empty body for an unknown coding, an invalid body, or one
 * that exceeds the limit.
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
