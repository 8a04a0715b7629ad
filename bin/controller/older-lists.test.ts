import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { limits } from "#contract";
import { startReference } from "#reference";
import { connect } from "../reach/connect-endpoint.ts";
import { ControllerProxy } from "./controller-proxy.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";
import { recognizeKubernetes } from "./recognize-kubernetes.ts";

const { signal } = new AbortController();
const gears = "/apis/example.com/v1/gears";

interface ApiServer extends AsyncDisposable {
  readonly proxy: ControllerProxy;
  /** Stores a change, so that lists have a new version. */
  change(): void;
  listed(query: string): Promise<string>;
}

async function apiServer(): Promise<ApiServer> {
  let version = 98;
  const server = createServer((request, reply) => {
    const isList = request.url?.startsWith(gears) === true;
    reply.writeHead(isList ? 200 : 404, { "content-type": "application/json" });
    reply.end(JSON.stringify({ metadata: { resourceVersion: String(version) }, items: [] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const endpoint = `http://127.0.0.1:${address.port}`;
  const kinds = [{ name: "Gear", resource: { group: "example.com", plural: "gears" } }];
  const recognition = recognizeKubernetes({ endpoint, kinds });
  const proxy = await ControllerProxy.start({ endpoint, recognition });
  return {
    proxy,
    change: () => {
      version += 1;
    },
    listed: async (query) => {
      const reply = await fetch(new URL(`${gears}${query}`, proxy.url));
      const content: unknown = await reply.json();
      return JSON.stringify(content).replace(/.*"resourceVersion":"(\d+)".*/u, "$1");
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describe("lists of an API server from an older state", () => {
  it.each([
    ["?resourceVersion=0", "98", { older: 1, current: 0 }],
    ["?resourceVersion=0&limit=500", "98", { older: 1, current: 0 }],
    ["?resourceVersion=98", "98", { older: 1, current: 0 }],
    ["?resourceVersion=98&resourceVersionMatch=NotOlderThan", "98", { older: 1, current: 0 }],
    ["?resourceVersion=99", "100", { older: 0, current: 1 }],
    ["?resourceVersion=opaque", "100", { older: 0, current: 1 }],
    ["?resourceVersion=98&resourceVersionMatch=Exact", "100", { older: 0, current: 1 }],
    ["?resourceVersion=0&continue=next", "100", { older: 0, current: 1 }],
    ["", "100", { older: 0, current: 1 }],
    ["?resourceVersion=0&labelSelector=a", "100", { older: 0, current: 1 }],
  ])("answer %s with version %s", async (query, version, counts) => {
    await using at = await apiServer();
    await at.listed("?resourceVersion=0");
    const lists = await at.proxy.rememberLists();
    at.change();
    at.change();

    const served = lists.serve();
    expect(await at.listed(query)).toBe(version);
    expect({ older: served.older, current: served.current }).toEqual(counts);

    served[Symbol.dispose]();
    expect(await at.listed("?resourceVersion=0")).toBe("100");
  });

  it("are not served for other requests", async () => {
    await using at = await apiServer();
    await at.listed("?resourceVersion=0");
    using served = (await at.proxy.rememberLists()).serve();

    expect((await fetch(new URL(`${gears}/one`, at.proxy.url))).status).toBe(200);
    await (await fetch(new URL(`${gears}?watch=true&resourceVersion=0`, at.proxy.url))).text();
    expect([served.older, served.current]).toEqual([0, 0]);
  });
});

describe("lists of a GraphQL endpoint from an older state", () => {
  it("are served if the endpoint may have them, and the watch from there catches up", async () => {
    await using server = await startReference();
    await using direct = await connect({ endpoint: server.url, limits, signal });
    const recognition = recognizeGraphql(direct.description, { hasOlderLists: true });
    await using proxy = await ControllerProxy.start({ endpoint: server.url, recognition });
    await using controller = await connect({ endpoint: proxy.url, limits, signal });
    proxy.listen({
      keyOf: () => undefined,
      before: () => Promise.resolve({ treat: "pass" }),
      after: () => {},
      viewed: () => {},
    });
    const list = async () => {
      const command = { verb: "list", identity: "controller", kind: "Bucket" } as const;
      const { outcome } = await controller.execute(command, signal);
      if (outcome.result !== "list") throw new Error(outcome.result);
      return outcome;
    };
    const before = await list();
    const lists = await proxy.rememberLists();
    const key = { kind: "Bucket", namespace: "default", name: "photos" };
    await direct.execute({ verb: "create", identity: "author", key, spec: {} }, signal);

    const held = proxy.holdWatches();
    const served = lists.serve();
    const older = await list();
    expect(older.items).toEqual(before.items);
    expect(served.older).toBe(1);
    const names: string[] = [];
    const { resourceVersion } = older;
    await controller.watch(
      {
        verb: "watch",
        identity: "controller",
        kind: "Bucket",
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      },
      {
        event: ({ object }) => names.push(object?.metadata.name ?? ""),
        ended: () => {},
      },
      signal,
    );
    served[Symbol.dispose]();
    expect((await list()).items).toHaveLength(before.items.length + 1);
    expect(names).toEqual([]);
    held[Symbol.dispose]();

    await expect.poll(() => names).toEqual(["photos"]);
  });

  it("are impossible otherwise: the contract requires current lists", async () => {
    await using server = await startReference();
    await using direct = await connect({ endpoint: server.url, limits, signal });
    const recognition = recognizeGraphql(direct.description);
    await using proxy = await ControllerProxy.start({ endpoint: server.url, recognition });

    expect(proxy.canServeOlderLists).toBe(false);
  });
});
