import { describe, expect, it } from "vitest";
import { isMembers } from "#contract";
import { ActionCableTranslator } from "./action-cable.ts";

const payload = { query: "subscription { ventChanged { action } }", variables: { house: "a" } };
const identifier = '{"channel":"GraphqlChannel","channelId":"7"}';

function subscribed(channel?: string): ActionCableTranslator {
  const translator = new ActionCableTranslator(channel);
  translator.sent(JSON.stringify({ type: "subscribe", id: "7", payload }));
  return translator;
}

function received(translator: ActionCableTranslator, message: object): readonly unknown[] {
  return translator
    .received(JSON.stringify(message))
    .map((one) => ("text" in one ? { ...one, text: JSON.parse(one.text) } : one));
}

function confirmed(): ActionCableTranslator {
  const translator = subscribed();
  received(translator, { identifier, type: "confirm_subscription" });
  return translator;
}

describe("the client's messages", () => {
  it("subscribe to a channel of their own, and leave it once", () => {
    const translator = new ActionCableTranslator("Board::Feed");
    const own = '{"channel":"Board::Feed","channelId":"7"}';
    const complete = JSON.stringify({ type: "complete", id: "7" });

    expect(
      translator.sent(JSON.stringify({ type: "subscribe", id: "7", payload })).map(parsed),
    ).toEqual([{ command: "subscribe", identifier: own }]);
    expect(translator.sent(complete).map(parsed)).toEqual([
      { command: "unsubscribe", identifier: own },
    ]);
    expect(translator.sent(complete)).toEqual([]);
  });

  it.each(["connection_init", "ping", "pong"])("of the type %s are not sent", (type) => {
    expect(new ActionCableTranslator().sent(JSON.stringify({ type }))).toEqual([]);
  });
});

describe("the server's messages", () => {
  it("acknowledge the connection, and confirm a subscription, which executes the document", async () => {
    const translator = subscribed();
    const started = translator.started("7").then(() => "started");

    expect(received(translator, { type: "welcome" })).toEqual([
      { kind: "message", text: { type: "connection_ack" } },
    ]);
    expect(await Promise.race([started, Promise.resolve("waiting")])).toBe("waiting");
    const [execute, ...others] = received(translator, { identifier, type: "confirm_subscription" });

    expect(others).toEqual([]);
    expect(execute).toMatchObject({ kind: "reply", text: { command: "message", identifier } });
    expect(dataOf(execute)).toEqual({ ...payload, action: "execute" });
    expect(await Promise.race([started, Promise.resolve("waiting")])).toBe("waiting");
    expect(
      received(translator, { identifier, message: { result: { data: {} }, more: true } }),
    ).toEqual([]);
    expect(await started).toBe("started");
  });

  it("start an operation that has no result yet after a while", async () => {
    const translator = new ActionCableTranslator(undefined, 1);
    translator.sent(JSON.stringify({ type: "subscribe", id: "7", payload }));
    received(translator, { identifier, type: "confirm_subscription" });
    expect(await translator.started("7")).toBeUndefined();
  });

  it("deliver results, and end the operation after the last one", () => {
    const translator = confirmed();
    const result = { data: { ventChanged: { action: "CREATE" } } };
    const next = { kind: "message", text: { id: "7", type: "next", payload: result } };

    expect(received(translator, { identifier, message: { result, more: true } })).toEqual([next]);
    expect(received(translator, { identifier, message: { result, more: false } })).toEqual([
      { kind: "reply", text: { command: "unsubscribe", identifier } },
      next,
      { kind: "message", text: { id: "7", type: "complete" } },
    ]);
    expect(received(translator, { identifier, message: { result, more: true } })).toEqual([]);
  });

  it.each([{ data: {} }, null])("without an event, such as %j, deliver nothing", (result) => {
    expect(received(confirmed(), { identifier, message: { result, more: true } })).toEqual([]);
  });

  it("deliver errors, also without data", () => {
    const result = { data: {}, errors: [{ message: "Sign in first" }] };

    expect(received(confirmed(), { identifier, message: { result, more: true } })).toEqual([
      { kind: "message", text: { id: "7", type: "next", payload: result } },
    ]);
  });

  it("reject a subscription, without an effect on others", () => {
    const rejected = received(subscribed(), { identifier, type: "reject_subscription" });

    expect(rejected).toEqual([
      {
        kind: "message",
        text: {
          id: "7",
          type: "error",
          payload: [{ message: "GraphqlChannel rejected the subscription" }],
        },
      },
    ]);
  });

  it.each([
    {
      message: { type: "disconnect", reason: "unauthorized", reconnect: false },
      end: [{ kind: "refusal", payload: { message: "unauthorized" }, closeCode: 4401 }],
    },
    {
      message: { type: "disconnect", reason: "invalid_request", reconnect: false },
      end: [{ kind: "refusal", payload: { message: "invalid_request" } }],
    },
    { message: { type: "disconnect", reason: "server_restart", reconnect: true }, end: [] },
    { message: { type: "ping", message: 1_790_000_000 }, end: [] },
    { message: { identifier: "another", type: "confirm_subscription" }, end: [] },
    { message: { identifier: "another", message: { result: { data: { a: 1 } } } }, end: [] },
  ])("$message are translated to $end", ({ message, end }) => {
    expect(received(subscribed(), message)).toEqual(end);
  });

  it("are ignored if they cannot be read", () => {
    expect(new ActionCableTranslator().received("<html>")).toEqual([]);
  });
});

function parsed(text: string): unknown {
  return JSON.parse(text);
}

function dataOf(reply: unknown): unknown {
  const text = isMembers(reply) ? reply["text"] : undefined;
  return isMembers(text) ? parsed(String(text["data"])) : undefined;
}
