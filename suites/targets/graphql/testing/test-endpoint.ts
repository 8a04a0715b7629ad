import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { buildSchema, execute, graphql, subscribe, validate } from "graphql";
import type { GraphQLSchema } from "graphql";
import { useServer } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";
import { isJsonObject, limits } from "#contract";
import type { Limits } from "#contract";
import type { GraphqlTargetOptions } from "../driver/connect.ts";
import { widgetDialect, widgetSchema } from "./widget-dialect.ts";

export interface TestServer extends AsyncDisposable {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  readonly headers: readonly IncomingMessage["headers"][];
}

export async function startHttp(listener: RequestListener): Promise<TestServer> {
  const headers: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    server,
    port,
    headers,
    url: `http://127.0.0.1:${port}/graphql`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export interface EndpointOptions {
  readonly root?: object;
  readonly schema?: string;
  readonly answer?: (request: IncomingMessage, response: ServerResponse, body: string) => void;
}

export async function startEndpoint(options: EndpointOptions = {}): Promise<TestServer> {
  const schema = buildSchema(options.schema ?? widgetSchema);
  return startHttp((request, response) => {
    void text(request).then(async (body) => {
      const isIntrospection = body.includes("__schema");
      if (options.answer !== undefined && !isIntrospection) {
        options.answer(request, response, body);
        return;
      }
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(await answerTo(schema, options.root ?? {}, body)));
    });
  });
}

async function answerTo(schema: GraphQLSchema, rootValue: object, body: string): Promise<unknown> {
  const request: unknown = JSON.parse(body);
  if (!isJsonObject(request)) return {};
  const { query, variables } = request;
  return graphql({
    schema,
    rootValue,
    source: typeof query === "string" ? query : "",
    variableValues: isJsonObject(variables) ? variables : {},
  });
}

export function serveSockets(
  endpoint: TestServer,
  root: Record<string, object>,
  onConnect?: (parameters: unknown) => boolean,
): WebSocketServer {
  const sockets = new WebSocketServer({ server: endpoint.server });
  useServer(
    {
      schema: buildSchema(widgetSchema),
      // Passed explicitly, because the test runner and the library may load graphql from different
      // files.
      execute,
      subscribe,
      validate,
      roots: { subscription: root, query: root, mutation: root },
      onConnect: (context) => onConnect?.(context.connectionParams) ?? true,
    },
    sockets,
  );
  return sockets;
}

/** Timeouts for tests: short, but sufficient on a busy machine. */
export const testLimits: Limits = { ...limits, requestMs: 5_000, connectMs: 5_000 };

export function optionsFor(
  endpoint: string,
  more: Partial<GraphqlTargetOptions> = {},
): GraphqlTargetOptions {
  return {
    endpoint,
    dialect: widgetDialect,
    limits: testLimits,
    userAgent: "status-conformance/test",
    signal: new AbortController().signal,
    ...more,
  };
}
