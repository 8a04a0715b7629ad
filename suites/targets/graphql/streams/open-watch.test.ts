import { once } from "node:events";
import { describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import type { WatchCommand } from "#contract";
import type { Watch } from "../../port/target.ts";
import { connectGraphqlTarget } from "../driver/connect.ts";
import { acknowledging, Log, next, say, withSocket } from "../testing/sockets.ts";
import type { Message } from "../testing/sockets.ts";
import { optionsFor, serveSockets, startEndpoint, testLimits } from "../testing/test-endpoint.ts";
import { widgetDialect, widgetVersion } from "../testing/widget-dialect.ts";
import { endOfClose } from "../../wire/streams/stream-end.ts";
import { readStreamEnd } from "./socket-reading.ts";

const never = new AbortController().signal;
const command: WatchCommand = { verb: "watch", identity: "author", kind: "Widget" };

describe("watch", () => {
  it("delivers events in order, and its end after them", async () => {
    await using endpoint = await startEndpoint();
    const seen: unknown[] = [];
    serveSockets(endpoint, {
      async *widgetEvents(parameters: object) {
        seen.push({ ...parameters });
        yield { widgetEvents: { op: "created", version: "8" } };
        yield { widgetEvents: { op: "gone", version: "9" } };
      },
    });
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url));
    const log = new Log();
    const asked = { ...command, namespace: "default", resourceVersion: widgetVersion };
    await using watch = await target.watch(asked, log, never);
    expect(await log.end()).toEqual({ end: "completed" });
    expect(log.events).toEqual([
      { type: "ADDED", resourceVersion: "8" },
      { type: "DELETED", resourceVersion: "9" },
    ]);
    expect(seen).toEqual([{ ns: "default", after: "7" }]);
    expect(watch.request.url).toBe(endpoint.url.replace("http:", "ws:"));
    expect(watch.request.variables).toEqual({ ns: "default", after: "7" });
  });

  it.each<{ name: string; words: readonly object[]; end: object }>([
    {
      name: "an error",
      words: [{ type: "error", payload: [{ message: "forbidden" }] }],
      end: { end: "refused", refusal: { reason: "forbidden" } },
    },
    {
      name: "a result with errors",
      words: [
        { type: "next", payload: { errors: [{ message: "forbidden" }] } },
        { type: "complete" },
      ],
      end: { end: "refused", refusal: { reason: "forbidden" } },
    },
    {
      name: "completion",
      words: [next("created", "1"), { type: "complete" }],
      end: { end: "completed" },
    },
    {
      name: "an event that cannot be read",
      words: [next("renamed", "1"), next("created", "2")],
      end: {
        end: "unintelligible",
        detail: 'an event of type "renamed" without an object',
        unknownEvent: { type: "renamed", isBare: true },
      },
    },
    {
      name: "a message that is none",
      words: [{ type: "next" }],
      end: { end: "unintelligible" },
    },
  ])("ends with $name", async ({ words, end }) => {
    const server = acknowledging((socket, id) => words.forEach((word) => say(socket, id, word)));
    await withSocket(server, async (target) => {
      const log = new Log();
      await target.watch(command, log, never);
      expect(await log.end()).toMatchObject(end);
    });
  });

  it.each([
    { code: 1000, end: { end: "lost", detail: "the connection was closed with code 1000" } },
    { code: 1013, end: { end: "lost", detail: "the connection was closed with code 1013" } },
    { code: 4403, end: { end: "refused", refusal: { reason: "forbidden" } } },
    { code: undefined, end: { end: "lost", detail: "the connection was closed with code 1006" } },
  ])(
    "ends with the connection, closed with $code, and comes back on a new one",
    async ({ code, end }) => {
      let isFirst = true;
      const server = acknowledging((socket, id) => {
        if (!isFirst) return say(socket, id, { type: "complete" });
        isFirst = false;
        if (code === undefined) socket.terminate();
        else socket.close(code);
      });
      await withSocket(server, async (target, sockets) => {
        const [log, again] = [new Log(), new Log()];
        let connections = 0;
        sockets.on("connection", () => {
          connections += 1;
        });
        await target.watch(command, log, never);
        expect(await log.end()).toMatchObject(end);
        expect(connections).toBe(1);
        await target.watch(command, again, never);
        expect(await again.end()).toEqual({ end: "completed" });
      });
    },
  );

  it("is requested again if it exceeded the rate limit", async () => {
    const outcomes = [{ reason: "rateLimited", message: "^slow down" }] as const;
    const limited = { type: "error", payload: [{ message: "slow down" }] };
    let asked = 0;
    const server = acknowledging((socket, id) => {
      asked += 1;
      const words = asked < 3 ? [limited] : [next("created", "1"), { type: "complete" }];
      for (const word of words) say(socket, id, word);
    });
    const dialect = { ...widgetDialect, outcomes };
    await withSocket(
      server,
      async (target) => {
        const log = new Log();
        await target.watch(command, log, never);
        expect(await log.end()).toEqual({ end: "completed" });
        expect(log.events).toMatchObject([{ type: "ADDED" }]);
        expect(asked).toBe(3);
      },
      { dialect },
    );
  });

  it("is classified by the server's close reason", async () => {
    const outcomes = [{ reason: "unauthenticated", message: "^a pass is needed" }] as const;
    const server = acknowledging((socket) => socket.close(1002, "a pass is needed"));
    await withSocket(
      server,
      async (target) => {
        const log = new Log();
        await target.watch(command, log, never);
        expect(await log.end()).toMatchObject({
          end: "refused",
          refusal: {
            reason: "unauthenticated",
            message: "the connection was closed with code 1002: a pass is needed",
          },
        });
      },
      { dialect: { ...widgetDialect, outcomes } },
    );
  });

  it("distinguishes a rejected upgrade from a failed one", async () => {
    await using endpoint = await startEndpoint();
    let status = 401;
    endpoint.server.on("upgrade", (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url));
    const [refused, failed] = [new Log(), new Log()];
    await target.watch(command, refused, never);
    status = 503;
    await target.watch(command, failed, never);
    expect(refused.ends).toMatchObject([
      { end: "refused", refusal: { reason: "unauthenticated" } },
    ]);
    expect(failed.ends).toEqual([{ end: "lost", detail: "Unexpected server response: 503" }]);
  });

  it("is lost if the server does not listen, acknowledge, or support the protocol", async () => {
    await withSocket(
      () => {},
      async (target, sockets, endpoint) => {
        const [silent, foreign, closed] = [new Log(), new Log(), new Log()];
        await target.watch(command, silent, never);
        sockets.options.handleProtocols = () => false;
        await target.watch(command, foreign, never);
        await endpoint[Symbol.asyncDispose]();
        await target.watch(command, closed, never);
        expect(silent.ends).toEqual([{ end: "lost", detail: "no acknowledgement within 300 ms" }]);
        expect(foreign.ends).toEqual([{ end: "lost", detail: "Server sent no subprotocol" }]);
        expect(closed.ends).toMatchObject([{ end: "lost", detail: /ECONNREFUSED/u }]);
      },
      { limits: { ...testLimits, watchOpenMs: 300 } },
    );
  });

  it("resolves when it was sent, and is closed only by its owner", async () => {
    const completed: string[] = [];
    const subscribed: string[] = [];
    const server = (socket: WebSocket, message: Message): void => {
      if (message.type === "connection_init") socket.send('{"type":"connection_ack"}');
      if (message.type === "subscribe") subscribed.push(message.id ?? "");
      if (message.type === "complete") completed.push(message.id ?? "");
    };
    await withSocket(server, async (target, sockets) => {
      const controller = new AbortController();
      const [first, second] = [new Log(), new Log()];
      const watch: Watch = await target.watch(command, first, never);
      await target.watch(command, second, controller.signal);
      await watch[Symbol.asyncDispose]();
      await watch[Symbol.asyncDispose]();
      controller.abort();
      expect(first.ends).toEqual([{ end: "closed" }]);
      expect(second.ends).toEqual([{ end: "closed" }]);
      const [socket] = sockets.clients;
      await target[Symbol.asyncDispose]();
      if (socket !== undefined && socket.readyState !== socket.CLOSED) await once(socket, "close");
      expect(subscribed).toEqual(["1", "2"]);
      expect(completed).toEqual(["1", "2"]);
    });
  });

  it("is not opened for a signal that has fired, nor without an operation", async () => {
    await using endpoint = await startEndpoint();
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url));
    const [aborted, unknown] = [new Log(), new Log()];
    await target.watch(command, aborted, AbortSignal.abort());
    await target.watch({ ...command, kind: "Gizmo" }, unknown, never);
    expect(aborted.ends).toEqual([{ end: "closed" }]);
    expect(unknown.ends).toEqual([{ end: "unsupported", detail: "there is no kind Gizmo" }]);
  });

  it("is not opened on a target that was disposed", async () => {
    await using endpoint = await startEndpoint();
    const target = await connectGraphqlTarget(optionsFor(endpoint.url));
    await target[Symbol.asyncDispose]();
    const log = new Log();
    await target.watch(command, log, never);
    expect(log.ends).toEqual([{ end: "closed" }]);
  });

  it("shares connections up to their limit, by role", async () => {
    const opened: number[] = [];
    await withSocket(
      acknowledging(() => opened.push(1)),
      async (target, sockets) => {
        const log = new Log();
        for (const identity of ["author", "author", "author", "controller"] as const) {
          await target.watch({ ...command, identity }, log, never);
        }
        expect(sockets.clients.size).toBe(3);
        await target[Symbol.asyncDispose]();
        expect(log.ends).toEqual(Array.from({ length: 4 }, () => ({ end: "closed" })));
      },
      { streamsPerConnection: 2 },
    );
  });

  it.each([
    {
      socket: { place: "upgradeHeader", name: "x-socket", format: "T $credential" } as const,
      expected: { header: "T secret-of-author", search: "" },
    },
    {
      socket: { place: "queryParameter", name: "token", format: "T $credential" } as const,
      expected: { header: undefined, search: "?token=T+secret-of-author" },
    },
  ])("presents its credential in $socket.place", async ({ socket, expected }) => {
    const { http } = widgetDialect.credentials;
    const dialect = { ...widgetDialect, credentials: { http, socket } };
    const presented: unknown[] = [];
    await withSocket(
      acknowledging((from, id) => say(from, id, { type: "complete" })),
      async (target, sockets) => {
        sockets.on("connection", (_, { headers, url = "" }) =>
          presented.push({
            header: headers["x-socket"],
            search: new URL(url, "ws://localhost").search,
          }),
        );
        const log = new Log();
        await target.watch(command, log, never);
        await log.end();
        expect(presented).toEqual([expected]);
      },
      { dialect },
    );
  });
});

it.each([
  {
    event: { code: 1008, reason: "who?" },
    isAcknowledged: true,
    closing: { code: 1008, reason: "who?" },
  },
  {
    event: { code: 1000, reason: "" },
    isAcknowledged: false,
    closing: { code: 1000, isEarly: true },
  },
  { event: { code: 1000, reason: "" }, isAcknowledged: true, closing: undefined },
  { event: {}, isAcknowledged: false, closing: undefined },
])("states how the server closed a connection: $event", ({ event, isAcknowledged, closing }) => {
  const end = endOfClose(event, isAcknowledged);
  const words = { outcomes: [], errors: { code: "extensions.code" } };

  expect(readStreamEnd(words, end, undefined)).toEqual({
    end: "lost",
    detail: expect.stringContaining("the connection was closed with code"),
    ...(closing === undefined ? {} : { closing }),
  });
});

it("reads a subscription that the caller's schema does not contain as forbidden", () => {
  const message = 'Cannot query field "pumps" on type "Subscription".';
  const end = { kind: "errors", errors: [{ message }] } as const;

  expect(
    readStreamEnd({ outcomes: [], errors: { code: "extensions.code" } }, end, undefined),
  ).toMatchObject({
    end: "refused",
    refusal: { reason: "forbidden", message },
  });
});
