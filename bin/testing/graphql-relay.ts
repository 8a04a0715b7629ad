import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { WebSocketServer } from "ws";
import type { ServerOptions, WebSocket } from "ws";

export interface RelayOptions {
  /** The `Authorization` header for the upstream server. Defaults to the header of the request. */
  readonly authorizationOf?: (request: IncomingMessage) => string | undefined;
  /** The error message of a response with status 401, if the request is not forwarded. */
  readonly rejectionOf?: (request: IncomingMessage) => string | undefined;
  readonly before?: (body: string) => Promise<void>;
  /** Serves a WebSocket. If absent, connections of upgrade requests are closed. */
  readonly onSocket?: (client: WebSocket, request: IncomingMessage) => void;
  readonly handleProtocols?: NonNullable<ServerOptions["handleProtocols"]>;
}

/** An endpoint that forwards queries and mutations to a GraphQL server. Disposing closes the endpoint. */
export interface GraphqlRelay extends AsyncDisposable {
  readonly url: string;
}

export async function startGraphqlRelay(
  behind: string,
  { authorizationOf, rejectionOf, before, onSocket, handleProtocols }: RelayOptions,
): Promise<GraphqlRelay> {
  const server = createServer((request, response) => {
    void (async (): Promise<void> => {
      const body = await text(request);
      const error = rejectionOf?.(request);
      if (error !== undefined) {
        response.writeHead(401, { "content-type": "application/json" });
        response.end(JSON.stringify({ error }));
        return;
      }
      await before?.(body);
      const authorization =
        authorizationOf === undefined ? request.headers.authorization : authorizationOf(request);
      const reply = await fetch(behind, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(authorization === undefined ? {} : { authorization }),
        },
        body,
      });
      response.writeHead(reply.status, { "content-type": "application/json" });
      response.end(await reply.text());
    })();
  });
  const sockets = new WebSocketServer({
    noServer: true,
    ...(handleProtocols === undefined ? {} : { handleProtocols }),
  });
  server.on("upgrade", (request, socket, head: Buffer) => {
    if (onSocket === undefined) socket.destroy();
    else sockets.handleUpgrade(request, socket, head, onSocket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
