import { describe, expect, it } from "vitest";
import { AbsintheTranslator } from "./absinthe.ts";

const control = "__absinthe__:control";
const topic = "__absinthe__:doc:-1:AF";
const payload = { query: "subscription { ventChanged { action } }", variables: { house: "a" } };
const result = { data: { ventChanged: { action: "CREATE" } } };

function subscribed(id = "7"): AbsintheTranslator {
  const translator = new AbsintheTranslator();
  translator.sent(JSON.stringify({ type: "subscribe", id, payload }));
  return translator;
}

function received(translator: AbsintheTranslator, message: unknown): readonly unknown[] {
  return translator
    .received(JSON.stringify(message))
    .map((one) => ("text" in one ? { ...one, text: parsed(one.text) } : one));
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

function reply(ref: string, status: string, response: unknown): unknown {
  return ["join", ref, control, "phx_reply", { status, response }];
}

function event(of: string, content: object = result): unknown {
  return [null, null, of, "subscription:data", { result: content, subscriptionId: of }];
}

function next(id: string, content: object = result): unknown {
  return { kind: "message", text: { id, type: "next", payload: content } };
}

function started(id: string): AbsintheTranslator {
  const translator = subscribed(id);
  received(translator, reply(id, "ok", { subscriptionId: topic }));
  return translator;
}

describe("the client's messages", () => {
  it("join the channel, execute distinct documents, and leave them once", () => {
    const translator = new AbsintheTranslator();
    const sent = (message: object): readonly unknown[] =>
      translator.sent(JSON.stringify(message)).map(parsed);
    const query = `${payload.query}\n# 7`;

    expect(sent({ type: "connection_init" })).toEqual([["join", "join", control, "phx_join", {}]]);
    expect(sent({ type: "subscribe", id: "7", payload })).toEqual([
      ["join", "7", control, "doc", { ...payload, query }],
    ]);
    received(translator, reply("7", "ok", { subscriptionId: topic }));
    expect(sent({ type: "complete", id: "7" })).toEqual([
      ["join", "7-end", control, "unsubscribe", { subscriptionId: topic }],
    ]);
    expect(sent({ type: "complete", id: "7" })).toEqual([]);
    expect(sent({ type: "pong" })).toEqual([]);
  });

  it("include heartbeats", () => {
    const { heartbeat } = new AbsintheTranslator();

    expect(parsed(heartbeat.text)).toEqual([null, "heartbeat", "phoenix", "heartbeat", {}]);
    expect(heartbeat.everyMs).toBeLessThan(60_000);
  });
});

describe("the server's messages", () => {
  it.each([
    { status: "ok", response: {}, end: [{ kind: "message", text: { type: "connection_ack" } }] },
    {
      status: "error",
      response: { reason: "unauthorized" },
      end: [{ kind: "refusal", payload: { message: "unauthorized" } }],
    },
  ])("answer the join with $status", ({ status, response, end }) => {
    expect(received(new AbsintheTranslator(), reply("join", status, response))).toEqual(end);
  });

  it("start a subscription, and deliver its events", async () => {
    const translator = subscribed();
    const start = translator.started("7").then(() => "started");

    expect(await Promise.race([start, Promise.resolve("waiting")])).toBe("waiting");
    expect(received(translator, reply("7", "ok", { subscriptionId: topic }))).toEqual([]);
    expect(await start).toBe("started");
    expect(received(translator, event(topic))).toEqual([next("7")]);
    expect(received(translator, event("another"))).toEqual([]);
  });

  it("may deliver events before the response to their subscription", () => {
    const translator = subscribed();
    const last = { data: { ventChanged: { action: "DELETE" } } };

    expect(received(translator, event(topic))).toEqual([]);
    expect(received(translator, event("another"))).toEqual([]);
    expect(received(translator, event(topic, last))).toEqual([]);
    expect(received(translator, reply("7", "ok", { subscriptionId: topic }))).toEqual([
      next("7"),
      next("7", last),
    ]);
  });

  it("deliver nothing to a subscription that has ended", () => {
    const translator = started("7");
    translator.sent(JSON.stringify({ type: "complete", id: "7" }));

    expect(received(translator, event(topic))).toEqual([]);
  });

  it("end a subscription that the client ended before it started", () => {
    const translator = subscribed();

    expect(translator.sent(JSON.stringify({ type: "complete", id: "7" }))).toEqual([]);
    expect(received(translator, reply("7", "ok", { subscriptionId: topic }))).toEqual([
      {
        kind: "reply",
        text: ["join", "7-end", control, "unsubscribe", { subscriptionId: topic }],
      },
    ]);
    expect(received(translator, event(topic))).toEqual([]);
  });

  it("contain the result of a query", () => {
    expect(received(subscribed(), reply("7", "ok", { data: { vents: [] } }))).toEqual([
      next("7", { data: { vents: [] } }),
      { kind: "message", text: { id: "7", type: "complete" } },
    ]);
  });

  it.each([
    {
      response: { errors: [{ message: "Sign in" }] },
      end: [
        next("7", { errors: [{ message: "Sign in" }] }),
        { kind: "message", text: { id: "7", type: "complete" } },
      ],
    },
    {
      response: { error: "Could not parse variables as map" },
      end: [
        {
          kind: "message",
          text: {
            id: "7",
            type: "error",
            payload: [{ message: "Could not parse variables as map" }],
          },
        },
      ],
    },
  ])("reject a document with $response", ({ response, end }) => {
    expect(received(subscribed(), reply("7", "error", response))).toEqual(end);
  });

  it("end all subscriptions if the channel fails", () => {
    const translator = started("7");
    const errors = [{ message: "the server closed the channel" }];
    const end = { kind: "message", text: { id: "7", type: "error", payload: errors } };

    expect(received(translator, ["join", "join", control, "phx_error", {}])).toEqual([end]);
    expect(received(translator, event(topic))).toEqual([]);
  });

  it.each(["<html>", '{"type":"ping"}', "[null,null,1,2,3]", "[]"])("are ignored: %s", (text) => {
    expect(started("7").received(text)).toEqual([]);
  });
});
