import { once } from "node:events";
import { expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { ControllerProxy } from "./controller-proxy.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";

const query = 'mutation { updateBucketStatus(input: { name: "photos" }) { name } }';

const cable = {
  command: "message",
  identifier: '{"channel":"GraphqlChannel"}',
  data: JSON.stringify({ query }),
};

/** Returns what the proxy cannot read of a message, for a listener that listens after it was sent. */
async function unreadOf(message: object, protocol?: string): Promise<readonly string[]> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const received = new Promise((resolve) => {
    server.once("connection", (socket) => socket.once("message", resolve));
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const recognition = recognizeGraphql({ kinds: [] });
  await using proxy = await ControllerProxy.start({
    endpoint: `http://127.0.0.1:${port}/graphql`,
    recognition,
  });
  const socket = new WebSocket(proxy.url.replace("http", "ws"), protocol);
  await once(socket, "open");
  socket.send(JSON.stringify(message));
  await received;
  const sentences: string[] = [];
  proxy.listen({
    keyOf: () => undefined,
    before: () => Promise.resolve({ treat: "pass" }),
    after: () => {},
    viewed: () => {},
    unread: (sentence) => void sentences.push(sentence),
  });
  socket.terminate();
  server.close();
  return sentences;
}

const named = (protocol: string): string =>
  `the operations on a WebSocket with the subprotocol "${protocol}" cannot be read`;

it.each<{
  readonly name: string;
  readonly message: object;
  readonly protocol?: string;
  readonly unread: readonly string[];
}>([
  {
    name: "Action Cable",
    message: cable,
    protocol: "actioncable-v1-json",
    unread: [named("actioncable-v1-json")],
  },
  {
    name: "Phoenix channels, which have no subprotocol",
    message: ["1", "1", "__absinthe__:control", "doc", { query }],
    unread: ["the operations on a WebSocket without a subprotocol cannot be read"],
  },
  {
    name: "AppSync",
    message: { id: "1", type: "start", payload: { data: JSON.stringify({ query }) } },
    protocol: "graphql-ws",
    unread: [named("graphql-ws")],
  },
  {
    name: "graphql-transport-ws",
    message: {
      id: "1",
      type: "subscribe",
      payload: { query: "subscription { watchBuckets { type } }" },
    },
    protocol: "graphql-transport-ws",
    unread: [],
  },
  {
    name: "the start of a connection",
    message: { type: "connection_init" },
    protocol: "graphql-transport-ws",
    unread: [],
  },
])("reports operations that it cannot read: $name", async ({ message, protocol, unread }) => {
  expect(await unreadOf(message, protocol)).toEqual(unread);
});
