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
 * Whether a body has no content coding. Some servers send `none`, which is not registered, to keep event streams from
 * being compressed on their way.
 */
export function isUncoded(coding: string): boolean {
  return ["", "identity", "none"].includes(coding.trim().toLowerCase());
}

/**
 * Decodes a body for reading, not for forwarding. Returns an empty body for an unknown coding, an invalid body, or one
 * that exceeds the limit.
 */
export function decodedBody(body: Buffer, coding: string, mostBytes: number): Buffer {
  if (isUncoded(coding)) return body;
  const name = coding.trim().toLowerCase();
  const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  try {
    return decode?.(body, { maxOutputLength: mostBytes }) ?? Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}
