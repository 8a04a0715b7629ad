/** The bytes of a body. Rejects where the connection breaks, and as soon as there are more bytes than those. */
export async function bodyWithin(
  message: AsyncIterable<Buffer>,
  mostBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RangeError(`a body of more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
