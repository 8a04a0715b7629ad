import { describe, expect, it } from "vitest";
import { answerJson } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { statusFailure, widgetBody, widgetKey, widgetPath } from "../testing/widget.ts";

const { connected } = connections();
const { signal } = new AbortController();
const read = { verb: "read", identity: "author", key: widgetKey } as const;

describe("execute", () => {
  it("presents each role in its own way", async () => {
    const seen: unknown[] = [];
    const { target } = await connected((request, _body, reply) => {
      const { authorization, "impersonate-user": user, "user-agent": agent } = request.headers;
      seen.push({ authorization, user, agent });
      answerJson(reply, 200, widgetBody("1"));
    });
    for (const identity of ["author", "reader", "anonymous"] as const) {
      await target.execute({ ...read, identity }, signal);
    }

    const agent = "suite/test";
    expect(seen).toEqual([
      { authorization: "Bearer secret-token", user: undefined, agent },
      { authorization: "Bearer secret-token", user: "reader", agent },
      { authorization: undefined, user: undefined, agent },
    ]);
  });

  it("reads an object before it replaces it", async () => {
    const bodies: string[] = [];
    const { server, target } = await connected((_request, body, reply) => {
      bodies.push(body);
      answerJson(reply, 200, widgetBody("1", { spec: { size: 1 }, status: { num: 1 } }));
    });
    await target.execute(
      { verb: "update", identity: "author", key: widgetKey, labels: { a: "b" } },
      signal,
    );

    expect(server.asked).toEqual([`GET ${widgetPath}`, `PUT ${widgetPath}`]);
    expect(JSON.parse(bodies[1] ?? "")).toMatchObject({
      metadata: { labels: { a: "b" } },
      spec: { size: 1 },
      status: { num: 1 },
    });
  });

  it.each([401, 403, 404])(
    "completes a replacement by a caller whose read gets %i",
    async (status) => {
      const seen: (readonly [user: unknown, body: string])[] = [];
      const { server, target } = await connected((request, body, reply) => {
        const { "impersonate-user": user } = request.headers;
        seen.push([user, body]);
        const isDenied = request.method === "GET" && user === "reader";
        if (isDenied) answerJson(reply, status, statusFailure(status, "Forbidden"));
        else answerJson(reply, 200, widgetBody("1", { spec: { size: 1 } }));
      });
      await target.execute(
        { verb: "updateStatus", identity: "reader", key: widgetKey, status: { num: 2 } },
        signal,
      );

      const path = `${widgetPath}/status`;
      expect(server.asked).toEqual([`GET ${widgetPath}`, `GET ${widgetPath}`, `PUT ${path}`]);
      expect(seen.map(([user]) => user)).toEqual(["reader", undefined, "reader"]);
      expect(JSON.parse(seen[2]?.[1] ?? "")).toMatchObject({
        spec: { size: 1 },
        status: { num: 2 },
      });
    },
  );

  it.each([
    { stored: "2", outcome: { result: "object", isFromRead: true, object: { spec: { size: 3 } } } },
    { stored: "3", outcome: { result: "done" } },
  ])("reads an object at version $stored after a write of its scale", async (row) => {
    const { server, target } = await connected((request, _body, reply) => {
      const version = request.method === "PUT" ? "2" : row.stored;
      answerJson(reply, 200, widgetBody(version, { spec: { size: 3 } }));
    });
    const { outcome } = await target.execute(
      {
        verb: "update",
        identity: "author",
        key: widgetKey,
        via: "scale.put",
        spec: { replicas: 3 },
      },
      signal,
    );

    expect(server.asked).toEqual([`PUT ${widgetPath}/scale`, `GET ${widgetPath}`]);
    expect(outcome).toMatchObject(row.outcome);
  });

  it.each([
    { why: "a Status", body: JSON.stringify({ kind: "Status", status: "Success" }) },
    { why: "an empty body", body: "" },
  ])("reads the object if the response to a write is $why", async ({ body }) => {
    const { server, target } = await connected((request, _body, reply) => {
      const isWrite = request.method === "PUT";
      reply.writeHead(200, { "content-type": "application/json", warning: '299 - "late"' });
      reply.end(isWrite ? body : JSON.stringify(widgetBody("2", { status: { num: 1 } })));
    });
    const write = { verb: "update", identity: "author", key: widgetKey, labels: {} } as const;
    const { outcome } = await target.execute(write, signal);
    await target.execute({ ...write, options: { dryRun: true } }, signal);

    expect(outcome).toMatchObject({
      result: "object",
      object: { status: { num: 1 } },
      warnings: ["late"],
      isFromRead: true,
    });
    expect(server.asked.map((one) => one.split(" ")[0])).toEqual([
      "GET",
      "PUT",
      "GET",
      "GET",
      "PUT",
    ]);
  });

  it.each([200, 202, 204])(
    "takes an empty response to a deletion with %i for its word",
    async (status) => {
      const { target } = await connected((request, _body, reply) =>
        request.method === "DELETE"
          ? reply.writeHead(status).end()
          : reply.writeHead(status, { "content-type": "application/json" }).end(),
      );
      const deletion = await target.execute(
        { verb: "delete", identity: "author", key: widgetKey },
        signal,
      );
      const reading = await target.execute(read, signal);

      expect(deletion.outcome).toEqual({ result: "done" });
      expect(reading.outcome).toMatchObject({ result: "unintelligible" });
    },
  );

  it.each([
    { what: "no body", body: undefined, reason: "alreadyExists" },
    { what: "a reason", body: statusFailure(409, "Conflict"), reason: "conflict" },
  ])("reads 409 to a creation by its status where it has $what", async ({ body, reason }) => {
    const { target } = await connected((_request, _body, reply) =>
      body === undefined ? reply.writeHead(409).end() : answerJson(reply, 409, body),
    );
    const create = {
      verb: "create",
      identity: "author",
      key: widgetKey,
      spec: { size: 1 },
    } as const;
    const remove = { verb: "delete", identity: "author", key: widgetKey } as const;

    expect(await target.execute(create, signal)).toMatchObject({
      outcome: { result: "refused", refusal: { reason } },
    });
    expect(await target.execute(remove, signal)).toMatchObject({
      outcome: { result: "refused", refusal: { reason: "conflict" } },
    });
  });

  it("replaces nothing if the response to that read is lost", async () => {
    const { server, target } = await connected((_request, _body, reply) =>
      answerJson(reply, 504, statusFailure(504, "Timeout")),
    );
    const exchange = await target.execute(
      { verb: "update", identity: "author", key: widgetKey, spec: { size: 2 } },
      signal,
    );

    expect(exchange.outcome).toMatchObject({ result: "unknown", cause: "timeout" });
    expect(server.asked).toEqual([`GET ${widgetPath}`]);
  });

  it("keeps integers that a double cannot represent", async () => {
    const bodies: string[] = [];
    const stored = JSON.stringify(widgetBody("1", { spec: { serial: 0 }, status: { num: 1 } }));
    const { target } = await connected((_request, body, reply) => {
      bodies.push(body);
      reply.writeHead(200, { "content-type": "application/json" });
      reply.end(stored.replace('"serial":0', '"serial":9007199254740993'));
    });
    const { outcome } = await target.execute(
      { verb: "update", identity: "author", key: widgetKey, labels: { a: "b" } },
      signal,
    );

    expect(bodies[1]).toContain('"serial":9007199254740993');
    expect(outcome).toMatchObject({ object: { spec: { serial: "int64 9007199254740993" } } });
  });

  it("keeps the request and the response, without the credential", async () => {
    const { target } = await connected((_request, _body, reply) =>
      answerJson(reply, 403, {
        ...statusFailure(403, "Forbidden"),
        message: "not with secret-token",
      }),
    );
    const exchange = await target.execute(read, signal);

    expect(exchange).toMatchObject({
      outcome: { result: "refused", refusal: { reason: "forbidden" } },
      request: { operation: `GET ${widgetPath}` },
      reply: { status: 403 },
    });
    expect(JSON.stringify(exchange)).not.toContain("secret-token");
  });

  it.each([
    { what: "429, for longer than anybody waits", code: 429 },
    { what: "503 while it shuts down", code: 503 },
  ])("takes $what, for no answer", async ({ code }) => {
    const { target } = await connected((_request, _body, reply) => {
      reply.writeHead(code, { "retry-after": "3600", "content-type": "text/plain" });
      reply.end("try again later");
    });

    expect((await target.execute(read, signal)).outcome).toEqual({
      result: "unknown",
      cause: "connection",
      detail: `HTTP ${code}: HTTP ${code} with "try again later"`,
      retryAfterSeconds: 3600,
    });
  });

  it("resends a request to an overloaded server at the stated time", async () => {
    let turnedAway = 0;
    const { server, target } = await connected((_request, _body, reply) => {
      turnedAway += 1;
      if (turnedAway > 2) return answerJson(reply, 403, statusFailure(403, "Forbidden"));
      reply.writeHead(429, { "retry-after": "0" });
      reply.end("too many");
    });

    expect((await target.execute(read, signal)).outcome).toMatchObject({ result: "refused" });
    expect(server.asked).toHaveLength(3);
  });

  it("reports the rejection if the caller stops waiting for a rate limit", async () => {
    const stop = new AbortController();
    const { target } = await connected((_request, _body, reply) => {
      reply.writeHead(429, { "retry-after": "60", "content-type": "text/plain" });
      reply.end("too many");
    });

    const exchange = target.execute(read, stop.signal);
    await expect.poll(() => target.isPaused()).toBe(true);
    stop.abort();

    expect(await exchange).toMatchObject({
      outcome: { result: "unknown", detail: 'HTTP 429: HTTP 429 with "too many"' },
      rateRefusals: 1,
    });
  });

  it("sends no more requests than a server permits", async () => {
    let tokens = 5;
    let lastMs = performance.now();
    let turnedAway = 0;
    const { target } = await connected((_request, _body, reply) => {
      const nowMs = performance.now();
      tokens = Math.min(5, tokens + (nowMs - lastMs) / 25);
      lastMs = nowMs;
      if (tokens >= 1) {
        tokens -= 1;
        return answerJson(reply, 200, widgetBody("1"));
      }
      turnedAway += 1;
      reply.writeHead(429).end("too many");
    }, 1_000);
    const reads = Array.from({ length: 80 }, () => target.execute(read, signal));
    const exchanges = await Promise.all(reads);

    const refusals = exchanges.map(({ rateRefusals = 0 }) => rateRefusals);
    expect(exchanges.every(({ outcome }) => outcome.result === "object")).toBe(true);
    expect(refusals.reduce((sum, one) => sum + one, 0)).toBe(turnedAway);
    expect(turnedAway).toBeGreaterThan(0);
    expect(turnedAway).toBeLessThan(160);
  });

  it("abandons a silent server after the limit, and a closed connection immediately", async () => {
    const silent = await connected(() => {}, 100);
    const closing = await connected((request) => request.socket.destroy());

    expect((await silent.target.execute(read, signal)).outcome).toEqual({
      result: "unknown",
      cause: "timeout",
      detail: "no complete response within 100 ms",
    });
    const closed = (await closing.target.execute(read, signal)).outcome;
    expect(closed).toMatchObject({ result: "unknown", cause: "connection" });
    expect(closed).not.toHaveProperty("isUnsent");

    await closing.server[Symbol.asyncDispose]();
    expect((await closing.target.execute(read, signal)).outcome).toMatchObject({
      result: "unknown",
      cause: "connection",
      isUnsent: true,
    });
  });

  it.each([
    { command: { ...read, key: { kind: "Gizmo", name: "a" } }, detail: "there is no kind Gizmo" },
    { command: { ...read, identity: "tenant" } as const, detail: "no credential for tenant" },
    { command: { ...read, channel: "socket" } as const, detail: "over a WebSocket" },
  ])("sends nothing where $detail", async ({ command, detail }) => {
    const { server, target } = await connected((_request, _body, reply) => reply.end());
    const { outcome } = await target.execute(command, signal);

    expect(outcome).toMatchObject({ result: "unsupported" });
    expect(JSON.stringify(outcome)).toContain(detail);
    expect(server.asked).toEqual([]);
  });
});
