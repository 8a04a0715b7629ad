import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createHandler } from "graphql-http";
import type { Handler, Response } from "graphql-http";
import type { CallContext, Endpoint } from "../graphql/graphql-endpoint.ts";
import type { ServerLimits } from "../values/server-limits.ts";
import { createEventStreams } from "./sse-handler.ts";
import { errorResponse, jsonResponse, resultResponse } from "./plain-response.ts";
import { pageProblem } from "./page-guard.ts";
import { readBody } from "./read-body.ts";

export const endpointPath = "/graphql";

export const eventStreamPath = "/graphql/stream";

export interface HttpOptions {
  readonly endpoint: Endpoint;
  readonly limits: ServerLimits;
  /** Renders the page for browsers. The nonce permits the page's inline script and style. */
  readonly renderPage: (nonce: string) => string;
  readonly createNonce: () => string;
}

/**
 * Serves GraphQL by POST and GET, event streams, and a page for browsers that accept HTML. By default, a GraphQL
 * refusal, including `UNAUTHENTICATED`, has status 200 and an error with a code. Any other status concerns HTTP: the
 * path, the origin, the size or the form of the request, or a failure of the server.
 */
export function createHttpListener(options: HttpOptions): RequestListener {
  const handler = createGraphqlHandler(options.endpoint);
  const streams = createEventStreams(options);
  return (request, response) => {
    const problem = pageProblem(request);
    if (problem !== undefined) {
      send(response, errorResponse(options.endpoint, 403, problem));
      return;
    }
    if (pathOf(request) === eventStreamPath) {
      streams(request, response).catch(() => response.destroy());
      return;
    }
    answer(request, { ...options, handler })
      .catch((): Response => errorResponse(options.endpoint, 500, "The server failed."))
      .then(
        (reply) => send(response, reply),
        () => response.destroy(),
      );
  };
}

/** Sends a complete response with a Content-Length: chunked encoding costs the server and the client more. */
function send(response: ServerResponse, [body, { status, headers }]: Response): void {
  const length = { "content-length": String(Buffer.byteLength(body ?? "")) };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

interface Answering extends HttpOptions {
  readonly handler: Handler<IncomingMessage>;
}

async function answer(request: IncomingMessage, options: Answering): Promise<Response> {
  const { endpoint, handler } = options;
  const { method = "", url = "", headers } = request;
  const path = pathOf(request);
  if (method === "GET" && path === url && wantsPage(path, headers.accept)) {
    return pageResponse(options);
  }
  if (path !== endpointPath) return errorResponse(endpoint, 404, `GraphQL is at ${endpointPath}.`);
  const { bodyBytes } = options.limits;
  const body = await readBody(request, bodyBytes);
  if (body === undefined) {
    return errorResponse(endpoint, 413, `A body may have at most ${bodyBytes} bytes.`);
  }
  return handler({ method, url, headers, body, raw: request, context: undefined });
}

function createGraphqlHandler(endpoint: Endpoint): Handler<IncomingMessage> {
  return createHandler<IncomingMessage, unknown, CallContext>({
    onSubscribe: async (request, params) => {
      const prepared = await endpoint.prepare({
        ...params,
        authorization: request.raw.headers.authorization,
        channel: "http",
        userAgent: request.raw.headers["user-agent"],
      });
      if ("schema" in prepared) return prepared;
      const result = { errors: prepared };
      return jsonResponse(endpoint.httpStatus(result), result);
    },
    execute: (args) => endpoint.execute(args),
    onOperation: async ({ raw }, execution, executed) => {
      const result = await endpoint.settle(execution, executed);
      return resultResponse(raw.headers.accept, result, endpoint.httpStatus(result));
    },
    formatError: (error) => endpoint.encodeError(error),
  });
}

function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1).join("");
}

function wantsPage(path: string, accept: string | undefined): boolean {
  return (path === "/" || path === endpointPath) && accept?.includes("text/html") === true;
}

function pageResponse({ renderPage, createNonce }: HttpOptions): Response {
  const nonce = createNonce();
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; connect-src 'self'; form-action 'none'; base-uri 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  };
  return [renderPage(nonce), { status: 200, statusText: "OK", headers }];
}
