import type { SocketCaller, SocketTransport } from "../../wire/streams/socket-transport.ts";
import { socketData } from "./socket-reading.ts";
import type { HttpResult, HttpTransport } from "../../wire/http/http-transport.ts";

/**
 * Returns a transport that sends HTTP requests over a WebSocket, for endpoints that do not serve queries over HTTP.
 */
export function overSocket(
  socket: SocketTransport,
  caller: SocketCaller,
): Pick<HttpTransport, "send"> {
  return {
    send: async ({ document, variables = {}, secrets }, limitMs, signal) => {
      const result = await socket.send(caller, { document, variables }, { limitMs, signal });
      switch (result.kind) {
        case "result": {
          const data = socketData(result.payload, secrets);
          return { kind: "reply", status: 200, contentType: "application/json", data };
        }
        case "lost":
          return { ...result, error: new Error(result.detail) };
        case "ended":
          return lost(`the WebSocket closed without a response: ${result.end.kind}`);
      }
    },
  };
}

function lost(detail: string): HttpResult {
  return { kind: "lost", cause: "connection", detail, error: new Error(detail) };
}
