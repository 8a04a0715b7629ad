import { pipeline } from "node:stream";
import type { Readable, Transform } from "node:stream";
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateSync,
} from "node:zlib";

interface Decoder {
  readonly whole: (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer;
  readonly stream: () => Transform;
}

const gzip: Decoder = { whole: gunzipSync, stream: createGunzip };

/**
 * The decoders of content codings. A server may use any of them if the request does not limit them (RFC 9110, section
 * 12.5.3).
 */
const decoders: ReadonlyMap<string, Decoder> = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", { whole: inflateSync, stream: createInflate }],
  ["br", { whole: brotliDecompressSync, stream: createBrotliDecompress }],
]);

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the codings of a response in the order in which they were applied. */
function codingsIn({ "content-encoding": given = "" }: Headers): readonly string[] {
  return String(given)
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => !uncoded.has(coding));
}

/** Some servers send `none`, which is not registered, to keep event streams from being compressed on their way. */
const uncoded: ReadonlySet<string> = new Set(["", "identity", "none"]);

export function isUncoded(headers: Headers): boolean {
  return codingsIn(headers).length === 0;
}

/**
 * Decodes the body of a response. Returns undefined for an unknown coding, or for a body that is not in its coding.
 *
 * @throws RangeError if the decoded body has more than `mostBytes` bytes.
 */
export function decodedBody(body: Buffer, headers: Headers, mostBytes: number): Buffer | undefined {
  if (body.length === 0) return body;
  return codingsIn(headers).reduceRight<Buffer | undefined>((coded, coding) => {
    const decoder = decoders.get(coding);
    if (coded === undefined || decoder === undefined) return undefined;
    try {
      return decoder.whole(coded, { maxOutputLength: mostBytes });
    } catch (error) {
      if (error instanceof RangeError) throw error;
      return undefined;
    }
  }, body);
}

/** Decodes a stream while it arrives. A stream in an unknown coding is returned unchanged. */
export function decodedStream({
  headers,
  body,
}: {
  readonly headers: Headers;
  readonly body: Readable;
}): Readable {
  return codingsIn(headers).reduceRight<Readable>((coded, coding) => {
    const decoder = decoders.get(coding);
    // The reader of the decoder receives its errors, and those of the connection.
    return decoder === undefined ? coded : pipeline(coded, decoder.stream(), () => {});
  }, body);
}
