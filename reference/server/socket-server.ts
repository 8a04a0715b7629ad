import type { IncomingMessage } from "node:http";
import { getOperationAST, OperationTypeNode } from "graphql";
import type { ExecutionArgs, ExecutionResult, GraphQLError } from "graphql";
import { CloseCode, handleProtocols, makeServer } from "graphql-ws";
import type { Context, OperationResult, Server, WebSocket as Port } from "graphql-ws";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { Endpoint } from "../graphql/graphql-endpoint.ts";
import type { ServerLimits } from "../values/server-limits.ts";
import { refuse } from "../values/refusal.ts";
import { SentResults } from "./sent-results.ts";
import type { Send } from "./sent-results.ts";

export interface SocketOptions {
  readonly endpoint: Endpoint;
  readonly limits: ServerLimits;
}

type Parameters = Record<string, unknown>;

interface Extra {
  readonly request: IncomingMessage;
  readonly send: Send;
}

/**
 * Serves WebSockets with the protocol graphql-transport-ws. Accepts every connection. Without a valid credential,
 * rejects every operation except introspection, with the same error as over HTTP.
 */
export function createSocketServer(options: SocketOptions): WebSocketServer {
  const { limits } = options;
  const server = createProtocolServer(options);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.bodyBytes,
    handleProtocols,
  });
  sockets.on("connection", (socket, request) => {
    // The library closes the connection after an error.
    socket.on("error", () => undefined);
    keepAlive(socket, limits.pingIntervalMs);
    const send = sendTo(socket);
    const closed = server.opened(portOf(socket, send), { request, send });
    socket.once("close", (code, reason) => {
      closed(code, String(reason)).catch(() => undefined);
    });
  });
  return sockets;
}

function createProtocolServer({ endpoint, limits }: SocketOptions): Server<Extra> {
  const sent = new SentResults();
  return makeServer<Parameters, Extra>({
    connectionInitWaitTimeout: limits.connectionInitTimeoutMs,
    execute: (args) => endpoint.execute(args),
    subscribe: (args) => endpoint.subscribe(args),
    onSubscribe: async (connection, _id, { query, operationName, variables }) => {
      // The list already includes the new operation.
      if (Object.keys(connection.subscriptions).length > limits.operationsPerConnection) {
        return [endpoint.refusal(tooManyOperations)];
      }
      const authorization = authorizationOf(connection);
      const request = {
        query,
        operationName,
        variables,
        authorization,
        channel: "socket",
      } as const;
      return endpoint.prepare(request);
    },
    onOperation: async ({ extra: { send } }, ...[id, , execution, result]) => {
      if (isStream(result)) return sent.sendAll(result, { id, send });
      if (!isResult(result)) return undefined;
      const settled = await endpoint.settle(execution, result);
      return isSubscription(execution) ? failing(settled.errors ?? []) : settled;
    },
    onError: (...[, , , errors]) =>
      errors
        .flatMap(({ originalError }, index) =>
          originalError instanceof NotOpened
            ? originalError.errors
            : errors.slice(index, index + 1),
        )
        .map((error) => endpoint.encodeError(error).toJSON()),
  });
}

const tooManyOperations = refuse("RATE_LIMITED", "The connection has too many open operations.", {
  reason: "TooManyOperations",
  retryAfterSeconds: 1,
});

/** Returns the credential of a connection: from `connection_init` or, if it contains none, from the upgrade request. */
function authorizationOf({
  connectionParams,
  extra,
}: Context<Parameters, Extra>): string | undefined {
  const sent = connectionParams?.["Authorization"] ?? connectionParams?.["authorization"];
  return typeof sent === "string" ? sent : extra.request.headers.authorization;
}

function isSubscription({ document, operationName }: ExecutionArgs): boolean {
  const operation = getOperationAST(document, operationName)?.operation;
  return operation === OperationTypeNode.SUBSCRIPTION;
}

class NotOpened extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super("The subscription was not opened.");
    this.errors = errors;
  }
}

/**
 * Creates a stream that graphql-ws converts to a single `error` message, in the form of the messages for requests that
 * are rejected earlier.
 */
function failing(errors: readonly GraphQLError[]): AsyncIterable<ExecutionResult> {
  return {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new NotOpened(errors)) }),
  };
}

function isResult(result: OperationResult): result is ExecutionResult {
  return "data" in result || "errors" in result;
}

function isStream(result: OperationResult): result is AsyncGenerator<ExecutionResult> {
  return Symbol.asyncIterator in result && "return" in result;
}

/**
 * Sends messages to a socket. Waits until each has been sent, which delays only this reader. The operating system
 * usually accepts a message immediately.
 */
function sendTo(socket: WebSocket): Send {
  return (message) => {
    if (socket.readyState !== socket.OPEN) return undefined;
    let leave: (() => void) | undefined;
    socket.send(message, asText, () => leave?.());
    if (socket.bufferedAmount === 0) return undefined;
    return new Promise((resolve) => {
      leave = resolve;
    });
  };
}

const asText = { binary: false };

function portOf(socket: WebSocket, send: Send): Port {
  return {
    protocol: socket.protocol,
    send: async (text) => send(text),
    close: (code, reason) => socket.close(code, reason),
    onMessage: (handle) =>
      socket.on("message", (message) => {
        // With the default `binaryType` of the library, a message is a single buffer.
        const text = Buffer.isBuffer(message) ? message.toString("utf8") : "";
        handle(text).catch(() => {
          socket.close(CloseCode.InternalServerError, "The server failed.");
        });
      }),
  };
}

function keepAlive(socket: WebSocket, intervalMs: number): void {
  let isAlive = true;
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, intervalMs);
  socket.on("pong", () => {
    isAlive = true;
  });
  socket.once("close", () => clearInterval(timer));
}
