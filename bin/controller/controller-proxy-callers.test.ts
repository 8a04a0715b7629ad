import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ControllerProxy } from "./controller-proxy.ts";
import type { Recognition } from "./recognition.ts";

const recognition: Recognition = {
  nameWords: [],
  isAbout: () => false,
  watches: () => false,
  reads: () => [],
  lists: () => false,
  mayWrite: () => false,
  writes: () => [],
  refusal: () => ({ status: 500, headers: {}, body: Buffer.alloc(0) }),
};

interface Bench extends AsyncDisposable {
  readonly proxy: ControllerProxy;
  readonly paths: readonly string[];
  /** Sends a request head unchanged, and resolves with the raw response. */
  readonly send: (target: string, ...headers: readonly string[]) => Promise<string>;
}

async function bench(token?: string): Promise<Bench> {
  const paths: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    paths.push(url);
    response.end("answered");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const endpoint = `http://127.0.0.1:${address.port}/graphql`;
  const proxy = await ControllerProxy.start({
    endpoint,
    recognition,
    ...(token === undefined ? {} : { token }),
  });
  return {
    proxy,
    paths,
    send: async (target, ...headers) => {
      const { hostname, port } = new URL(proxy.url);
      const socket = connect(Number(port), hostname);
      socket.write(
        [`GET ${target} HTTP/1.1`, ...headers, "Connection: close", "", ""].join("\r\n"),
      );
      return text(socket);
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
    },
  };
}

describe("ControllerProxy", () => {
  it("answers a controller of this machine", async () => {
    await using made = await bench();
    expect(await made.send("/graphql", "Host: 127.0.0.1")).toContain("answered");
    expect(await made.send("/graphql", "Host: localhost:1234")).toContain("answered");
    expect(made.paths).toEqual(["/graphql", "/graphql"]);
  });

  it.each([
    {
      what: "a page whose name was rebound",
      target: "/graphql",
      headers: ["Host: rebind.evil.example"],
    },
    {
      what: "a page of another site",
      target: "/graphql",
      headers: ["Host: 127.0.0.1", "Origin: https://evil.example"],
    },
    {
      what: "a target that names a host",
      target: "http://evil.example/",
      headers: ["Host: 127.0.0.1"],
    },
    { what: "a target that lengthens the host", target: "abc://x", headers: ["Host: 127.0.0.1"] },
    {
      what: "a target with a host as its path",
      target: "//evil.example/",
      headers: ["Host: 127.0.0.1"],
    },
    {
      what: "a page that wants a socket",
      target: "/graphql",
      headers: [
        "Host: 127.0.0.1",
        "Origin: https://evil.example",
        "Upgrade: websocket",
        "Connection: upgrade",
      ],
    },
  ])("asks the endpoint nothing for $what", async ({ target, headers }) => {
    await using made = await bench();
    expect(await made.send(target, ...headers)).toMatch(/^HTTP\/1.1 403 /u);
    expect(made.paths).toEqual([]);
  });

  it("with a token serves only those who know it, and keeps it to itself", async () => {
    await using made = await bench("s3cret-of-the-run");
    expect(new URL(made.proxy.url).pathname).toBe("/s3cret-of-the-run/graphql");

    for (const target of ["/graphql", "/s3cret-of-the-rum/graphql", "/s3cret-of-the-run", "/"]) {
      expect(await made.send(target, "Host: 127.0.0.1")).toMatch(/^HTTP\/1.1 403 /u);
    }
    expect(made.paths).toEqual([]);
    expect(await made.send("/s3cret-of-the-run/graphql?a=b", "Host: 127.0.0.1")).toContain(
      "answered",
    );
    expect(made.paths).toEqual(["/graphql?a=b"]);
  });
});
