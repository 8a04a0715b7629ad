import { once } from "node:events";
import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { UpstreamConnection } from "./upstream-connection.ts";

const hasLoopback6 = Object.values(networkInterfaces()).some((addresses = []) =>
  addresses.some(({ address }) => address === "::1"),
);

describe("a connection to the endpoint", () => {
  it.runIf(hasLoopback6)("dials an IPv6 address for a WebSocket", async () => {
    const server = createServer((_request, reply) => {
      reply.end("reached");
    });
    await once(server.listen(0, "::1"), "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    await using upstream = new UpstreamConnection({ endpoint: `http://[::1]:${port}/graphql` });
    const incoming = { method: "GET", url: "/graphql", rawHeaders: ["Connection", "close"] };
    expect(await text(await upstream.dial(incoming))).toMatch(/reached$/u);
    server.close();
  });

  it("offers no extensions of a WebSocket, whose messages would be compressed", async () => {
    const server = createServer(({ headers }, reply) => {
      reply.end(JSON.stringify(headers));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    await using upstream = new UpstreamConnection({ endpoint: `http://127.0.0.1:${port}/graphql` });
    const offered = ["Sec-WebSocket-Extensions", "permessage-deflate", "Connection", "close"];
    const head = { method: "GET", url: "/graphql", rawHeaders: ["X-Kept", "1", ...offered] };

    const received = await text(await upstream.dial(head));

    expect(received).toContain('"x-kept":"1"');
    expect(received).not.toMatch(/permessage/u);
    server.close();
  });
});
