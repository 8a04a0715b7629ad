import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";

/** A server that is not a GraphQL endpoint, or is not a correct one. Disposing closes all of its connections. */
export interface StrangeServer extends AsyncDisposable {
  readonly url: string;
}

export async function serveStrangely(answer: RequestListener): Promise<StrangeServer> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}/graphql`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export async function closedAddress(): Promise<string> {
  await using server = await serveStrangely((_, response) => response.end());
  return server.url;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
