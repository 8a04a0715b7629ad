import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

export type Answer = (request: IncomingMessage, body: string, reply: ServerResponse) => void;

/** A small HTTP server that replaces an API server, on its own port. Disposing stops it. */
export interface ServedAnswers extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly string[];
}

export async function serveAnswers(answer: Answer): Promise<ServedAnswers> {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
      answer(request, Buffer.concat(pieces).toString("utf8"), reply);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function answerJson(reply: ServerResponse, code: number, body: unknown): void {
  reply.writeHead(code, { "content-type": "application/json" });
  reply.end(JSON.stringify(body));
}
