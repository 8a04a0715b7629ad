import { createClient } from "graphql-ws";
import type { Client } from "graphql-ws";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { limits } from "#contract";
import { startReference } from "#reference";
import type {
  WireListener,
  WireResult,
  WireView,
  WireWrite,
  WriteTreatment,
} from "#wings/controllers";
import { connect } from "../reach/connect-endpoint.ts";
import { ControllerProxy } from "./controller-proxy.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";

const { signal } = new AbortController();
const key = { kind: "Bucket", namespace: "default", name: "photos" };
const mutation = `mutation($input: UpdateBucketStatusInput!) {
  updateBucketStatus(input: $input) { metadata { name resourceVersion } }
}`;
const read = `{ bucket(namespace: "default", name: "photos") { metadata { name resourceVersion } } }`;
const watch =
  "subscription { watchBuckets { type object { metadata { name } status { usedObjects } } } }";

interface Bench extends AsyncDisposable {
  readonly proxy: ControllerProxy;
  readonly client: Client;
  readonly version: string;
  readonly storedStatus: () => Promise<unknown>;
}

async function bench(): Promise<Bench> {
  const server = await startReference();
  const direct = await connect({ endpoint: server.url, limits, signal });
  const recognition = recognizeGraphql(direct.description);
  const proxy = await ControllerProxy.start({ endpoint: server.url, recognition });
  const { outcome } = await direct.execute(
    { verb: "create", identity: "author", key, spec: { instance: "instance-a" } },
    signal,
  );
  const client = createClient({
    url: proxy.url.replace("http", "ws"),
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: "Bearer controller-token" },
    retryAttempts: 0,
  });
  return {
    proxy,
    client,
    version: outcome.result === "object" ? outcome.object.metadata.resourceVersion : "",
    storedStatus: async () => {
      const { outcome: stored } = await direct.execute(
        { verb: "read", identity: "author", key },
        signal,
      );
      return stored.result === "object" ? stored.object.status : stored;
    },
    [Symbol.asyncDispose]: async () => {
      await client.dispose();
      for (const one of [proxy, direct, server]) await one[Symbol.asyncDispose]();
    },
  };
}

interface Listener extends WireListener {
  readonly seen: { readonly write: WireWrite; readonly result: WireResult }[];
  readonly views: WireView[];
}

function listener(treatment: WriteTreatment): Listener {
  const seen: Listener["seen"] = [];
  const views: WireView[] = [];
  return {
    seen,
    views,
    keyOf: (names) => (names.includes(key.name) ? key : undefined),
    before: () => Promise.resolve(treatment),
    after: (write, result) => void seen.push({ write, result }),
    viewed: (view) => void views.push(view),
  };
}

interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly object[] | undefined;
}

async function resultOf(client: Client, query: string, input?: object): Promise<Result> {
  for await (const result of client.iterate({ query, variables: { input } })) return result;
  throw new Error("no result");
}

function report({ client }: Bench, resourceVersion: string): Promise<Result> {
  const { namespace, name } = key;
  const input = { namespace, name, resourceVersion, status: { usedObjects: 7 } };
  return resultOf(client, mutation, input);
}

describe("a write over a WebSocket", () => {
  it("is reported with its result", async () => {
    await using at = await bench();
    const wire = listener({ treat: "pass" });
    at.proxy.listen(wire);

    const written = await report(at, at.version);
    const stale = await report(at, at.version);

    expect(written.errors).toBeUndefined();
    expect(stale.errors).toMatchObject([{ extensions: { code: "CONFLICT" } }]);
    const sent = { side: "status", key, version: at.version, status: { usedObjects: 7 } };
    const stored = written.data?.["updateBucketStatus"];
    expect(wire.seen).toMatchObject([
      { write: sent, result: { result: "stored" } },
      { write: sent, result: { result: "refused", reason: "conflict" } },
    ]);
    expect(stored).toMatchObject({ metadata: { resourceVersion: wire.views[0]?.version } });
    expect(wire.views).toMatchObject([{ through: "reply" }]);
  });

  it.each([
    ["lose-request", undefined],
    ["lose-reply", { usedObjects: 7 }],
  ] as const)("receives an error to %s, and the connection stays open", async (treat, status) => {
    await using at = await bench();
    const wire = listener({ treat });
    at.proxy.listen(wire);

    const { errors } = await report(at, at.version);

    expect(errors).toMatchObject([{ extensions: { code: "INTERNAL" } }]);
    expect(await at.storedStatus()).toEqual(status);
    expect(wire.seen).toMatchObject([{ result: { result: "lost" } }]);
    expect((await resultOf(at.client, read)).errors).toBeUndefined();
  });

  it("is lost with the version that it created if the connection breaks before the response", async () => {
    await using at = await bench();
    const wire = listener({ treat: "pass" });
    const before = (): Promise<WriteTreatment> => {
      // The write has been forwarded by then, and no response can have been read.
      setImmediate(() => at.proxy.cutWatches("resumable")[Symbol.dispose]());
      return Promise.resolve({ treat: "pass" });
    };
    at.proxy.listen({ ...wire, before });

    await expect(report(at, at.version)).rejects.toBeDefined();
    await expect.poll(() => wire.seen).toMatchObject([{ result: { result: "lost" } }]);
    expect(wire.seen[0]?.result).toHaveProperty("version");
    expect(await at.storedStatus()).toEqual({ usedObjects: 7 });
  });

  it("is rejected in the words of the endpoint, and the connection stays open", async () => {
    await using at = await bench();
    const wire = listener({ treat: "refuse", reason: "rateLimited", retryAfterSeconds: 1 });
    const listening = at.proxy.listen(wire);

    const rejected = await report(at, at.version);
    expect(rejected.errors).toMatchObject([
      { extensions: { code: "RATE_LIMITED", retryAfterSeconds: 1 } },
    ]);
    expect(await at.storedStatus()).toBeUndefined();
    listening[Symbol.dispose]();
    expect((await report(at, at.version)).errors).toBeUndefined();
  });

  it("is answered while events are delayed, and so is a read", async () => {
    await using at = await bench();
    const wire = listener({ treat: "pass" });
    at.proxy.listen(wire);
    const events = at.client.iterate({ query: watch });
    const first = events.next();
    // Responses keep the order of requests, so the subscription is open afterwards.
    await resultOf(at.client, read);
    const held = at.proxy.holdWatches();

    expect((await report(at, at.version)).errors).toBeUndefined();
    expect((await resultOf(at.client, read)).errors).toBeUndefined();
    expect(wire.views.map(({ through }) => through)).toEqual(["read", "reply", "read"]);

    held[Symbol.dispose]();
    const event = { type: "MODIFIED", object: { status: { usedObjects: 7 } } };
    expect(await first).toMatchObject({ value: { data: { watchBuckets: event } } });
    expect(wire.views.map(({ through }) => through)).toEqual(["read", "reply", "read", "watch"]);
  });
});
