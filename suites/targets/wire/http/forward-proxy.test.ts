import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { parseAddress } from "./address.ts";
import { connectionThrough, parseProxy, proxiesIn } from "./forward-proxy.ts";
import { HttpTransport } from "./http-transport.ts";
import { closed, listening, startProxy, startSocks } from "../testing/forward-proxies.ts";

describe("proxies in the environment", () => {
  const environment = {
    HTTPS_PROXY: "http://secure.example:3128",
    http_proxy: "plain.example:8080",
    NO_PROXY:
      "direct.example, .inner.example,*.star.example 10.0.0.0/8,port.example:8443,192.0.2.7",
  };

  it.each([
    ["https://api.example/graphql", "http://secure.example:3128/"],
    ["wss://api.example/graphql", "http://secure.example:3128/"],
    ["http://api.example/graphql", "http://plain.example:8080/"],
    ["ws://api.example/graphql", "http://plain.example:8080/"],
    ["http://localhost:4000/", undefined],
    ["http://api.localhost/", undefined],
    ["http://127.8.0.1:4000/", undefined],
    ["http://[::1]:4000/", undefined],
    ["https://direct.example/", undefined],
    ["https://a.direct.example/", undefined],
    ["https://indirect.example/", "http://secure.example:3128/"],
    ["https://a.inner.example/", undefined],
    ["https://inner.example/", "http://secure.example:3128/"],
    ["https://a.star.example/", undefined],
    ["https://10.1.2.3/", undefined],
    ["https://11.1.2.3/", "http://secure.example:3128/"],
    ["https://192.0.2.7/", undefined],
    ["https://port.example:8443/", undefined],
    ["https://port.example/", "http://secure.example:3128/"],
  ])("are used for %s: %s", (to, proxy) => {
    expect(proxiesIn(environment)(new URL(to))?.href).toBe(proxy);
  });

  it.each([
    [{}, undefined],
    [{ HTTPS_PROXY: "", ALL_PROXY: "" }, undefined],
    [{ ALL_PROXY: "socks5h://127.0.0.1:1080" }, "socks5h://127.0.0.1:1080"],
    [{ ALL_PROXY: "http://one.example", NO_PROXY: "*" }, undefined],
    [{ ALL_PROXY: "http://one.example", no_proxy: "2001:db8::/32" }, undefined],
    [{ ALL_PROXY: "http://one.example", no_proxy: "2001:db8::1" }, undefined],
    [{ ALL_PROXY: "http://one.example", no_proxy: "[2001:db8::1]:443" }, undefined],
    [{ ALL_PROXY: "http://one.example", no_proxy: "2001:db8::2" }, "http://one.example/"],
  ])("may be for all addresses, for some, or for none: %j", (variables, proxy) => {
    expect(proxiesIn(variables)(new URL("https://[2001:db8::1]/"))?.href).toBe(proxy);
  });

  it.each(["ftp://proxy.example", "http://", "http://user:secret@:80 80"])(
    "are rejected by name if they are no addresses: %s",
    (text) => {
      expect(() => parseProxy(text, "HTTPS_PROXY")).toThrow(
        /^HTTPS_PROXY is not the address of a proxy$/u,
      );
    },
  );
});

const limitMs = 60_000;
const signal = new AbortController().signal;

function transportThrough(proxy: string, port: number): HttpTransport {
  return new HttpTransport({
    address: parseAddress(`http://printers.example:${port}/graphql`, ["http"]),
    userAgent: "test",
    proxyFor: () => parseProxy(proxy, "HTTP_PROXY"),
  });
}

async function startApi(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((_request, reply) => {
    reply.setHeader("content-type", "application/json").end('{"data":{"printer":null}}');
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => socket.send("hello"));
  const port = await listening(server);
  return {
    port,
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets.clients) socket.terminate();
      return closed(server);
    },
  };
}

const request = { document: "{ printer }", headers: {} };

describe("a connection through a proxy", () => {
  it("sends requests through a tunnel that the proxy opens by name", async () => {
    await using api = await startApi();
    await using proxy = await startProxy();
    await using transport = transportThrough(proxy.url.replace("//", "//ann:p%40ss@"), api.port);

    expect(await transport.send(request, limitMs, signal)).toMatchObject({
      kind: "reply",
      data: { value: { data: { printer: null } } },
    });
    expect(proxy.asked).toEqual([
      {
        to: `printers.example:${api.port}`,
        authorization: `Basic ${Buffer.from("ann:p@ss").toString("base64")}`,
      },
    ]);
  });

  it("opens WebSockets through a tunnel", async () => {
    await using api = await startApi();
    await using proxy = await startProxy();
    const url = new URL(`ws://printers.example:${api.port}/graphql`);
    const proxyFor = (): URL => new URL(proxy.url);
    const socket = new WebSocket(url, connectionThrough(url, { proxyFor }, limitMs));
    const [message] = await once(socket, "message");

    expect(String(message)).toBe("hello");
    expect(proxy.asked).toMatchObject([{ to: `printers.example:${api.port}` }]);
    socket.terminate();
  });

  it("uses SOCKS proxies, which also resolve names", async () => {
    await using api = await startApi();
    await using proxy = await startSocks();
    await using transport = transportThrough(proxy.url, api.port);

    expect(await transport.send(request, limitMs, signal)).toMatchObject({ kind: "reply" });
    expect(proxy.asked).toMatchObject([{ to: `printers.example:${api.port}` }]);
  });

  it.each([
    [407, "it requires another user name or password (HTTP 407)"],
    [403, "it responded with HTTP 403 to CONNECT printers.example:80"],
  ])("fails with the reason of the proxy: HTTP %d", async (status, detail) => {
    await using proxy = await startProxy(status);
    const secret = proxy.url.replace("//", "//ann:p%40ss@");
    await using transport = transportThrough(secret, 80);

    expect(await transport.send(request, limitMs, signal)).toMatchObject({
      kind: "lost",
      detail: `the proxy ${proxy.url} cannot be used: ${detail}`,
    });
  });

  it("waits for a limited time for a proxy that never responds", async () => {
    await using proxy = await startProxy("silent");
    const url = new URL("ws://printers.example/graphql");
    const proxyFor = (): URL => new URL(proxy.url);
    const socket = new WebSocket(url, connectionThrough(url, { proxyFor }, 100));
    const [error] = await once(socket, "error");

    expect(String(error)).toContain(`the proxy ${proxy.url} cannot be used: Headers Timeout Error`);
  });

  it("names the proxy if nothing listens at its address", async () => {
    const proxy = await startProxy();
    await proxy[Symbol.asyncDispose]();
    await using transport = transportThrough(proxy.url, 80);
    const result = await transport.send(request, limitMs, signal);

    expect(result).toMatchObject({ kind: "lost", cause: "connection" });
    expect("detail" in result ? result.detail : "").toMatch(
      /^the proxy http:.* cannot be used: connect ECONNREFUSED/u,
    );
  });
});
