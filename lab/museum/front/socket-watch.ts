import type { ServerResponse } from "node:http";
import { WebSocket } from "ws";

/**
 * Opens a watch over a WebSocket, because some fakes support no other transport. Forwards each message as a line.
 * Forwards a reply that is not an upgrade with its status code.
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
