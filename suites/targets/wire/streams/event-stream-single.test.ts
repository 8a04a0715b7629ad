import type { IncomingMessage, ServerResponse } from "node:http";
import { buildSchema, execute, parse, subscribe } from "graphql";
import { createHandler } from "graphql-sse/lib/use/http";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { WatchCommand } from "#contract";
import type { Target } from "../../port/target.ts";
import { connectGraphqlTarget } from "../../graphql/driver/connect.ts";
import { createDeferred } from "./deferred.ts";
import type { Deferred } from "./deferred.ts";
import type { Dialect } from "../../graphql/dialect/dialect.ts";
import { optionsFor, startHttp, testLimits } from "../../graphql/testing/test-endpoint.ts";
import { introspectionOf } from "../../graphql/testing/introspection-of.ts";
import { Log } from "../../graphql/testing/sockets.ts";
import { widgetData, widgetDialect, widgetSchema } from "../../graphql/testing/widget-dialect.ts";

const never = new AbortController().signal;
const command: WatchCommand = { verb: "watch", identity: "author", kind: "Widget" };
const dialect: Dialect = {
  ...widgetDialect,
  endpoint: { watches: { protocol: "sse-single", path: "/stream" } },
};

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

async function withStream(
  handle: Handle,
  test: (target: Target, requests: readonly string[]) => Promise<void>,
): Promise<void> {
  const requests: string[] = [];
  await using endpoint = await startHttp((request, response) => {
    if (request.url?.startsWith("/stream") === true) {
      requests.push(`${request.method} ${request.url}`);
      handle(request, response);
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(introspectionOf()));
  });
  const limits = { ...testLimits, watchOpenMs: 500 };
  await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect, limits }));
  await test(target, requests);
}

/** Creates a server of the protocol's reference library. Delivers `versions`, then waits for `release`. */
function library(versions: readonly string[], release?: Deferred): Handle {
  const source = async function* source(): AsyncGenerator<object> {
    for (const version of versions) {
      yield { widgetEvents: { op: "changed", version, object: widgetData } };
    }
    await release?.promise;
  };
  const schema = buildSchema(widgetSchema);
  const handler = createHandler({
    schema,
    execute,
    subscribe,
    onSubscribe: (_, { query, variables }) => ({
      schema,
      document: parse(query),
      ...(isJsonObject(variables) ? { variableValues: variables } : {}),
      rootValue: { widgetEvents: source },
      contextValue: undefined,
    }),
    authenticate: (request) => {
      const given = request.headers.get("x-graphql-event-stream-token");
      return Array.isArray(given) ? (given[0] ?? "") : (given ?? "a-token");
    },
  });
  return (request, response) => void handler(request, response);
}

describe("a watch over one stream for all kinds", () => {
  it("delivers the events of each watch to it, over one connection", async () => {
    await withStream(library(["8", "9"]), async (target, requests) => {
      const logs = [new Log(), new Log()];
      await Promise.all(logs.map((log) => target.watch(command, log, never)));
      expect(await Promise.all(logs.map((log) => log.end()))).toEqual([
        { end: "completed" },
        { end: "completed" },
      ]);
      for (const { events } of logs) {
        expect(events.map(({ resourceVersion }) => resourceVersion)).toEqual(["8", "9"]);
      }
      expect(requests.toSorted()).toEqual([
        "GET /stream",
        "POST /stream",
        "POST /stream",
        "PUT /stream",
      ]);
    });
  });

  it("notifies the server when no listener is left", async () => {
    const release = createDeferred();
    await withStream(library(["8"], release), async (target, requests) => {
      const log = new Log();
      const watch = await target.watch(command, log, never);
      await watch[Symbol.asyncDispose]();
      expect(await log.end()).toEqual({ end: "closed" });
      await expect.poll(() => requests.at(-1)).toBe("DELETE /stream?operationId=1");
      release.resolve();
    });
  });

  it("ends all watches when the stream breaks, and opens another one for the next", async () => {
    const release = createDeferred();
    const serve = library(["8"], release);
    const streams: ServerResponse[] = [];
    const handle: Handle = (request, response) => {
      if (request.method === "GET") streams.push(response);
      serve(request, response);
    };
    await withStream(handle, async (target) => {
      const first = new Log();
      await target.watch(command, first, never);
      await expect.poll(() => first.events).toHaveLength(1);
      streams[0]?.socket?.destroy();
      expect(await first.end()).toMatchObject({ end: "lost" });
      const second = new Log();
      await using _ = await target.watch(command, second, never);
      await expect.poll(() => second.events.length + second.ends.length).toBeGreaterThan(0);
      release.resolve();
    });
  });

  it.each<{ name: string; handle: Handle; end: object }>([
    {
      name: "a reservation that is rejected",
      handle: (_, response) => response.writeHead(401).end("no"),
      end: { end: "refused", refusal: { reason: "unauthenticated" } },
    },
    {
      name: "an endpoint that does not know the protocol",
      handle: (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      end: { end: "unintelligible", detail: "HTTP 200 with text/html instead of an event stream" },
    },
    {
      name: "an event that does not say to whom it belongs",
      handle: ({ method }, response) => {
        if (method === "PUT") response.writeHead(201).end("t");
        else if (method === "POST") response.writeHead(202).end();
        else if (method === "GET") {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write("event: next\ndata: {}\n\n");
        }
      },
      end: {
        end: "unintelligible",
        detail: "an event that does not name its stream",
      },
    },
    {
      name: "an operation that is rejected",
      handle: ({ method }, response) => {
        if (method === "PUT") response.writeHead(201).end("t");
        else if (method === "GET") {
          response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
        } else response.writeHead(400).end('{"errors":[{"message":"forbidden"}]}');
      },
      end: { end: "refused", refusal: { reason: "forbidden" } },
    },
    { name: "silence", handle: () => {}, end: { end: "lost" } },
  ])("ends with $name", async ({ handle, end }) => {
    await withStream(handle, async (target) => {
      const log = new Log();
      await using _ = await target.watch(command, log, never);
      expect(await log.end()).toMatchObject(end);
      expect(log.ends).toHaveLength(1);
    });
  });
});
