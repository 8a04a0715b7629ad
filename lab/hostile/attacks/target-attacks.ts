import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { ControllerProxy } from "../../../bin/controller/controller-proxy.ts";
import { mixed, pick } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";

interface Proxy extends AsyncDisposable {
  readonly url: string;
}

type StartProxy = (endpoint: string) => Promise<Proxy>;

const startProxy: StartProxy = (endpoint) =>
  ControllerProxy.start({
    endpoint,
    recognition: {
      nameWords: [],
      isAbout: () => false,
      watches: () => false,
      reads: () => [],
      lists: () => false,
      mayWrite: () => false,
      writes: () => [],
      refusal: () => ({ status: 500, headers: {}, body: Buffer.alloc(0) }),
    },
  });

/** Sends requests with an absolute URL instead of a path in the request line. */
export const targetFamily = (start: StartProxy): AttackFamily => ({
  name: "absolute request",
  proves: "the proxy of a controller only contacts the endpoint, whatever host a request names",
  weight: 6,
  attempt: async ({ random }) => {
    const endpoint = await listening();
    const elsewhere = await listening();
    await using proxy = await start(`http://127.0.0.1:${endpoint.port}/graphql`);
    try {
      const host = `127.0.0.1:${elsewhere.port}`;
      const parts = ["http://", "//", "/", "\\", "@", "abc:", "?", "#", "%2f", "..", "x", host];
      const target = `${pick(random, ["http://", "HTTP://", "//", "ws://", "abc://", "@", "/"])}${pick(random, [host, `a@${host}`, `${host}@x`, `/${host}`])}/${mixed(random, parts, 4)}`;
      const method = pick(random, ["GET", "POST", "CONNECT", "OPTIONS"]);
      const named = method === "CONNECT" ? host : target;
      const headers = pick(random, [["Host: 127.0.0.1"], [`Host: ${host}`], ["Host: localhost"]]);
      await sent(proxy.url, [`${method} ${named} HTTP/1.1`, ...headers, "Connection: close"]);
      const far = endpoint.asked.filter((url) => !url.startsWith("/"));
      return [
        ...elsewhere.asked.map((url) => `${method} ${named} reached another host with ${url}`),
        ...far.map((url) => `${method} ${named} reached the endpoint as ${url}`),
      ];
    } finally {
      for (const { server } of [endpoint, elsewhere]) {
        server.closeAllConnections();
        server.close();
      }
    }
  },
});

export const targetAttacks: AttackFamily = targetFamily(startProxy);

interface Listening {
  readonly server: Server;
  readonly port: number;
  readonly asked: readonly string[];
}

async function listening(): Promise<Listening> {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.end("answered");
  }).listen(0, "127.0.0.1");
  server.on("connect", ({ url = "" }, socket) => {
    asked.push(url);
    socket.destroy();
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("there is no port");
  return { server, port: address.port, asked };
}

async function sent(url: string, lines: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, "", ""].join("\r\n"));
  await text(socket).catch(() => "");
}
