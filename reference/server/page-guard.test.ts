import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { pageProblem } from "./page-guard.ts";
import { startReference } from "./start-reference.ts";

const here = { localAddress: "127.0.0.1" };

describe("pageProblem", () => {
  it.each([
    { host: "127.0.0.1:80" },
    { host: "localhost:4000" },
    { host: "demo.localhost" },
    { host: "[::1]:4000" },
    { host: "192.0.2.7" },
    { host: undefined },
    { host: "127.0.0.1:80", origin: "http://127.0.0.1:80" },
    { host: "localhost:80", origin: "http://localhost:3000" },
  ])("admits requests to this machine: %j", (headers) => {
    expect(pageProblem({ headers, socket: here })).toBeUndefined();
  });

  it.each([
    { host: "rebind.evil.example" },
    { host: "127.0.0.1.evil.example:4000" },
    { host: "localhost.evil.example" },
    { host: "a b" },
    { host: "rebind.evil.example", origin: "http://rebind.evil.example" },
    { host: "127.0.0.1:80", origin: "https://evil.example" },
    { host: "127.0.0.1:80", origin: "null" },
    { host: "127.0.0.1:80", origin: "file://" },
  ])("rejects requests from pages of other sites: %j", (headers) => {
    expect(pageProblem({ headers, socket: here })).toMatch(/^The (?:Host|Origin) of the request/u);
  });

  it("accepts other host names if the server is reached from other machines", () => {
    const socket = { localAddress: "192.0.2.7" };
    expect(pageProblem({ headers: { host: "demo.example" }, socket })).toBeUndefined();
    const headers = { host: "demo.example", origin: "https://evil.example" };
    expect(pageProblem({ headers, socket })).toBeDefined();
  });
});

async function reply(address: string, lines: readonly string[]): Promise<string> {
  const { port, hostname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return text(socket);
}

describe("startReference", () => {
  const creation = JSON.stringify({
    query:
      'mutation { createService(input: { namespace: "default", name: "x", spec: {} }) { kind } }',
  });

  it.each([["Host: rebind.evil.example"], ["Host: 127.0.0.1", "Origin: https://evil.example"]])(
    "creates nothing for a page: %s",
    async (...who) => {
      await using server = await startReference();
      const head = [
        "POST /graphql HTTP/1.1",
        ...who,
        "Authorization: Bearer author-token",
        "Content-Type: application/json",
        `Content-Length: ${creation.length}`,
        "Connection: close",
      ];
      const answer = await reply(server.url, [...head, "", creation]);
      expect(answer).toMatch(/^HTTP\/1.1 403 /u);
    },
  );

  it.each([["Host: rebind.evil.example"], ["Host: 127.0.0.1", "Origin: https://evil.example"]])(
    "opens no socket for a page: %s",
    async (...who) => {
      await using server = await startReference();
      const answer = await reply(server.url, [
        "GET /graphql HTTP/1.1",
        ...who,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol: graphql-transport-ws",
      ]);
      expect(answer).toMatch(/^HTTP\/1.1 403 /u);
    },
  );
});
