import { once } from "node:events";
import { createSecureServer } from "node:http2";
import { createServer } from "node:https";
import type { ServerOptions } from "node:https";
import type { Server } from "node:net";
import { text } from "node:stream/consumers";
import { buildSchema, execute, graphql, subscribe, validate } from "graphql";
import { useServer } from "graphql-ws/use/ws";
import { describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { isJsonObject } from "#contract";
import type { WatchCommand } from "#contract";
import { connectGraphqlTarget } from "../../graphql/driver/connect.ts";
import { newAuthority } from "../../graphql/testing/certificate-authority.ts";
import { optionsFor } from "../../graphql/testing/test-endpoint.ts";
import { Log } from "../../graphql/testing/sockets.ts";
import { widgetData, widgetSchema } from "../../graphql/testing/widget-dialect.ts";

const authority = newAuthority();
const never = new AbortController().signal;

async function withSecureEndpoint(
  options: ServerOptions,
  test: (url: string) => Promise<void>,
): Promise<void> {
  const schema = buildSchema(widgetSchema);
  const { certificate, key } = authority.issue("server");
  const server = createServer({ ...options, cert: certificate, key }, (request, response) => {
    void text(request).then(async (body) => {
      const asked: unknown = JSON.parse(body);
      const query = isJsonObject(asked) ? asked["query"] : undefined;
      const source = typeof query === "string" ? query : "";
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(await graphql({ schema, source })));
    });
  });
  const sockets = new WebSocketServer({ server });
  const event = { widgetEvents: { op: "changed", version: "8", object: widgetData } };
  const source = async function* source(): AsyncGenerator<object> {
    yield event;
  };
  useServer(
    { schema, execute, subscribe, validate, roots: { subscription: { widgetEvents: source } } },
    sockets,
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await test(`https://127.0.0.1:${portOf(server)}/graphql`);
  } finally {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const command: WatchCommand = { verb: "watch", identity: "author", kind: "Widget" };

describe("an endpoint over TLS", () => {
  it("is not trusted when its authority is not known", async () => {
    await withSecureEndpoint({}, async (url) => {
      await expect(connectGraphqlTarget(optionsFor(url))).rejects.toMatchObject({
        message: expect.stringContaining("the TLS connection failed"),
        fix: expect.stringContaining("--certificate-authority FILE"),
      });
    });
  });

  it("is recognized if its certificate is for another host", async () => {
    await withSecureEndpoint({}, async (url) => {
      const tls = { authorities: authority.certificate };
      const renamed = url.replace("127.0.0.1", "localhost");
      await expect(connectGraphqlTarget(optionsFor(renamed, { tls }))).rejects.toMatchObject({
        message: expect.stringContaining("the certificate of the server is for another host"),
        fix: expect.stringContaining("host name of the certificate"),
      });
    });
  });

  it("is recognized if its certificate has expired", async () => {
    const { certificate, key } = authority.issueExpired("server");
    const server = createServer({ cert: certificate, key }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const tls = { authorities: authority.certificate };
    const url = `https://127.0.0.1:${portOf(server)}/graphql`;
    await expect(connectGraphqlTarget(optionsFor(url, { tls }))).rejects.toMatchObject({
      message: expect.stringContaining("the certificate of the server has expired"),
      fix: expect.stringContaining("Renew"),
    });
    server.close();
  });

  it("is recognized if it only supports HTTP/2", async () => {
    const { certificate, key } = authority.issue("server");
    await using server = createSecureServer({ cert: certificate, key });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `https://127.0.0.1:${portOf(server)}/graphql`;
    const tls = { authorities: authority.certificate };
    await expect(connectGraphqlTarget(optionsFor(url, { tls }))).rejects.toMatchObject({
      message: expect.stringContaining("does not speak HTTP/1.1"),
      fix: expect.stringContaining("proxy"),
    });
  });

  it.each([
    { name: "its authority is given", tls: { authorities: authority.certificate } },
    { name: "nobody asks", tls: { isUnverified: true } as const },
  ])("is talked to over HTTP and over a socket when $name", async ({ tls }) => {
    await withSecureEndpoint({}, async (url) => {
      await using target = await connectGraphqlTarget(optionsFor(url, { tls }));
      const log = new Log();
      await target.watch(command, log, never);
      expect(await log.end()).toEqual({ end: "completed" });
      expect(log.events).toHaveLength(1);
    });
  });

  it("requests the client's identity, and receives a certificate", async () => {
    const asking = { requestCert: true, ca: authority.certificate, rejectUnauthorized: true };
    await withSecureEndpoint(asking, async (url) => {
      const authorities = authority.certificate;
      const anonymous = optionsFor(url, { tls: { authorities } });
      await expect(connectGraphqlTarget(anonymous)).rejects.toMatchObject({
        message: expect.stringContaining(url),
        fix: expect.stringContaining("--client-certificate"),
      });
      const { certificate } = authority.issue("client");
      const mixed = { authorities, client: { certificate, key: authority.issue("other").key } };
      await expect(connectGraphqlTarget(optionsFor(url, { tls: mixed }))).rejects.toMatchObject({
        message: expect.stringContaining("the client certificate cannot be used"),
        fix: expect.stringContaining("private key that belongs to the certificate"),
      });
      const tls = { authorities, client: authority.issue("client") };
      await using target = await connectGraphqlTarget(optionsFor(url, { tls }));
      expect(target.description.dialect).toBe("widgets");
    });
  });
});
