import { once } from "node:events";
import { createServer as createPlain } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createSecure } from "node:https";
import { createServer as createGate } from "node:net";
import type { Server as Gate, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { IssuedCertificate } from "./issue-certificate.ts";

export interface EitherServerOptions {
  readonly serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  readonly upgrade: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** The certificate for HTTPS. Without one, only HTTP is accepted. */
  readonly certificate?: IssuedCertificate;
  /** The port to listen on. 0 selects a free port. */
  readonly port: number;
}

/**
 * Timeouts in milliseconds; 0 disables a timeout. The endpoint enforces its own limits on idle connections and slow
 * bodies.
 */
const patience = { keepAliveTimeout: 600_000, requestTimeout: 0 } as const;

/** The first byte of a TLS ClientHello record. */
const tlsHandshake = 0x16;

/** A loopback server that accepts HTTP and HTTPS on one port. Disposing closes all connections. */
export class EitherServer implements AsyncDisposable {
  readonly #gate: Gate;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  private constructor({ serve, upgrade, certificate }: EitherServerOptions) {
    const plain = createPlain(patience, serve).on("upgrade", upgrade);
    const secure =
      certificate === undefined
        ? undefined
        : createSecure(
            { ...patience, cert: certificate.certificate, key: certificate.key },
            serve,
          ).on("upgrade", upgrade);
    this.#gate = createGate((socket) => this.#admit(socket, plain, secure));
  }

  static async start(options: EitherServerOptions): Promise<EitherServer> {
    const server = new EitherServer(options);
    server.#gate.listen(options.port, "127.0.0.1");
    await once(server.#gate, "listening");
    const address = server.#gate.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    server.#port = address.port;
    return server;
  }

  get port(): number {
    return this.#port;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#gate.close();
    for (const socket of this.#sockets) socket.destroy();
    return Promise.resolve();
  }

  #admit(socket: Socket, http: Server, https: Server | undefined): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.once("readable", () => {
      const first: Buffer | null = socket.read(1);
      if (first === null) {
        socket.destroy();
        return;
      }
      socket.unshift(first);
      const server = first[0] === tlsHandshake ? https : http;
      if (server === undefined) socket.destroy();
      else server.emit("connection", socket);
    });
  }
}
