import type { IncomingMessage, ServerResponse } from "node:http";
import { GraphQLError } from "graphql";
import type { ExecutionResult } from "graphql";
import { createHandler } from "graphql-sse";
import type { Handler, OperationResult } from "graphql-sse";
import { isJsonObject } from "#contract";
import type { CallContext, Endpoint } from "../graphql/graphql-endpoint.ts";
import type { ServerLimits } from "../values/server-limits.ts";
import { errorResponse } from "./plain-response.ts";
import { readBody } from "./read-body.ts";

/** Provides backpressure: at most one item is unsent. */
class Pace {
  #unsent = 0;
  #ended = false;
  #resume: (() => void) | undefined;

  /** Resolves when all preceding items have been sent. Supports only one caller at a time. */
  async next(): Promise<void> {
    if (this.#unsent > 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    this.#unsent += 1;
  }

  sent(): void {
    this.#unsent -= 1;
    if (this.#unsent === 0) this.#resume?.();
  }

  end(): void {
    this.#ended = true;
    this.#resume?.();
  }
}

export interface EventStreamOptions {
  readonly endpoint: Endpoint;
  readonly limits: ServerLimits;
}

interface Raw {
  readonly request: IncomingMessage;
  readonly pace: Pace;
}

/**
 * Serves GraphQL over server-sent events in distinct connections mode, with one operation per stream. A refusal is a
 * `next` event with errors, followed by the completion of the stream. An HTTP status other than 200 means that the
 * request was rejected before its operation was executed.
 */
export function createEventStreams(
  options: EventStreamOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const handler = createStreamHandler(options.endpoint);
  const { bodyBytes, pingIntervalMs } = options.limits;
  return async (request, response) => {
    const fail = (status: number, message: string): void => {
      const [body, init] = errorResponse(options.endpoint, status, message);
      response.writeHead(status, init.headers).end(body);
    };
    if (request.headers.accept?.includes(eventStream) !== true) {
      return fail(406, `This path only serves ${eventStream}.`);
    }
    const body = await readBody(request, bodyBytes);
    if (body === undefined) return fail(413, `A body may have at most ${bodyBytes} bytes.`);
    const raw = { request, pace: new Pace() };
    const [messages, init] = await handler({
      method: request.method ?? "",
      url: request.url ?? "",
      headers: { get: (name) => headerOf(request, name) },
      body,
      raw,
      context: undefined,
    });
    if (messages === null || typeof messages === "string") {
      return fail(init.status, problemIn(messages) ?? init.statusText);
    }
    response.writeHead(init.status, init.headers);
    await sendAll(messages, { response, pace: raw.pace, stalledMs: pingIntervalMs });
  };
}

const eventStream = "text/event-stream";

function createStreamHandler(endpoint: Endpoint): Handler<Raw, undefined> {
  return createHandler<Raw, undefined, CallContext>({
    // Disables the single connection mode, in which requests share a stream.
    authenticate: () => null,
    onSubscribe: async ({ raw }, { query, operationName, variables }) => {
      const prepared = await endpoint.prepare({
        query,
        operationName,
        variables,
        authorization: raw.request.headers.authorization,
        channel: "events",
      });
      return "schema" in prepared ? prepared : single({ errors: prepared });
    },
    execute: (args) => endpoint.execute(args),
    subscribe: (args) => endpoint.subscribe(args),
    // The endpoint has already validated the document.
    validate: () => [],
    onOperation: async (...[, , execution, result]) => {
      const settled = await result;
      if (isResult(settled)) return endpoint.settle(execution, settled);
      return isStream(settled) ? withFinalError(settled, endpoint) : undefined;
    },
    onNext: (_context, { raw }) => raw.pace.next(),
  });
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  if (name === "accept") return eventStream;
  const header = request.headers[name];
  return Array.isArray(header) ? header.join() : header;
}

function isResult(result: Awaited<OperationResult>): result is ExecutionResult {
  return "data" in result || "errors" in result;
}

type ResultStream = AsyncIterator<ExecutionResult> & AsyncIterable<ExecutionResult>;

function isStream(result: Awaited<OperationResult>): result is ResultStream {
  return Symbol.asyncIterator in result && "next" in result;
}

async function* single(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

/**
 * Reports a failure of the stream as its last result. Not a generator function, because a generator cannot be closed
 * while it waits for the next event.
 */
function withFinalError(
  results: ResultStream,
  endpoint: Endpoint,
): AsyncGenerator<ExecutionResult> {
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await results.return?.();
    return { done: true, value: undefined };
  };
  return {
    next: () =>
      results.next().catch((error: unknown) => {
        const originalError = error instanceof Error ? error : new Error(String(error));
        const encoded = endpoint.encodeError(
          new GraphQLError(originalError.message, { originalError }),
        );
        return { done: false, value: { errors: [encoded] } };
      }),
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

interface Sending {
  readonly response: ServerResponse;
  readonly pace: Pace;
  /** Maximum time that a reader may stall, in milliseconds. */
  readonly stalledMs: number;
}

async function sendAll(messages: AsyncGenerator<string>, sending: Sending): Promise<void> {
  const { response, pace } = sending;
  const end = (): void => {
    pace.end();
    void messages.return(undefined);
  };
  response.once("close", end);
  if (response.destroyed) end();
  for await (const message of messages) {
    await sendOne(message, sending);
    if (message.startsWith("event: next")) pace.sent();
  }
  response.end();
}

/** Resolves when a message has been sent, or when the connection can no longer send it. */
function sendOne(message: string, { response, stalledMs }: Sending): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      response.off("close", finish);
      resolve();
    };
    const timer = setTimeout(() => response.destroy(), stalledMs);
    response.once("close", finish);
    response.write(message, finish);
  });
}

function problemIn(body: string | null): string | undefined {
  const reply: unknown = body === null ? undefined : JSON.parse(body);
  const errors = isJsonObject(reply) ? reply["errors"] : undefined;
  const [error]: readonly unknown[] = Array.isArray(errors) ? errors : [];
  const message = isJsonObject(error) ? error["message"] : undefined;
  return typeof message === "string" ? message : undefined;
}
