import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { useServer } from "graphql-ws/use/ws";
import { createYoga } from "graphql-yoga";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { startReference } from "#reference";
import { ServiceStore } from "./service-store.ts";
import type { Creation, StatusWrite, StoredService } from "./service-store.ts";
import { Topic } from "./topic.ts";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";

export interface Peer {
  readonly url: string;
  readonly webSocketUrl: string;
}

export const peers = { reference, bare, yoga } as const;

export type PeerName = keyof typeof peers;

function reference(): Promise<Peer> {
  return startReference();
}

/**
 * Uses only the HTTP module of Node.js to parse a body, store a write, and send an object. Serializes each event once
 * for all subscribers.
 */
async function bare(): Promise<Peer> {
  const store = new ServiceStore();
  const topic = new Broadcast();
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const object = carryOut(store, JSON.parse(body));
      topic.send(object);
      const text = JSON.stringify({ data: { service: object } });
      response.writeHead(200, { "content-type": "application/json" }).end(text);
    });
  });
  topic.serve(server);
  return listen(server);
}

/** graphql-yoga over HTTP, and graphql-ws, both configured as their documentation recommends. */
async function yoga(): Promise<Peer> {
  const topic = new Topic<StoredService>();
  const schema = peerSchema(topic);
  const handler = createYoga({ schema, logging: false, graphiql: false });
  const listener: RequestListener = (request, response) => void handler(request, response);
  const server = createServer(listener);
  useServer({ schema }, new WebSocketServer({ server, path: "/graphql" }));
  return listen(server);
}

/** Sends every message to every subscription without evaluating the query. */
class Broadcast {
  readonly #subscribed = new Map<WebSocket, number>();
  readonly #sockets = new WebSocketServer({ noServer: true });

  serve(server: Server): void {
    server.on("upgrade", (request, socket, head) => {
      this.#sockets.handleUpgrade(request, socket, head, (client) => {
        client.once("message", () => client.send(JSON.stringify({ type: "connection_ack" })));
        // The first message initializes the connection.
        client.on("message", () => {
          this.#subscribed.set(client, (this.#subscribed.get(client) ?? -1) + 1);
        });
      });
    });
  }

  send(object: StoredService): void {
    const { resourceVersion } = object.metadata;
    const event = { type: "MODIFIED", resourceVersion, object };
    const text = JSON.stringify({ id: "1", type: "next", payload: { data: { event } } });
    for (const [socket, times] of this.#subscribed) {
      for (let count = 0; count < times; count += 1) socket.send(text);
    }
  }
}

function carryOut(
  store: ServiceStore,
  { variables: { input } }: { readonly variables: { readonly input: Creation | StatusWrite } },
): StoredService {
  return "status" in input ? store.writeStatus(input) : store.create(input);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function listen(server: Server): Promise<Peer> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address !== "object" || address === null) return reject(new Error("no port"));
      const authority = `127.0.0.1:${address.port}/graphql`;
      resolve({ url: `http://${authority}`, webSocketUrl: `ws://${authority}` });
    });
  });
}

/**
 * Builds the schema of the reference server on a map of services, without permissions, validation, field ownership or
 * an event log.
 */
function peerSchema(topic: Topic<StoredService>): GraphQLSchema {
  const path = createRequire(import.meta.url).resolve("#reference/schema.graphql");
  const schema = buildSchema(readFileSync(path, "utf8"));
  const store = new ServiceStore();
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const subscriptions = schema.getSubscriptionType()?.getFields() ?? {};
  const { createService, updateServiceStatus } = mutations;
  const { watchServices } = subscriptions;
  if (createService === undefined || updateServiceStatus === undefined) throw noSchema();
  if (watchServices === undefined) throw noSchema();
  createService.resolve = (_source, { input }: { input: Creation }) => store.create(input);
  updateServiceStatus.resolve = (_source, { input }: { input: StatusWrite }) => {
    const written = store.writeStatus(input);
    topic.publish(written);
    return written;
  };
  watchServices.subscribe = () => topic.subscribe();
  watchServices.resolve = (object: StoredService) => ({
    type: "MODIFIED",
    resourceVersion: object.metadata.resourceVersion,
    object,
  });
  return schema;
}

function noSchema(): Error {
  return new Error("The schema of the reference server lacks operations that are measured.");
}
