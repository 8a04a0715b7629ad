/** Reads a request or response body of limited size. Rejects when the connection breaks or the limit is exceeded. */
export async function bodyWithin(
  message: AsyncIterable<Buffer>,
  mostBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RangeError(`the body has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
