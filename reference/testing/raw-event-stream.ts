import { request as httpRequest } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { createClient } from "graphql-sse";
import { demoTokens } from "../kinds/demo-identities.ts";
import type { ReferenceServer } from "../server/start-reference.ts";
import { eventIn } from "./reference-client.ts";
import type { Role, TestWatch } from "./reference-client.ts";

/**
 * Opens a watch over server-sent events, but does not wait until it is established. Without a cursor, the watch misses
 * events until then.
 */
export function watchEvents(server: ReferenceServer, role: Role, query: string): TestWatch {
  const headers = role === "anonymous" ? {} : { authorization: `Bearer ${demoTokens[role]}` };
  const client = createClient({ url: server.eventStreamUrl, headers, retryAttempts: 0 });
  const results = client.iterate({ query });
  return {
    next: async () => eventIn(await results.next()),
    [Symbol.asyncDispose]: async () => {
      await results.return?.();
      client.dispose();
    },
  };
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

export function openRaw(server: ReferenceServer, of: RawRequest): Promise<IncomingMessage> {
  const { method = "POST", path = "", body = "" } = of;
  const headers = {
    accept: "text/event-stream",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    authorization: `Bearer ${demoTokens.reader}`,
    ...of.headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(server.eventStreamUrl + path, { method, headers, agent: false });
    request.on("response", resolve);
    request.on("error", reject);
    request.end(body);
  });
}
