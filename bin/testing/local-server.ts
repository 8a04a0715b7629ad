import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as SocketServer } from "node:net";
import { request } from "undici";

/** A server on a free port of this machine. Disposing closes it with all of its connections. */
export interface LocalServer extends AsyncDisposable {
  /** The origin, e.g. `http://127.0.0.1:4000`. */
  readonly origin: string;
}

export async function listenLocally(server: Server): Promise<LocalServer> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

export function portOf(server: SocketServer): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

interface PassedRequest {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Forwards a GraphQL request over HTTP, with its credential. */
export async function passOn(
  endpoint: string,
  { headers: { authorization }, body }: PassedRequest,
  reply: ServerResponse,
): Promise<void> {
  const answer = await request(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(authorization === undefined ? {} : { authorization }),
    },
    body,
  });
  reply.writeHead(answer.statusCode, { "content-type": "application/json" });
  reply.end(await answer.body.text());
}
