import type { WebSocketServer } from "ws";
import type { Target } from "../../port/target.ts";
import { connectGraphqlTarget } from "../driver/connect.ts";
import type { Credential } from "../dialect/credential-source.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { optionsFor, startEndpoint } from "./test-endpoint.ts";
import type { TestServer } from "./test-endpoint.ts";
import { acknowledging, say } from "./sockets.ts";
import type { Message } from "./sockets.ts";
import { widgetData, widgetDialect } from "./widget-dialect.ts";

/**
 * A test endpoint that accepts only certain tokens, and a target. The target authenticates as the author, with the
 * credential from the given source.
 */
export interface TokenTrial {
  readonly source: Credential;
  readonly folder: string;
  readonly takes: (token: string) => boolean;
  readonly clock?: { readonly nowMs: number };
}

export async function withSource(
  { source, folder, takes, clock = { nowMs: 1_000 } }: TokenTrial,
  test: (target: Target, endpoint: TestServer, tokens: readonly string[]) => Promise<void>,
): Promise<void> {
  const tokens: string[] = [];
  await using endpoint = await startEndpoint({
    answer: (request, response) => {
      const token = String(request.headers["x-token"]).replace("Token ", "");
      tokens.push(token);
      if (takes(token)) {
        response.end(JSON.stringify({ data: { shop: { widget: widgetData } } }));
        return;
      }
      response.writeHead(401, { "content-type": "text/plain" }).end("who are you?");
    },
  });
  const expiry = { reason: "unauthenticated", code: "UNAUTHENTICATED" } as const;
  const outcomes = [expiry, ...widgetDialect.outcomes];
  const dialect: Dialect = { ...widgetDialect, outcomes, identities: { author: source } };
  const driverEnvironment = {
    environment: { PATH: process.env["PATH"], TOKEN: "fixed-token", KEY: "a-key-for-tokens" },
    folder,
    nowMs: () => clock.nowMs,
  };
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, { dialect, driverEnvironment }),
  );
  await test(target, endpoint, tokens);
}

/** Completes a watch that presents the second token, and returns an error to any other watch. */
export function serveTokens(sockets: WebSocketServer, presented: unknown[]): void {
  sockets.on("connection", (socket) => {
    let token = "";
    const hear = acknowledging((to, id) => {
      if (token !== "Token second") {
        say(to, id, {
          type: "error",
          payload: [{ message: "no", extensions: { code: "UNAUTHENTICATED" } }],
        });
        return;
      }
      say(to, id, { type: "complete" });
    });
    socket.on("message", (data) => {
      const message: Message & { payload?: { token?: string } } = JSON.parse(
        Buffer.isBuffer(data) ? data.toString() : "{}",
      );
      if (message.type === "connection_init") {
        token = message.payload?.token ?? "";
        presented.push(token);
      }
      hear(socket, message);
    });
  });
}
