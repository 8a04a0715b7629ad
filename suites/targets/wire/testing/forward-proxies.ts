import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import type { Duplex } from "node:stream";

/** A forward proxy for tests. */
export interface Tunnels extends AsyncDisposable {
  readonly url: string;
  /** The destinations of CONNECT requests, and their credentials. */
  readonly asked: { readonly to: string; readonly authorization: string | undefined }[];
}

/** A proxy that resolves every name to the loopback address. */
export async function startProxy(status: number | "silent" = 200): Promise<Tunnels> {
  const asked: { to: string; authorization: string | undefined }[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer();
  server.on("connect", ({ url = "", headers }: IncomingMessage, socket: Duplex, head: Buffer) => {
    asked.push({ to: url, authorization: headers["proxy-authorization"] });
    sockets.add(socket);
    if (status === "silent") return;
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    sockets.add(upstream);
    for (const one of [socket, upstream]) one.on("error", () => one.destroy());
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy();
      return closed(server);
    },
  };
}

export async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

export async function closed(server: ReturnType<typeof createServer>): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}

/** A SOCKS5 proxy without authentication. It resolves every name to the loopback address (RFC 1928). */
export async function startSocks(): Promise<Tunnels> {
  const asked: { to: string; authorization: string | undefined }[] = [];
  const sockets = new Set<Duplex>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("data", () => {
      socket.write(Buffer.from([5, 0]));
      socket.once("data", (command) => {
        const length = command[4] ?? 0;
        const port = command.readUInt16BE(5 + length);
        asked.push({
          to: `${command.subarray(5, 5 + length).toString()}:${port}`,
          authorization: undefined,
        });
        const upstream = connect(port, "127.0.0.1", () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
          upstream.pipe(socket).pipe(upstream);
        });
        sockets.add(upstream);
        upstream.on("error", () => upstream.destroy());
      });
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `socks5h://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
