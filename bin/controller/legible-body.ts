import { decodedBody } from "#targets";
import { linesReader } from "./message-reader.ts";
import type { ProxyReply } from "./recognition.ts";

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

/** Returns a response with a body that can be read: decoded, and without the framing of server-sent events. */
export function legible(reply: ProxyReply): ProxyReply {
  const body = legibleBody(reply.body, reply.headers);
  return { ...reply, body: isEventStream(reply) ? firstMessageIn(body) : body };
}

function isEventStream({ headers }: Pick<ProxyReply, "headers">): boolean {
  const type = headers["content-type"];
  return typeof type === "string" && type.startsWith("text/event-stream");
}

/** Returns the result of a query or mutation that is returned as server-sent events. */
function firstMessageIn(events: Buffer): Buffer {
  const [message] = linesReader().read(Buffer.concat([events, Buffer.from("\n")]));
  return message === undefined ? illegible : Buffer.from(JSON.stringify(message));
}
