import type { ServerResponse } from "node:http";
import { WebSocket } from "ws";

/**
 * Asks a server for a watch over a WebSocket, which is the only way in which some deliver one, and passes each message on
 * as a line. What the server answers instead comes back with its status.
 */
export function passSocketOn(target: URL, reply: ServerResponse): void {
  const address = new URL(target);
  address.protocol = target.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address, { rejectUnauthorized: false });
  reply.once("close", () => socket.terminate());
  socket.once("open", () => {
    reply.writeHead(200, { "content-type": "application/json" });
    reply.flushHeaders();
  });
  socket.on("message", (message: Buffer) => {
    reply.write(`${message.toString().trim()}\n`);
  });
  socket.once("unexpected-response", (_request, answer) => {
    reply.writeHead(answer.statusCode ?? 502);
    answer.pipe(reply);
  });
  socket.once("close", () => reply.end());
  socket.once("error", () => {
    if (reply.headersSent) reply.end();
    else reply.destroy();
  });
}
