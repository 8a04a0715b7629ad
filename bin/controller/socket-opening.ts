const headEnd = Buffer.from("\r\n\r\n");

/** Maximum size of the head of an upgrade response, in bytes. Longer data is not an opening. */
const maxHeadBytes = 64 * 1024;

/**
 * Returns a function that counts the leading bytes of a chunk from a server that belong to the opening of a WebSocket:
 * the head of the upgrade response and the first frame, in which `graphql-transport-ws` acknowledges the connection.
 */
export function socketOpening(): (chunk: Buffer) => number {
  let seen = Buffer.alloc(0);
  let length = 0;
  let end: number | undefined;
  return (chunk) => {
    const before = length;
    length += chunk.length;
    if (end === undefined) {
      seen = Buffer.concat([seen, chunk]);
      end = openingEnd(seen) ?? (seen.length < maxHeadBytes ? undefined : before);
    }
    return Math.min(chunk.length, Math.max(0, (end ?? length) - before));
  };
}

/** Returns the end offset of the opening, or undefined if more bytes are needed. */
function openingEnd(bytes: Buffer): number | undefined {
  const head = bytes.indexOf(headEnd);
  if (head < 0) return undefined;
  const start = head + headEnd.length;
  const isUpgraded = bytes.subarray(0, head).toString("latin1").startsWith("HTTP/1.1 101");
  return isUpgraded ? frameEnd(bytes, start) : bytes.length;
}

/** Returns the end offset of an unmasked frame (RFC 6455, section 5.2), or undefined if more bytes are needed. */
function frameEnd(bytes: Buffer, start: number): number | undefined {
  if (bytes.length < start + 2) return undefined;
  const short = bytes.readUInt8(start + 1) & 0x7f;
  if (short < 126) return start + 2 + short;
  // The frame that acknowledges a connection is short, so 8-byte lengths do not occur in openings.
  if (bytes.length < start + 4) return undefined;
  return short === 126 ? start + 4 + bytes.readUInt16BE(start + 2) : start;
}
