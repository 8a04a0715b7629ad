import type { IncomingMessage, RequestListener } from "node:http";
import type { ExecutionResult } from "graphql";
import { createHandler } from "graphql-http";
import type { Handler, Response } from "graphql-http";
import { refuse } from "../refusal.ts";
import type { CallContext, Endpoint } from "../graphql/endpoint.ts";

/** The path of the endpoint, for HTTP and for WebSocket. */
export const endpointPath = "/graphql";

/** What the HTTP side is made of. */
export interface HttpOptions {
  readonly endpoint: Endpoint;
  readonly bodyBytes: number;
  /** The page for browsers; the nonce admits its inline script and style. */
  readonly renderPage: (nonce: string) => string;
  readonly createNonce: () => string;
}

/**
 * Answers HTTP: GraphQL by POST and GET on its path, the page where a browser asks for HTML. GraphQL
 * refusals, `UNAUTHENTICATED` included, are status 200 with an error that has a code; other statuses
 * are for requests that are no GraphQL at all.
 */
export function createHttpListener(options: HttpOptions): RequestListener {
  const handler = createGraphqlHandler(options.endpoint);
  return (request, response) => {
    answer(request, { ...options, handler })
      .catch((): Response => errorResponse(options.endpoint, 500, "The server failed."))
      .then(
        ([body, init]) => response.writeHead(init.status, init.headers).end(body),
        () => response.destroy(),
      );
  };
}

interface Answering extends HttpOptions {
  readonly handler: Handler<IncomingMessage>;
}

async function answer(request: IncomingMessage, options: Answering): Promise<Response> {
  const { endpoint, handler } = options;
  const { method = "", url = "", headers } = request;
  const [path, search] = url.split("?", 2);
  if (method === "GET" && search === undefined && wantsPage(path, headers.accept)) {
    return pageResponse(options);
  }
  if (path !== endpointPath) return errorResponse(endpoint, 404, `GraphQL is at ${endpointPath}.`);
  const body = await readBody(request, options.bodyBytes);
  if (body === undefined) {
    return errorResponse(endpoint, 413, `A body has at most ${options.bodyBytes} bytes.`);
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
      });
      return "schema" in prepared ? prepared : jsonResponse(200, { errors: prepared });
    },
    onOperation: (_request, execution, result) => endpoint.settle(execution, result),
    formatError: (error) => endpoint.word(error),
  });
}

function wantsPage(path: string | undefined, accept: string | undefined): boolean {
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

function errorResponse(endpoint: Endpoint, status: number, message: string): Response {
  const code = status === 500 ? "INTERNAL" : "INVALID";
  return jsonResponse(status, { errors: [endpoint.refusal(refuse(code, message))] });
}

function jsonResponse(status: number, result: ExecutionResult): Response {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return [JSON.stringify(result), { status, statusText: "", headers }];
}

/** The text of a body, or undefined where it is too long: what is left of it is thrown away unread. */
function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(undefined);
    });
    request.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.once("error", reject);
  });
}
