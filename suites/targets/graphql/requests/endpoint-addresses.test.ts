import { describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import type { Command } from "#contract";
import { connectGraphqlTarget } from "../driver/connect.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { optionsFor, startEndpoint, startHttp } from "../testing/test-endpoint.ts";
import { introspectionOf } from "../testing/introspection-of.ts";
import { widgetData, widgetDialect, widgetKey } from "../testing/widget-dialect.ts";

const read = { verb: "read", identity: "author", key: widgetKey } as const satisfies Command;
const { signal } = new AbortController();

describe("the places of an endpoint", () => {
  it("may lie next to each other", async () => {
    const paths: (string | undefined)[] = [];
    await using endpoint = await startEndpoint({
      answer: (request, response) => {
        paths.push(request.url);
        response.statusCode = 503;
        response.end("busy");
      },
    });
    const dialect: Dialect = {
      ...widgetDialect,
      endpoint: { queries: { path: "/q" }, watches: { protocol: "sse", path: "/w" } },
    };
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect }));
    await target.execute(read, signal);
    const watch = { verb: "watch", identity: "author", kind: "Widget" } as const;
    await using _ = await target.watch(watch, { event: () => {}, ended: () => {} }, signal);

    expect(paths).toEqual(["/q", "/w"]);
  });

  it("never send a credential to another host", async () => {
    await using elsewhere = await startHttp((_request, response) => response.end("{}"));
    await using endpoint = await startEndpoint();
    const path = `//127.0.0.1:${elsewhere.port}/q`;
    const dialect: Dialect = { ...widgetDialect, endpoint: { queries: { path } } };
    await using _ = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect }));

    expect(elsewhere.headers).toEqual([]);
    expect(endpoint.headers).not.toEqual([]);
  });

  it("cannot be sockets if credentials cannot be sent on one", async () => {
    await using endpoint = await startEndpoint();
    const { http } = widgetDialect.credentials;
    const dialect: Dialect = {
      ...widgetDialect,
      credentials: { http },
      endpoint: { queries: { protocol: "socket" } },
    };
    const failure: unknown = await connectGraphqlTarget(
      optionsFor(endpoint.url, { dialect }),
    ).catch((error: unknown) => error);

    expect(failure).toMatchObject({ message: expect.any(String) });
  });
});

describe("queries over a socket only", () => {
  it("carry the credential in each payload", async () => {
    const payloads: unknown[] = [];
    await using endpoint = await startHttp((_request, response) => {
      response.statusCode = 404;
      response.end();
    });
    const sockets = new WebSocketServer({ server: endpoint.server });
    sockets.on("connection", (socket) => {
      socket.on("message", (data) => {
        const message: unknown = JSON.parse(Buffer.isBuffer(data) ? data.toString() : "null");
        const { type, id, payload } = readMessage(message);
        if (type === "connection_init") socket.send('{"type":"connection_ack"}');
        if (type !== "subscribe") return;
        payloads.push(payload);
        const isSchema = JSON.stringify(payload).includes("__schema");
        const answer = isSchema ? introspectionOf() : { data: { shop: { widget: widgetData } } };
        socket.send(JSON.stringify({ id, type: "next", payload: answer }));
        socket.send(JSON.stringify({ id, type: "complete" }));
      });
    });
    const dialect: Dialect = {
      ...widgetDialect,
      endpoint: { queries: { protocol: "socket" } },
      credentials: {
        ...widgetDialect.credentials,
        socket: { place: "subscribePayload", name: "authorization", format: "T $credential" },
      },
    };
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect }));
    const { outcome } = await target.execute(read, signal);

    expect(outcome.result).toBe("object");
    expect(payloads).toEqual([
      expect.objectContaining({ authorization: "T secret-of-author" }),
      expect.objectContaining({ authorization: "T secret-of-controller" }),
      expect.objectContaining({ authorization: "T secret-of-author" }),
    ]);
    expect(endpoint.headers.filter((headers) => headers.upgrade === undefined)).toEqual([]);
    sockets.close();
  });
});

function readMessage(message: unknown): { type?: unknown; id?: unknown; payload?: unknown } {
  return typeof message === "object" && message !== null ? message : {};
}
