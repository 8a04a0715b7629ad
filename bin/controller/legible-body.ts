import { decodedBody } from "#targets";

/** Maximum size, in bytes, of the body of a write request or its response. A larger body breaks the connection. */
export const maxBodyBytes = 16 * 1024 * 1024;

type Headers = Parameters<typeof decodedBody>[1];

const illegible = Buffer.alloc(0);

/** Decodes a body for reading, not for forwarding. Returns an empty body if it cannot be decoded within the limit. */
export function legibleBody(body: Buffer, headers: Headers): Buffer {
  try {
    return decodedBody(body, headers, maxBodyBytes) ?? illegible;
  } catch {
    return illegible;
  }
}
