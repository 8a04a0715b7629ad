import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { listenLocally } from "./local-server.ts";

/** A server that is not a GraphQL endpoint, or is not a correct one. Disposing closes all of its connections. */
export interface StrangeServer extends AsyncDisposable {
  readonly url: string;
}

export async function serveStrangely(answer: RequestListener): Promise<StrangeServer> {
  const local = await listenLocally(createServer(answer));
  return {
    url: `${local.origin}/graphql`,
    [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
  };
}

export async function closedAddress(): Promise<string> {
  await using server = await serveStrangely((_, response) => response.end());
  return server.url;
}
