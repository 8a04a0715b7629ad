import { describe, expect, it } from "vitest";
import { AppSyncTranslator, appSyncAuthorization, appSyncQuery } from "./appsync.ts";

const authorization = { host: "a.example", "x-api-key": "k" };
const payload = { query: "subscription { onUpdateVent { id } }", variables: { house: "a" } };

function subscribed(): AppSyncTranslator {
  const translator = new AppSyncTranslator(authorization);
  translator.sent(JSON.stringify({ type: "subscribe", id: "7", payload }));
  return translator;
}

function received(translator: AppSyncTranslator, message: object): readonly unknown[] {
  return translator
    .received(JSON.stringify(message))
    .map((one) => ("text" in one ? { ...one, text: parsed(one.text) } : one));
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

function forClient(text: object): unknown {
  return { kind: "message", text };
}

it("identifies a caller by the headers of HTTP requests and the host of the HTTP endpoint", () => {
  const url = new URL("wss://abc.appsync-realtime-api.eu-west-1.amazonaws.com/graphql");
  const own = appSyncAuthorization({ "user-agent": "suite", authorization: "Bearer t" }, url);

  expect(own).toEqual({
    host: "abc.appsync-api.eu-west-1.amazonaws.com",
    authorization: "Bearer t",
  });
  const { header = "", payload: empty = "" } = appSyncQuery(own);
  expect(parsed(Buffer.from(header, "base64").toString())).toEqual(own);
  expect(Buffer.from(empty, "base64").toString()).toBe("{}");
});

it("sends operations as text, with the headers of the caller", () => {
  const translator = new AppSyncTranslator(authorization);
  const sent = (message: object): readonly unknown[] =>
    translator.sent(JSON.stringify(message)).map(parsed);

  expect(sent({ type: "connection_init", payload: { a: 1 } })).toEqual([
    { type: "connection_init" },
  ]);
  expect(sent({ type: "subscribe", id: "7", payload })).toEqual([
    {
      id: "7",
      type: "start",
      payload: { data: JSON.stringify(payload), extensions: { authorization } },
    },
  ]);
  expect(sent({ type: "complete", id: "7" })).toEqual([{ id: "7", type: "stop" }]);
  expect(sent({ type: "pong" })).toEqual([]);
});

describe("the server's messages", () => {
  it("acknowledge a subscription, and deliver its events", async () => {
    const translator = subscribed();
    const start = translator.started("7").then(() => "started");
    const event = { data: { onUpdateVent: { id: "1" } } };

    expect(await Promise.race([start, Promise.resolve("waiting")])).toBe("waiting");
    expect(received(translator, { type: "start_ack", id: "7" })).toEqual([]);
    expect(await start).toBe("started");
    expect(received(translator, { type: "data", id: "7", payload: event })).toEqual([
      forClient({ id: "7", type: "next", payload: event }),
    ]);
    expect(received(translator, { type: "complete", id: "7" })).toEqual([
      forClient({ id: "7", type: "complete" }),
    ]);
  });

  it.each([
    {
      message: { type: "connection_ack", payload: { connectionTimeoutMs: 300_000 } },
      end: [forClient({ type: "connection_ack" })],
    },
    { message: { type: "ka" }, end: [] },
    {
      message: {
        type: "connection_error",
        payload: { errors: [{ errorType: "UnauthorizedException", errorCode: 401 }] },
      },
      end: [
        {
          kind: "refusal",
          payload: {
            errorType: "UnauthorizedException",
            errorCode: 401,
            message: "UnauthorizedException",
            extensions: { code: "UnauthorizedException" },
          },
        },
      ],
    },
    {
      message: { type: "error", id: "7", payload: { errors: [{ message: "no field" }] } },
      end: [forClient({ id: "7", type: "error", payload: [{ message: "no field" }] })],
    },
    {
      message: { type: "error", payload: { message: "Invalid message" } },
      end: [{ kind: "refusal", payload: { message: "Invalid message" } }],
    },
  ])("$message.type are translated to $end", ({ message, end }) => {
    expect(received(subscribed(), message)).toEqual(end);
  });

  it("start an operation that is rejected", async () => {
    const translator = subscribed();
    const start = translator.started("7");
    received(translator, { type: "error", id: "7", payload: {} });

    expect(await start).toBeUndefined();
  });

  it("are ignored if they cannot be read", () => {
    expect(subscribed().received("<html>")).toEqual([]);
  });
});
