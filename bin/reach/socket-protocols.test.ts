import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import type { RawData } from "ws";
import { isMembers } from "#contract";
import { startReference } from "#reference";
import { startGraphqlRelay } from "../testing/graphql-relay.ts";
import { call } from "../testing/test-world.ts";

type Message = Readonly<Record<string, unknown>>;

function messageIn(data: RawData): Message {
  const message: unknown = Buffer.isBuffer(data) ? JSON.parse(data.toString()) : undefined;
  return isMembers(message) ? message : {};
}

const legacyTypes: Readonly<Record<string, string>> = { next: "data", error: "error" };
const modernTypes: Readonly<Record<string, string>> = { start: "subscribe", stop: "complete" };

/**
 * Speaks the protocol of subscriptions-transport-ws with the client, and graphql-transport-ws with the upstream server.
 */
function translate(client: WebSocket, _: IncomingMessage, behind: string): void {
  const server = new WebSocket(behind.replace("http", "ws"), "graphql-transport-ws");
  const opened = new Promise((resolve) => server.once("open", resolve));
  let isAcknowledged = false;
  const send = (message: Message): void => client.send(JSON.stringify(message));
  client.on("message", (data: RawData) => {
    const message = messageIn(data);
    const type = String(message["type"]);
    if (type === "connection_terminate") return;
    const passed = JSON.stringify({ ...message, type: modernTypes[type] ?? type });
    void opened.then(() => server.send(passed));
  });
  server.on("message", (data: RawData) => {
    const { payload, ...message } = messageIn(data);
    const type = String(message["type"]);
    if (type === "connection_ack") {
      isAcknowledged = true;
      send({ type, payload: null });
      send({ type: "ka" });
      return;
    }
    // The older protocol sends a single error where the current protocol sends a list.
    const shown =
      type === "error" && Array.isArray(payload) ? { payload: payload[0] } : { payload };
    send({ ...message, ...shown, type: legacyTypes[type] ?? type });
  });
  server.on("close", () => {
    if (!isAcknowledged) send({ type: "connection_error", payload: { message: "Who are you?" } });
    client.close(1011);
  });
  server.on("error", () => client.terminate());
  client.on("close", () => server.terminate());
}

/** Speaks the protocol of Action Cable with the client, at `/cable` only, with the credential in `?token=`. */
function translateCable(client: WebSocket, { url = "" }: IncomingMessage, behind: string): void {
  const { pathname, searchParams } = new URL(url, behind);
  if (pathname !== "/cable") return client.close(1002);
  const server = new WebSocket(behind.replace("http", "ws"), "graphql-transport-ws");
  const identifiers = new Map<string, string>();
  const send = (message: object): void => client.send(JSON.stringify(message));
  const pass = (message: object): void => server.send(JSON.stringify(message));
  const executed = (id: string, identifier: string, data: Message): void => {
    const { action, ...payload } = data;
    if (action !== "execute") return;
    identifiers.set(id, identifier);
    pass({ type: "subscribe", id, payload });
  };
  let isAcknowledged = false;
  let isClosed = false;
  server.on("open", () => {
    pass({
      type: "connection_init",
      payload: { Authorization: `Bearer ${searchParams.get("token") ?? ""}` },
    });
  });
  client.on("message", (data: RawData) => {
    const { command, identifier, data: content } = messageIn(data);
    const channel = textMembers(identifier);
    const id = String(channel["channelId"]);
    // A server does not respond to a subscription to an unknown channel.
    if (channel["channel"] !== "Board::Feed") return;
    if (command === "subscribe") send({ identifier, type: "confirm_subscription" });
    if (command === "message") executed(id, String(identifier), textMembers(content));
    if (command === "unsubscribe") pass({ type: "complete", id });
  });
  server.on("message", (data: RawData) => {
    const { type, id, payload } = messageIn(data);
    if (type === "connection_ack") {
      isAcknowledged = true;
      send({ type: "welcome" });
      return send({ type: "ping", message: 1 });
    }
    const identifier = identifiers.get(String(id));
    const result = type === "error" ? { errors: payload } : payload;
    if (type === "next") send({ identifier, message: { result, more: true } });
    else send({ identifier, message: { result, more: false } });
  });
  server.on("close", () => {
    if (!isAcknowledged && !isClosed) {
      send({ type: "disconnect", reason: "unauthorized", reconnect: false });
    }
    client.close(1000);
  });
  server.on("error", () => client.terminate());
  client.on("close", () => {
    isClosed = true;
    server.terminate();
  });
}

/** Speaks the protocol of Absinthe with the client, at `/socket/websocket`, with the credential in `?token=`. */
function translateChannel(client: WebSocket, { url = "" }: IncomingMessage, behind: string): void {
  const { pathname, searchParams } = new URL(url, behind);
  if (pathname !== "/socket/websocket" || searchParams.get("vsn") !== "2.0.0") {
    return client.close(1002);
  }
  const server = new WebSocket(behind.replace("http", "ws"), "graphql-transport-ws");
  const control = "__absinthe__:control";
  const send = (...message: readonly unknown[]): void => client.send(JSON.stringify(message));
  const reply = (ref: unknown, status: string, response: unknown): void =>
    send("join", ref, control, "phx_reply", { status, response });
  const pass = (message: object): void => server.send(JSON.stringify(message));
  const authorization = `Bearer ${searchParams.get("token") ?? ""}`;
  const joins: unknown[] = [];
  const isOpened = new Promise((resolve) => server.once("open", resolve));
  let isAcknowledged = false;
  client.on("message", (data: RawData) => {
    const [, ref, , event, payload = {}] = messagesIn(data);
    const content = isMembers(payload) ? payload : {};
    if (event === "phx_join") {
      joins.push(ref);
      const message = { type: "connection_init", payload: { Authorization: authorization } };
      void isOpened.then(() => pass(message));
    }
    if (event === "doc") {
      const id = `__absinthe__:doc:${String(ref)}`;
      pass({ type: "subscribe", id, payload });
      reply(ref, "ok", { subscriptionId: id });
    }
    if (event === "unsubscribe") pass({ type: "complete", id: content["subscriptionId"] });
  });
  server.on("message", (data: RawData) => {
    const { type, id, payload } = messageIn(data);
    if (type === "connection_ack") {
      isAcknowledged = true;
      return reply(joins[0], "ok", {});
    }
    const result = type === "error" ? { errors: payload } : payload;
    if (type === "next" || type === "error") {
      send(null, null, id, "subscription:data", { result, subscriptionId: id });
    }
  });
  server.on("close", () => {
    if (!isAcknowledged) reply(joins[0], "error", { reason: "unauthorized" });
    client.close(1000);
  });
  server.on("error", () => client.terminate());
  client.on("close", () => server.terminate());
}

function messagesIn(data: RawData): readonly unknown[] {
  const message: unknown = Buffer.isBuffer(data) ? JSON.parse(data.toString()) : undefined;
  return Array.isArray(message) ? message : [];
}

function textMembers(text: unknown): Message {
  const members: unknown = JSON.parse(String(text));
  return isMembers(members) ? members : {};
}

it.each([
  {
    subprotocol: "graphql-ws",
    protocol: "subscriptions-transport-ws",
    translated: translate,
    place: "place: connectionInit",
    options: [],
  },
  {
    subprotocol: "actioncable-v1-json",
    protocol: "action-cable",
    translated: translateCable,
    place: "place: queryParameter",
    options: ["--watch-channel", "Board::Feed"],
  },
  {
    subprotocol: "",
    protocol: "absinthe",
    translated: translateChannel,
    place: "place: queryParameter",
    options: [],
  },
])(
  "init finds the WebSocket protocol $protocol, and its watches are checked",
  async ({ subprotocol, protocol, translated, place, options }) => {
    await using server = await startReference();
    await using other = await startGraphqlRelay(server.url, {
      handleProtocols: (offered) => offered.has(subprotocol) && subprotocol,
      onSocket: (client, request) => {
        if (client.protocol === subprotocol) translated(client, request, server.url);
        else client.close(1002);
      },
    });
    const folder = mkdtempSync(join(tmpdir(), "conformance-sockets-"));
    const dialect = join(folder, "dialect.yaml");
    const known = ["author=author-token", "controller=controller-token", "reader=reader-token"];
    const roles = ["--identity", ...known, "stranger=stranger-token", "invalid=nobody"];
    const at = ["--endpoint", other.url];

    const inferred = await call([
      "init",
      ...at,
      ...roles,
      "--kind",
      "Service",
      ...options,
      "--output",
      dialect,
    ]);
    expect(inferred.code, inferred.err).toBe(0);
    const written = readFileSync(dialect, "utf8");
    const run = ["run", ...at, "--dialect", dialect, ...roles, "--output", folder, "--no-color"];
    const only = ["--only", "watch.*", "authorization.same-rule-on-every-transport"];
    const checked = await call([...run, ...only, "--seed", "1"]);
    rmSync(folder, { recursive: true });

    expect(inferred.out).toContain(
      "accepted with these credentials and rejected with unknown credentials",
    );
    expect(written).toContain(`protocol: ${protocol}`);
    expect(written).toContain(place);
    expect(checked.code, checked.err).toBe(0);
    expect(checked.out).toMatch(/verdicts +\d\d pass/u);
    expect(checked.out).not.toMatch(/ (?:fail|flaky|errored|inconclusive)\b/u);
  },
);
