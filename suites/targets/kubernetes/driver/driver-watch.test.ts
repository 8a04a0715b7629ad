import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { WatchCommand, WatchEnd, WatchEvent } from "#contract";
import type { Watch } from "../../port/target.ts";
import { answerJson } from "../testing/api-server.ts";
import type { Answer } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { statusFailure, widgetBody } from "../testing/widget.ts";

const { connected, keep } = connections();
const { signal } = new AbortController();

const command = {
  verb: "watch",
  identity: "author",
  kind: "Widget",
  namespace: "usual",
  resourceVersion: resourceVersion("1"),
} as const;

interface Watched {
  readonly events: WatchEvent[];
  readonly end: Promise<WatchEnd>;
  readonly watch: Watch;
  readonly notes: readonly string[];
}

async function watched(answer: Answer, given: WatchCommand = command): Promise<Watched> {
  const { target } = await connected(answer);
  const events: WatchEvent[] = [];
  const ends = createDeferredEnd();
  const notes: string[] = [];
  const listener = {
    event: (event: WatchEvent) => events.push(event),
    ended: ends.resolve,
    noted: (note: string) => notes.push(note),
  };
  const watch = await target.watch(given, listener, signal);
  keep(watch);
  return { events, end: ends.promise, watch, notes };
}

function line(type: string, version: string): string {
  return `${JSON.stringify({ type, object: widgetBody(version) })}\n`;
}

function createDeferredEnd(): {
  readonly promise: Promise<WatchEnd>;
  readonly resolve: (end: WatchEnd) => void;
} {
  const ends: WatchEnd[] = [];
  const waiting: ((end: WatchEnd) => void)[] = [];
  return {
    promise: new Promise((resolve) => {
      waiting.push(resolve);
      for (const end of ends) resolve(end);
    }),
    resolve: (end) => {
      ends.push(end);
      for (const resolve of waiting) resolve(end);
    },
  };
}

describe("watch", () => {
  it("continues from the last version if the server ends a stream", async () => {
    const asked: string[] = [];
    const { events, end } = await watched((request, _body, reply) => {
      const { searchParams } = new URL(request.url ?? "", "http://x");
      const after = searchParams.get("resourceVersion") ?? "";
      asked.push(after);
      if (after === "1") return void reply.end(line("ADDED", "2"));
      reply.end(after === "2" ? line("MODIFIED", "3") : "");
    });

    expect(await end).toEqual({ end: "completed" });
    expect(asked.slice(0, 3)).toEqual(["1", "2", "3"]);
    expect(events.map(({ type, resourceVersion: at }) => `${type} ${at}`)).toEqual([
      "ADDED 2",
      "MODIFIED 3",
    ]);
  });

  it.each([
    { why: "from the beginning", written: "" },
    { why: "after an event", written: line("ADDED", "2") },
  ])("ends after five streams without an event: $why", async ({ written }) => {
    const idle: string[] = [];
    const { end } = await watched((request, _body, reply) => {
      const { searchParams } = new URL(request.url ?? "", "http://x");
      const after = searchParams.get("resourceVersion") ?? "";
      const text = after === "1" ? written : "";
      if (text === "") idle.push(after);
      reply.end(text);
    });

    expect(await end).toEqual({ end: "completed" });
    expect(idle).toHaveLength(5);
  });

  it("is read no further during a pause, while another watch is", async () => {
    const streams: ServerResponse[] = [];
    const answer: Answer = (request, _body, reply) => {
      const { searchParams } = new URL(request.url ?? "", "http://x");
      if (searchParams.get("resourceVersion") !== "1") return void reply.end();
      streams.push(reply);
      reply.write(line("ADDED", "2"));
    };
    const { target } = await connected(answer);
    const open = async (): Promise<Watched> => {
      const events: WatchEvent[] = [];
      const ends = createDeferredEnd();
      const listener = { event: (event: WatchEvent) => events.push(event), ended: ends.resolve };
      const watch = await target.watch(command, listener, signal);
      keep(watch);
      return { events, end: ends.promise, watch, notes: [] };
    };
    const [slow, other] = [await open(), await open()];
    const resume = slow.watch.pause?.();
    const padding = " ".repeat(1_000_000);
    for (const stream of streams) {
      for (let version = 3; version < 23; version += 1) {
        stream.write(`${padding}${line("MODIFIED", String(version))}`);
      }
      stream.end();
    }
    await other.end;
    const during = slow.events.length;
    resume?.();
    await slow.end;

    expect(other.events).toHaveLength(21);
    expect(during).toBeLessThan(21);
    expect(slow.events).toHaveLength(21);
  });

  it("does not restart with the current state if that was not delivered completely", async () => {
    const asked: string[] = [];
    const any = { ...command, resourceVersion: resourceVersion("0") };
    const { end } = await watched((request, _body, reply) => {
      asked.push(request.url ?? "");
      reply.end(line("ADDED", "2"));
    }, any);

    expect(await end).toEqual({ end: "completed" });
    expect(asked).toHaveLength(1);
  });

  it("reports nothing after an error in the stream", async () => {
    const { events, end } = await watched((_request, _body, reply) => {
      const error = JSON.stringify({ type: "ERROR", object: statusFailure(410, "Expired") });
      reply.end(`${error}\n${line("MODIFIED", "3")}`);
    });

    expect(await end).toMatchObject({ end: "refused", refusal: { reason: "expired" } });
    expect(events).toEqual([]);
  });

  it.each([
    { code: 403, reason: "Forbidden", read: "forbidden" },
    { code: 410, reason: "Expired", read: "expired" },
  ])("ends with a refusal of HTTP $code", async ({ code, reason, read: sorted }) => {
    const { end } = await watched((_request, _body, reply) =>
      answerJson(reply, code, statusFailure(code, reason)),
    );

    expect(await end).toMatchObject({ end: "refused", refusal: { reason: sorted } });
  });

  it("reopens a watch on an overloaded server after the requested pause", async () => {
    const askedMs: number[] = [];
    const { events, end, watch } = await watched((_request, _body, reply) => {
      askedMs.push(performance.now());
      if (askedMs.length > 2) return void reply.write(line("ADDED", "2"));
      reply.writeHead(429, { "retry-after": askedMs.length === 1 ? "1" : "0" });
      reply.end("too many");
    });
    await expect.poll(() => events.map(({ type }) => type)).toEqual(["ADDED"]);
    await watch[Symbol.asyncDispose]();

    expect(await end).toEqual({ end: "closed" });
    expect(askedMs).toHaveLength(3);
    const [first = 0, second = 0] = askedMs;
    expect(second - first).toBeGreaterThanOrEqual(990);
  });

  it("continues from the last version if the server is temporarily overloaded", async () => {
    const asked: string[] = [];
    const { events, end } = await watched((request, _body, reply) => {
      const { searchParams } = new URL(request.url ?? "", "http://x");
      asked.push(searchParams.get("resourceVersion") ?? "");
      if (asked.length === 1) return void reply.end(line("ADDED", "2"));
      if (asked.length > 2) return void reply.end(asked.length === 3 ? line("MODIFIED", "3") : "");
      reply.writeHead(429, { "retry-after": "0" });
      reply.end();
    });

    expect(await end).toEqual({ end: "completed" });
    expect(asked.slice(0, 4)).toEqual(["1", "2", "2", "3"]);
    expect(events.map(({ type }) => type)).toEqual(["ADDED", "MODIFIED"]);
  });

  it("is lost if the server requests a longer pause than the timeout of a request", async () => {
    const { end } = await watched((_request, _body, reply) => {
      reply.writeHead(429, { "retry-after": "3600", "content-type": "text/plain" });
      reply.end("try again later");
    });

    expect(await end).toEqual({
      end: "lost",
      detail: 'HTTP 429: HTTP 429 with "try again later"',
    });
  });

  it("is not requested again if it was closed during the pause", async () => {
    const { target, server } = await connected((_request, _body, reply) => {
      reply.writeHead(429, { "retry-after": "1" });
      reply.end("too many");
    });
    const ends = createDeferredEnd();
    const stop = new AbortController();
    const listener = { event: () => {}, ended: ends.resolve };
    const opening = target.watch(command, listener, stop.signal);
    await expect.poll(() => server.asked).toHaveLength(1);
    stop.abort();
    keep(await opening);

    expect(await ends.promise).toEqual({ end: "closed" });
    await setTimeout(1_100);
    expect(server.asked).toHaveLength(1);
  });

  it("aborts a refusal whose body never ends", async () => {
    const { target } = await connected((_request, _body, reply) => {
      reply.writeHead(500).write('{"kind"');
    }, 300);
    const ends = createDeferredEnd();
    const listener = { event: () => {}, ended: ends.resolve };
    keep(await target.watch(command, listener, signal));

    expect(await ends.promise).toEqual({
      end: "lost",
      detail: "no complete response within 300 ms",
    });
  });

  it("distinguishes a broken connection from an end", async () => {
    const { end } = await watched((request, _body, reply) => {
      reply.write(line("ADDED", "2"), () => request.socket.destroy());
    });

    expect(await end).toMatchObject({ end: "lost" });
  });

  it.each([
    { times: 1, end: { end: "completed" } },
    { times: 9, end: { end: "refused", refusal: { code: "Timeout" } } },
  ])("asks again for a version that is ahead of the server, $times times", async (row) => {
    let asked = 0;
    const { end } = await watched((_request, _body, reply) => {
      asked += 1;
      if (asked > row.times) return void reply.end();
      const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large" }];
      answerJson(reply, 504, statusFailure(504, "Timeout", { causes, retryAfterSeconds: 0.01 }));
    });

    expect(await end).toMatchObject(row.end);
  });

  it("ends with a refusal if only the message states that the version is ahead", async () => {
    const { end } = await watched((_request, _body, reply) => {
      const failure = statusFailure(504, "Timeout", { retryAfterSeconds: 0.01 });
      answerJson(reply, 504, { ...failure, message: "Too large resource version: 9, current: 8" });
    });

    expect(await end).toMatchObject({ end: "refused", refusal: { code: "Timeout" } });
  });

  it("starts after the version of a list by default", async () => {
    const asked: string[] = [];
    const { resourceVersion: _version, ...now } = command;
    const { end, watch } = await watched((request, _body, reply) => {
      asked.push(request.url ?? "");
      if (request.url?.includes("watch=true") === true) return void reply.write(line("ADDED", "9"));
      answerJson(reply, 200, { items: [], metadata: { resourceVersion: "8" } });
    }, now);
    await watch[Symbol.asyncDispose]();

    expect(await end).toEqual({ end: "closed" });
    expect(asked[0]).toContain("limit=1");
    expect(asked[1]).toContain("resourceVersion=8");
  });

  it.each([401, 403])(
    "asks for the watch itself if the list before it is denied: %i",
    async (code) => {
      const { resourceVersion: _version, ...now } = command;
      const asked: string[] = [];
      const { events, watch } = await watched((request, _body, reply) => {
        asked.push(request.url ?? "");
        if (request.url?.includes("watch=true") === true)
          return void reply.write(line("ADDED", "9"));
        answerJson(reply, code, statusFailure(code, ""));
      }, now);
      while (events.length === 0) await setTimeout(1);
      await watch[Symbol.asyncDispose]();

      expect(asked).toHaveLength(2);
      expect(asked[1]).not.toContain("resourceVersion=");
    },
  );

  it.each<{ readonly how: string; readonly refuse: (reply: ServerResponse) => void }>([
    {
      how: "HTTP 504",
      refuse: (reply) => answerJson(reply, 504, statusFailure(504, "Timeout")),
    },
    {
      how: "HTTP 400",
      refuse: (reply) => answerJson(reply, 400, statusFailure(400, "BadRequest")),
    },
    {
      how: "an error in the stream",
      refuse: (reply) =>
        reply.end(`${JSON.stringify({ type: "ERROR", object: statusFailure(410, "Expired") })}\n`),
    },
  ])(
    "starts after the last listed object if the version of the list is refused: $how",
    async (row) => {
      const { resourceVersion: _version, ...now } = command;
      const asked: string[] = [];
      const { events, end, notes, watch } = await watched((request, _body, reply) => {
        const { searchParams } = new URL(request.url ?? "", "http://x");
        if (searchParams.get("watch") !== "true") {
          const items = [widgetBody("9"), widgetBody("10"), widgetBody("2")];
          return answerJson(reply, 200, { items, metadata: { resourceVersion: "99" } });
        }
        const after = searchParams.get("resourceVersion") ?? "";
        asked.push(after);
        if (after === "99") return row.refuse(reply);
        reply.write(line("ADDED", "11"));
      }, now);
      await expect.poll(() => events.map(({ type }) => type)).toEqual(["ADDED"]);
      await watch[Symbol.asyncDispose]();

      expect(await end).toEqual({ end: "closed" });
      expect(asked).toEqual(["99", "10"]);
      expect(watch.request.operation).toContain("resourceVersion=10");
      expect(notes).toEqual([
        "Widget: the server rejects the version of a list as the start of a watch, so watches start after the last listed object, or with the current state",
      ]);
    },
  );

  it("starts with the current state if the list whose version is refused is empty", async () => {
    const { resourceVersion: _version, ...now } = command;
    const asked: (string | null)[] = [];
    const { end } = await watched((request, _body, reply) => {
      const { searchParams } = new URL(request.url ?? "", "http://x");
      if (searchParams.get("watch") !== "true")
        return answerJson(reply, 200, { items: [], metadata: { resourceVersion: "99" } });
      const after = searchParams.get("resourceVersion");
      asked.push(after);
      if (after === "99") return answerJson(reply, 410, statusFailure(410, "Expired"));
      reply.end(line("ADDED", "11"));
    }, now);

    expect(await end).toEqual({ end: "completed" });
    expect(asked).toEqual(["99", null]);
  });

  it("ends as it was rejected if the version of no object is accepted either", async () => {
    const { resourceVersion: _version, ...now } = command;
    const { end } = await watched((request, _body, reply) => {
      if (request.url?.includes("watch=true") === true)
        return answerJson(reply, 410, statusFailure(410, "Expired"));
      answerJson(reply, 200, { items: [widgetBody("9")], metadata: { resourceVersion: "99" } });
    }, now);

    expect(await end).toMatchObject({ end: "refused", refusal: { reason: "expired" } });
  });

  it("ends as the list before it was rejected, if the watch is rejected as well", async () => {
    const { resourceVersion: _version, ...now } = command;
    const { end } = await watched(
      (_request, _body, reply) => answerJson(reply, 403, statusFailure(403, "Forbidden")),
      now,
    );

    expect(await end).toMatchObject({ end: "refused", refusal: { reason: "forbidden" } });
  });
});
