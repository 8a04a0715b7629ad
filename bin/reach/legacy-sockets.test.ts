import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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
function translate(client: WebSocket, behind: string): void {
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

it("init finds the older WebSocket protocol, and its watches are checked", async () => {
  await using server = await startReference();
  await using legacy = await startGraphqlRelay(server.url, {
    handleProtocols: (offered) => offered.has("graphql-ws") && "graphql-ws",
    onSocket: (client) => {
      if (client.protocol === "graphql-ws") translate(client, server.url);
      else client.close(1002);
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "conformance-legacy-"));
  const dialect = join(folder, "dialect.yaml");
  const known = ["author=author-token", "controller=controller-token", "reader=reader-token"];
  const roles = ["--identity", ...known, "stranger=stranger-token", "invalid=nobody"];
  const at = ["--endpoint", legacy.url];

  const inferred = await call(["init", ...at, ...roles, "--kind", "Service", "--output", dialect]);
  expect(inferred.code, inferred.err).toBe(0);
  const written = readFileSync(dialect, "utf8");
  const run = ["run", ...at, "--dialect", dialect, ...roles, "--output", folder, "--no-color"];
  const only = ["--only", "watch.*", "authorization.same-rule-on-every-transport"];
  const checked = await call([...run, ...only, "--seed", "1"]);
  rmSync(folder, { recursive: true });

  expect(inferred.out).toContain(
    "accepted with these credentials and rejected with unknown credentials",
  );
  expect(written).toContain("protocol: subscriptions-transport-ws");
  expect(checked.code, checked.err).toBe(0);
  expect(checked.out).toMatch(/verdicts +\d\d pass/u);
  expect(checked.out).not.toMatch(/ (?:fail|flaky|errored|inconclusive)\b/u);
});
