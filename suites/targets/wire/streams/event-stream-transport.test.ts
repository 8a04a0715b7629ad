import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { once } from "node:events";
import { buildSchema, graphql } from "graphql";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { WatchCommand } from "#contract";
import type { Target } from "../../port/target.ts";
import { connectGraphqlTarget } from "../../graphql/driver/connect.ts";
import type { GraphqlTargetOptions } from "../../graphql/driver/connect.ts";
import { crateData, crateDialect, crateSchema } from "../../graphql/testing/crate-dialect.ts";
import {
  optionsFor,
  startEndpoint,
  startHttp,
  testLimits,
} from "../../graphql/testing/test-endpoint.ts";
import { Log } from "../../graphql/testing/sockets.ts";

const never = new AbortController().signal;
const command: WatchCommand = {
  verb: "watch",
  identity: "author",
  kind: "Crate",
  channel: "events",
  bookmarks: true,
  initialEvents: true,
};

type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void;

async function withStream(
  answer: Answer,
  test: (target: Target, url: string) => Promise<void>,
  options: Pick<GraphqlTargetOptions, "isObserved"> = {},
): Promise<void> {
  const schema = buildSchema(crateSchema);
  await using endpoint = await startHttp((request, response) => {
    void text(request).then(async (body) => {
      if (request.url === "/events") return answer(response, request, body);
      const asked: unknown = JSON.parse(body);
      const query = isJsonObject(asked) ? asked["query"] : undefined;
      const source = typeof query === "string" ? query : "";
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(await graphql({ schema, source })));
    });
  });
  const limits = { ...testLimits, watchOpenMs: 500 };
  const more = { dialect: crateDialect, runtimeSuffix: "xyz", limits, ...options };
  await using target = await connectGraphqlTarget(optionsFor(endpoint.url, more));
  await test(target, endpoint.url);
}

function streaming(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
}

function next(changes: object): string {
  return `event: next\ndata: ${JSON.stringify({ data: { changes } })}\n\n`;
}

describe("a watch over server-sent events", () => {
  it("is read no further during a pause, while another watch is", async () => {
    const streams: ServerResponse[] = [];
    const answer: Answer = (response) => void streams.push(streaming(response));
    await withStream(answer, async (target) => {
      const [slow, other] = [new Log(), new Log()];
      const opening = [slow, other].map((log) => target.watch(command, log, never));
      while (streams.length < 2) await new Promise(setImmediate);
      for (const stream of streams) stream.write(":\n\n");
      const [paused] = await Promise.all(opening);
      const resume = paused?.pause?.();
      const note = "x".repeat(1_000_000);
      for (const stream of streams) {
        for (let version = 1; version <= 20; version += 1) {
          stream.write(next({ type: "MARK", version: String(version), note }));
        }
        stream.end("event: complete\ndata:\n\n");
      }
      await other.end();
      const during = slow.events.length;
      resume?.();
      await slow.end();

      expect(other.events).toHaveLength(20);
      expect(during).toBeLessThan(20);
      expect(slow.events).toHaveLength(20);
    });
  });

  it("delivers events in order, and its end after them", async () => {
    const seen: { headers?: IncomingMessage["headers"]; body?: string } = {};
    const answer: Answer = (response, request, body) => {
      Object.assign(seen, { headers: request.headers, body });
      streaming(response).write(":\n\n");
      response.write(next({ type: "ADDED", version: "7", object: crateData }));
      response.write(next({ type: "MARK", version: "8", object: null, isStateComplete: true }));
      response.end(`${next({ type: "MARK", version: "9" })}event: complete\ndata:\n\n`);
    };
    await withStream(answer, async (target, url) => {
      const log = new Log();
      const watch = await target.watch(command, log, never);
      expect(await log.end()).toEqual({ end: "completed" });
      expect(log.events).toMatchObject([
        { type: "ADDED", resourceVersion: "7", object: { kind: "Crate" } },
        { type: "BOOKMARK", resourceVersion: "8", initialEventsEnd: true },
        { type: "BOOKMARK", resourceVersion: "9" },
      ]);
      expect(log.events[2]).not.toHaveProperty("initialEventsEnd");
      expect(watch.request.url).toBe(url.replace("/graphql", "/events"));
    });
    expect(seen.headers).toMatchObject({
      accept: "text/event-stream",
      "content-type": "application/json",
      "user-agent": "status-conformance/test",
      "x-token": "Token secret-of-author",
    });
    expect(JSON.parse(seen.body ?? "")).toEqual({
      query: "subscription($input: JSON!) { changes(input: $input) }",
      variables: { input: { type: "Cratexyz", marks: true, state: true } },
    });
  });

  it.each<{ name: string; answer: Answer; end: object }>([
    {
      name: "errors in an event",
      answer: (response) =>
        streaming(response).write('event: next\ndata: {"errors":[{"message":"forbidden"}]}\n\n'),
      end: { end: "refused", refusal: { reason: "forbidden" } },
    },
    {
      name: "errors instead of a stream",
      answer: (response) =>
        response
          .writeHead(400)
          .end('{"errors":[{"message":"a","extensions":{"code":"BAD_USER_INPUT"}}]}'),
      end: { end: "refused", refusal: { reason: "invalid", message: "a" } },
    },
    {
      name: "a status that rejects",
      answer: (response) => response.writeHead(401).end("no"),
      end: { end: "refused", refusal: { reason: "unauthenticated" } },
    },
    {
      name: "a status that fails",
      answer: (response) => response.writeHead(503, { "content-type": "text/html" }).end("busy"),
      end: { end: "lost", detail: "HTTP 503 with text/html instead of an event stream" },
    },
    {
      name: "a response that is no stream",
      answer: (response) => response.writeHead(200, { "content-type": "a/b" }).end("{}"),
      end: { end: "unintelligible", detail: "HTTP 200 with a/b instead of an event stream" },
    },
    {
      name: "a stream that breaks off",
      answer: (response) => streaming(response).end(": ping\n\n"),
      end: { end: "lost", detail: "the event stream ended without a final event" },
    },
    {
      name: "a connection that is cut",
      answer: (response, request) => {
        streaming(response).write(":\n\n", () => request.socket.destroy());
      },
      end: { end: "lost" },
    },
    {
      name: "data that is not JSON",
      answer: (response) => streaming(response).write("event: next\ndata: {\n\n"),
      end: { end: "unintelligible", detail: "an event whose data is not JSON" },
    },
    {
      name: "an event that cannot be read",
      answer: (response) => streaming(response).write(next({ type: "GONE" })),
      end: { end: "unintelligible", detail: 'an event of type "GONE" without an object' },
    },
    {
      name: "an event without end",
      answer: (response) => streaming(response).end(`data: ${"a".repeat(17 * 1024 * 1024)}`),
      end: { end: "unintelligible", detail: "an event of more than 16777216 characters" },
    },
    {
      name: "a refusal that never ends",
      answer: (response) => response.writeHead(400).write('{"errors"'),
      end: { end: "lost", detail: "no complete response within 500 ms" },
    },
    {
      name: "lines of nothing without end",
      answer: (response) => streaming(response).end("data:\n".repeat(1024 * 1024)),
      end: { end: "unintelligible", detail: "an event of more than 16777216 characters" },
    },
    {
      name: "far more events than anybody caused",
      answer: (response) => {
        const event = next({ type: "MARK", version: "9", object: null });
        streaming(response).write(event.repeat(20_001));
      },
      end: {
        end: "unintelligible",
        detail: "far more events than the requests of the run could have caused",
      },
    },
    {
      name: "silence",
      answer: () => {},
      end: { end: "lost" },
    },
  ])("ends with $name", async ({ answer, end }) => {
    await withStream(answer, async (target) => {
      const log = new Log();
      await using watch = await target.watch(command, log, never);
      expect(watch.request.operation).toContain("changes");
      expect(await log.end()).toMatchObject(end);
      expect(log.ends).toHaveLength(1);
    });
  });

  it("continues while others write, if they are under test", async () => {
    const event = next({ type: "MARK", version: "9", object: null });
    const answer: Answer = (response) => {
      streaming(response).end(event.repeat(20_001));
    };
    await withStream(
      answer,
      async (target) => {
        const log = new Log();
        await using watch = await target.watch(command, log, never);
        expect(watch.request.operation).toContain("changes");
        expect(await log.end()).not.toMatchObject({ end: "unintelligible" });
      },
      { isObserved: true },
    );
  });

  it("closes its connection when it is closed, and when the caller aborts", async () => {
    const closed: Promise<unknown>[] = [];
    const answer: Answer = (response) => {
      closed.push(once(response, "close"));
      streaming(response).write(":\n\n");
    };
    await withStream(answer, async (target) => {
      const [first, second] = [new Log(), new Log()];
      const controller = new AbortController();
      const watch = await target.watch(command, first, never);
      await target.watch(command, second, controller.signal);
      await watch[Symbol.asyncDispose]();
      controller.abort();
      expect(await first.end()).toEqual({ end: "closed" });
      expect(await second.end()).toEqual({ end: "closed" });
      expect(await Promise.all(closed)).toHaveLength(2);
    });
  });

  it("ends with the target that carries it", async () => {
    const log = new Log();
    await withStream(
      (response) => streaming(response).write(":\n\n"),
      async (target) => {
        await target.watch(command, log, never);
      },
    );
    expect(await log.end()).toMatchObject({ end: "lost" });
  });

  it("is not offered by a dialect without a place for it", async () => {
    await using endpoint = await startEndpoint();
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url));
    const log = new Log();
    await target.watch(
      { verb: "watch", identity: "author", kind: "Widget", channel: "events" },
      log,
      never,
    );
    const detail = "the endpoint has no event streams";
    expect(log.ends).toEqual([{ end: "unsupported", detail }]);
  });
});
