import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { WebSocketServer } from "ws";
import type { ServerOptions, WebSocket } from "ws";
import { listenLocally } from "./local-server.ts";

export interface RelayOptions {
  /** The `Authorization` header for the upstream server. Defaults to the header of the request. */
  readonly authorizationOf?: (request: IncomingMessage) => string | undefined;
  /** The error message of a response with status 401, if the request is not forwarded. */
  readonly rejectionOf?: (request: IncomingMessage) => string | undefined;
  /** The message of a GraphQL error with status 200, if the document is not forwarded. */
  readonly errorFor?: (body: string) => string | undefined;
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
  options: RelayOptions,
): Promise<GraphqlRelay> {
  const { onSocket, handleProtocols } = options;
  const server = createServer((request, response) => {
    void (async (): Promise<void> => {
      const { status, text: reply } = await answerTo(request, behind, options);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(reply);
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
  const local = await listenLocally(server);
  return {
    url: `${local.origin}/graphql`,
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      await local[Symbol.asyncDispose]();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function answerTo(
  request: IncomingMessage,
  behind: string,
  { authorizationOf, rejectionOf, errorFor, before }: RelayOptions,
): Promise<Answer> {
  const body = await text(request);
  const error = rejectionOf?.(request);
  if (error !== undefined) return { status: 401, text: JSON.stringify({ error }) };
  const message = errorFor?.(body);
  if (message !== undefined)
    return { status: 200, text: JSON.stringify({ errors: [{ message }] }) };
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
  return { status: reply.status, text: await reply.text() };
}
