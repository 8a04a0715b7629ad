import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { WatchCommand } from "#contract";
import type { Target } from "../../port/target.ts";
import { connectGraphqlTarget } from "../driver/connect.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { optionsFor, startEndpoint, testLimits } from "../testing/test-endpoint.ts";
import { Log } from "../testing/sockets.ts";
import { widgetData, widgetDialect } from "../testing/widget-dialect.ts";

const never = new AbortController().signal;
const command: WatchCommand = { verb: "watch", identity: "author", kind: "Widget" };
const dialect: Dialect = { ...widgetDialect, endpoint: { watches: { protocol: "multipart" } } };

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

async function withParts(answer: Answer, test: (target: Target) => Promise<void>): Promise<void> {
  await using endpoint = await startEndpoint({
    answer: (request, response) => answer(response, request),
  });
  const limits = { ...testLimits, watchOpenMs: 500 };
  await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect, limits }));
  await test(target);
}

const type = { "content-type": 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0' };

function started(response: ServerResponse): ServerResponse {
  return response.writeHead(200, type);
}

function part(value: unknown): string {
  return `--graphql\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`;
}

function next(version: string): object {
  const widgetEvents = { op: "changed", version, object: widgetData };
  return { payload: { data: { widgetEvents } } };
}

describe("a watch in a multipart response", () => {
  it("delivers events, ignores heartbeats, and ends with its last part", async () => {
    const seen: IncomingMessage["headers"][] = [];
    const answer: Answer = (response, request) => {
      seen.push(request.headers);
      started(response).write(part({}));
      response.write(part(next("8")));
      response.end(`${part(next("9"))}--graphql--\r\n`);
    };
    await withParts(answer, async (target) => {
      const log = new Log();
      await target.watch(command, log, never);
      expect(await log.end()).toEqual({ end: "completed" });
      expect(log.events.map(({ resourceVersion }) => resourceVersion)).toEqual(["8", "9"]);
    });
    expect(seen[0]).toMatchObject({
      accept: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0, application/json',
      "x-token": "Token secret-of-author",
    });
  });

  it.each<{ name: string; answer: Answer; end: object }>([
    {
      name: "errors beside an empty payload",
      answer: (response) =>
        started(response).write(part({ payload: null, errors: [{ message: "forbidden" }] })),
      end: { end: "refused", refusal: { reason: "forbidden" } },
    },
    {
      name: "errors in a payload",
      answer: (response) =>
        started(response).write(part({ payload: { errors: [{ message: "forbidden" }] } })),
      end: { end: "refused", refusal: { reason: "forbidden" } },
    },
    {
      name: "a result instead of a stream",
      answer: (response) =>
        response
          .writeHead(200, { "content-type": "application/json" })
          .end('{"errors":[{"message":"forbidden"}]}'),
      end: { end: "refused", refusal: { reason: "forbidden" } },
    },
    {
      name: "a status that rejects",
      answer: (response) => response.writeHead(422, { "content-type": "text/html" }).end("<p>"),
      end: { end: "refused", refusal: { reason: "invalid", code: "HTTP 422" } },
    },
    {
      name: "a part that is not JSON",
      answer: (response) => started(response).write("--graphql\r\n\r\noops\r\n--graphql\r\n"),
      end: { end: "unintelligible", detail: "an event whose data is not JSON" },
    },
    {
      name: "a response that breaks off",
      answer: (response) => started(response).end(part(next("8"))),
      end: { end: "lost", detail: "the event stream ended without a final event" },
    },
    { name: "silence", answer: () => {}, end: { end: "lost" } },
  ])("ends with $name", async ({ answer, end }) => {
    await withParts(answer, async (target) => {
      const log = new Log();
      await using _ = await target.watch(command, log, never);
      expect(await log.end()).toMatchObject(end);
      expect(log.ends).toHaveLength(1);
    });
  });

  it("closes its connection", async () => {
    const closed: Promise<unknown>[] = [];
    const answer: Answer = (response, request) => {
      closed.push(once(response, "close"));
      started(response).write(part({}));
      void text(request).catch(() => "");
    };
    await withParts(answer, async (target) => {
      const log = new Log();
      const watch = await target.watch(command, log, never);
      await watch[Symbol.asyncDispose]();
      expect(await log.end()).toEqual({ end: "closed" });
      expect(await Promise.all(closed)).toHaveLength(1);
    });
  });
});
