import { randomBytes, randomInt } from "node:crypto";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo, ListenOptions } from "node:net";
import type { Duplex } from "node:stream";
import type { WebSocketServer } from "ws";
import { correctRules } from "../correct/correct-rules.ts";
import { covers } from "../correct/grants.ts";
import { controller } from "../kinds/demo-identities.ts";
import type { Grant } from "../kinds/demo-identities.ts";
import type { Rules } from "../rules/rules.ts";
import { ServedKinds } from "../rules/served-kinds.ts";
import type { Fault } from "../store/fault.ts";
import type { Freedom } from "../store/freedom.ts";
import { applyVariants } from "../store/variant.ts";
import type { Variant } from "../store/variant.ts";
import { Endpoint } from "../graphql/graphql-endpoint.ts";
import { readCanonicalSchema, sharedSchema } from "../graphql/executable-schema.ts";
import { Operations } from "../graphql/field-operations.ts";
import { RequestMeter } from "../graphql/request-meter.ts";
import { defaultLimits } from "../values/server-limits.ts";
import type { ServerLimits } from "../values/server-limits.ts";
import type { ReferenceDisk } from "../store/reference-disk.ts";
import { Store } from "../store/store.ts";
import { WatchLog } from "../store/watch-log.ts";
import { createHttpListener, endpointPath, eventStreamPath } from "./http.ts";
import { pageProblem } from "./page-guard.ts";
import { renderPage } from "./server-page.ts";
import { createSocketServer } from "./socket-server.ts";

export interface ReferenceOptions {
  /** The address to listen on. Defaults to 127.0.0.1. */
  readonly host?: string;
  /** The port to listen on. Defaults to 0, which selects a free one. */
  readonly port?: number;
  /** Faults to inject. None by default. */
  readonly faults?: readonly Fault[];
  /** Freedoms to enable. None by default. Faults are applied after the freedoms. */
  readonly freedoms?: readonly Freedom[];
  /** Kinds whose objects the role `controller` may create, change and delete. None by default. */
  readonly owned?: readonly string[];
  /** Kinds whose objects the role `controller` may update, for example to add a finalizer. None by default. */
  readonly updated?: readonly string[];
  /** Number of changes per kind to retain for watches that start in the past. Defaults to 1,000. */
  readonly retainedEvents?: number;
  /** Delay of every response, in milliseconds. Does not apply to events. Defaults to 0. */
  readonly replyDelayMs?: number;
  /** The clock for creation and deletion times, and for rate limits. Defaults to the system clock. */
  readonly clock?: () => Date;
  /** State that outlives the server, for a restart or a replica. None by default. */
  readonly disk?: ReferenceDisk;
  readonly limits?: Partial<ServerLimits>;
}

export interface ReferenceServer extends AsyncDisposable {
  readonly url: string;
  readonly webSocketUrl: string;
  readonly eventStreamUrl: string;
  readonly openWatches: number;
}

/** Starts a server. If the server cannot listen, rejects with the error of Node.js, for example `EADDRINUSE`. */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const { host = "127.0.0.1", port = 0, retainedEvents, faults = [], freedoms = [] } = options;
  const limits: ServerLimits = {
    ...defaultLimits,
    ...(retainedEvents === undefined ? {} : { retainedEvents }),
    ...options.limits,
  };
  const { endpoint, log } = createEndpoint(options, limits);
  const isForgotten = options.disk === undefined;
  const sockets = createSocketServer({ endpoint, limits });
  const server = createHttpServer(limits);
  const address = await listen(server, { host, port });
  const authority = `${formatHost(host, address)}:${address.port}`;
  const urls = {
    url: `http://${authority}${endpointPath}`,
    webSocketUrl: `ws://${authority}${endpointPath}`,
    eventStreamUrl: `http://${authority}${eventStreamPath}`,
  };
  const variants = { faults: namesOf(faults), freedoms: namesOf(freedoms) };
  server.on(
    "request",
    createHttpListener({
      endpoint,
      limits,
      createNonce: () => randomBytes(16).toString("base64"),
      renderPage: (nonce) => renderPage({ ...urls, ...variants, nonce }),
    }),
  );
  server.on("upgrade", (request, socket, head) => {
    if (pageProblem(request) !== undefined) return refuseUpgrade(socket, "403 Forbidden");
    if (request.url?.split("?", 1)[0] !== endpointPath)
      return refuseUpgrade(socket, "404 Not Found");
    sockets.handleUpgrade(request, socket, head, (client) => {
      sockets.emit("connection", client, request);
    });
  });
  return {
    ...urls,
    get openWatches() {
      return log.openWatches;
    },
    [Symbol.asyncDispose]: () => {
      const closed = close(server, sockets);
      if (isForgotten) log[Symbol.dispose]();
      return closed;
    },
  };
}

function namesOf(variants: readonly Variant[]): readonly string[] {
  return variants.map(({ name }) => name);
}

function createHttpServer(limits: ServerLimits): Server {
  return createServer({
    headersTimeout: limits.headersTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    // The interval at which Node.js checks for slow connections.
    connectionsCheckingInterval: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
  });
}

function createEndpoint(
  options: ReferenceOptions,
  limits: ServerLimits,
): { readonly endpoint: Endpoint; readonly log: WatchLog } {
  const { replyDelayMs = 0, clock = () => new Date() } = options;
  const rules = rulesOf(options);
  const { schema, shapes, documents } = sharedSchema(rules.schema(readCanonicalSchema()), limits);
  const kept = options.disk?.state;
  // The first version is random, so that clients cannot rely on it.
  const firstVersion = randomInt(1_000, 100_000);
  const log = kept?.log ?? new WatchLog({ ...limits, rules, firstVersion });
  const served = kept?.served ?? new ServedKinds({ rules, shapes });
  const objects = kept?.objects ?? new Map();
  options.disk?.keep({ log, served, objects, firstVersion: kept?.firstVersion ?? firstVersion });
  const store = new Store({ rules, log, served, now: clock, objects });
  const operations = new Operations({ rules, store, log, served });
  const meter = new RequestMeter(clock);
  const endpoint = new Endpoint({ rules, schema, documents, operations, meter, replyDelayMs });
  return { endpoint, log };
}

function rulesOf(options: ReferenceOptions): Rules {
  const { faults = [], freedoms = [], owned = [], updated = [] } = options;
  const owning = granting(correctRules, {
    resources: owned,
    verbs: ["create", "update", "delete"],
  });
  const updating = granting(owning, { resources: updated, verbs: ["update"] });
  return applyVariants(updating, [...freedoms, ...faults]);
}

function granting(rules: Rules, grant: Grant): Rules {
  if (grant.resources.length === 0) return rules;
  const { name } = controller;
  return {
    ...rules,
    authorize: (access) =>
      access.identity.name === name && covers(grant, access) ? undefined : rules.authorize(access),
  };
}

function listen(server: Server, options: ListenOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("No port was bound."));
      else resolve(address);
    });
  });
}

/** Returns the host for local clients, even if the server listens on all addresses. */
function formatHost(host: string, { family }: AddressInfo): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return family === "IPv6" && host.includes(":") ? `[${host}]` : host;
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on("error", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function close(server: Server, sockets: WebSocketServer): Promise<void> {
  for (const socket of sockets.clients) socket.terminate();
  sockets.close();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
