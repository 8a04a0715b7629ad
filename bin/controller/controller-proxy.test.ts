import { describe, expect, it } from "vitest";
import { keyOf, limits } from "#contract";
import type { Outcome, Resource, WatchEvent } from "#contract";
import type { WireListener, WireResult, WireWrite, WriteTreatment } from "#wings/controllers";
import { startReference } from "#reference";
import type { Target } from "#targets";
import { connect } from "../reach/connect-endpoint.ts";
import { ControllerProxy } from "./controller-proxy.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";

const { signal } = new AbortController();
const key = { kind: "Bucket", namespace: "default", name: "photos" };

interface Bench extends AsyncDisposable {
  readonly controller: Target;
  readonly direct: Target;
  readonly proxy: ControllerProxy;
  readonly object: Resource;
}

async function bench(): Promise<Bench> {
  const server = await startReference();
  const direct = await connect({ endpoint: server.url, limits, signal });
  const recognition = recognizeGraphql(direct.description);
  const proxy = await ControllerProxy.start({ endpoint: server.url, recognition });
  const controller = await connect({ endpoint: proxy.url, limits, signal });
  const { outcome } = await direct.execute(
    { verb: "create", identity: "author", key, spec: { instance: "instance-a" } },
    signal,
  );
  if (outcome.result !== "object") throw new Error(JSON.stringify(outcome));
  return {
    controller,
    direct,
    proxy,
    object: outcome.object,
    [Symbol.asyncDispose]: async () => {
      for (const one of [controller, proxy, direct, server]) await one[Symbol.asyncDispose]();
    },
  };
}

function listener(treatment: WriteTreatment): WireListener & {
  readonly seen: { readonly write: WireWrite; readonly result: WireResult }[];
} {
  const seen: { readonly write: WireWrite; readonly result: WireResult }[] = [];
  return {
    seen,
    keyOf: (names) => (names.includes(key.name) ? key : undefined),
    before: () => Promise.resolve(treatment),
    after: (write, result) => void seen.push({ write, result }),
    viewed: () => {},
  };
}

async function created(target: Target, name: string): Promise<string> {
  const { outcome } = await target.execute(
    { verb: "create", identity: "author", key: { ...key, name }, spec: {} },
    signal,
  );
  return outcome.result === "object" ? outcome.object.metadata.resourceVersion : "";
}

function reporting(name: string, version: string): string {
  const about = `namespace: "default", name: "${name}", resourceVersion: "${version}"`;
  const fields = "metadata { name resourceVersion }";
  return `updateBucketStatus(input: { ${about}, status: { usedObjects: 7 } }) { ${fields} }`;
}

async function report(target: Target, { metadata }: Resource, usedObjects = 7): Promise<Outcome> {
  const { resourceVersion } = metadata;
  const status = { usedObjects };
  const { outcome } = await target.execute(
    { verb: "updateStatus", identity: "controller", key, resourceVersion, status },
    signal,
  );
  return outcome;
}

async function storedStatus(target: Target): Promise<unknown> {
  const { outcome } = await target.execute({ verb: "read", identity: "author", key }, signal);
  return outcome.result === "object" ? outcome.object.status : outcome;
}

describe("the proxy", () => {
  it("forwards everything, and reports each write with its result", async () => {
    await using at = await bench();
    const wire = listener({ treat: "pass" });
    at.proxy.listen(wire);

    const written = await report(at.controller, at.object);
    const stale = await report(at.controller, at.object);

    expect(written.result).toBe("object");
    expect(stale).toMatchObject({ result: "refused", refusal: { reason: "conflict" } });
    const [first, second] = wire.seen;
    expect(first?.write).toMatchObject({ side: "status", key, status: { usedObjects: 7 } });
    expect(first?.write.version).toBe(at.object.metadata.resourceVersion);
    expect(first?.result).toMatchObject({
      result: "stored",
      version: written.result === "object" ? written.object.metadata.resourceVersion : "",
    });
    expect(second?.result).toMatchObject({ result: "refused", reason: "conflict" });
  });

  it.each([
    ["lose-request", undefined],
    ["lose-reply", { usedObjects: 7 }],
  ] as const)("breaks the connection to %s", async (treat, status) => {
    await using at = await bench();
    const wire = listener({ treat });
    at.proxy.listen(wire);

    expect((await report(at.controller, at.object)).result).toBe("unknown");
    expect(await storedStatus(at.direct)).toEqual(status);
    expect(wire.seen).toMatchObject([{ result: { result: "lost" } }]);
  });

  it.each([
    ["forbidden", { reason: "forbidden" }],
    ["unavailable", { reason: "internal", retryAfterSeconds: 1 }],
  ] as const)("rejects as %s in the words of the endpoint", async (reason, refusal) => {
    await using at = await bench();
    const limit = reason === "unavailable" ? { retryAfterSeconds: 1 } : {};
    at.proxy.listen(listener({ treat: "refuse", reason, ...limit }));

    expect(await report(at.controller, at.object)).toMatchObject({ result: "refused", refusal });
    expect(await storedStatus(at.direct)).toBeUndefined();
  });

  it("reports each write of a batch, and what the response shows of each object", async () => {
    await using at = await bench();
    const [films] = await Promise.all([created(at.direct, "films"), created(at.direct, "music")]);
    const wire = listener({ treat: "pass" });
    const views: string[] = [];
    at.proxy.listen({
      ...wire,
      keyOf: ([name]) => (name === undefined ? undefined : { ...key, name }),
      viewed: ({ key: { name }, version = "" }) => void views.push(`${name} ${version}`),
    });
    const version = at.object.metadata.resourceVersion;
    const query = `mutation {
      a: ${reporting("photos", version)}
      b: ${reporting("music", version)}
      c: ${reporting("films", films)}
    }`;

    const response = await fetch(at.proxy.url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer controller-token" },
      body: JSON.stringify({ query }),
    });

    const reply: unknown = await response.json();
    expect(wire.seen.map(({ write, result }) => `${write.key.name} ${result.result}`)).toEqual([
      "photos stored",
      "music refused",
      "films stored",
    ]);
    expect(wire.seen.map(({ write }) => write.status)).toEqual(
      Array.from({ length: 3 }, () => ({ usedObjects: 7 })),
    );
    expect(views).toHaveLength(2);
    expect(reply).toMatchObject({
      data: {
        a: { metadata: { resourceVersion: views[0]?.split(" ")[1] } },
        c: { metadata: { resourceVersion: views[1]?.split(" ")[1] } },
      },
    });
  });

  it("loses a whole batch of which one write is to be lost", async () => {
    await using at = await bench();
    await created(at.direct, "films");
    const wire = listener({ treat: "pass" });
    at.proxy.listen({
      ...wire,
      keyOf: ([name]) => (name === undefined ? undefined : { ...key, name }),
      before: ({ key: { name } }) =>
        Promise.resolve(name === "films" ? { treat: "lose-request" } : { treat: "pass" }),
    });
    await expect(
      fetch(at.proxy.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          query: `mutation { a: ${reporting("photos", "1")} b: ${reporting("films", "1")} }`,
        }),
      }),
    ).rejects.toThrow("fetch failed");
    expect(wire.seen.map(({ write, result }) => `${write.key.name} ${result.result}`)).toEqual([
      "photos lost",
      "films lost",
    ]);
  });

  it("rejects a whole batch of which one write is to be rejected, as its own doing", async () => {
    await using at = await bench();
    await created(at.direct, "films");
    const wire = listener({ treat: "pass" });
    at.proxy.listen({
      ...wire,
      keyOf: ([name]) => (name === undefined ? undefined : { ...key, name }),
      before: ({ key: { name } }) =>
        Promise.resolve(
          name === "films" ? { treat: "refuse", reason: "forbidden" } : { treat: "pass" },
        ),
    });

    const response = await fetch(at.proxy.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        query: `mutation { a: ${reporting("photos", "1")} b: ${reporting("films", "1")} }`,
      }),
    });

    expect(await response.json()).toMatchObject({ data: null });
    const refused = { result: "refused", reason: "forbidden", isInjected: true };
    expect(wire.seen).toMatchObject([{ result: refused }, { result: refused }]);
  });

  it("ignores other objects, and requests other than writes", async () => {
    await using at = await bench();
    at.proxy.listen({
      ...listener({ treat: "lose-request" }),
      keyOf: (names) => (names.includes("another") ? key : undefined),
    });

    expect((await report(at.controller, at.object)).result).toBe("object");
    expect(await storedStatus(at.controller)).toEqual({ usedObjects: 7 });
  });

  it("carries watches, breaks them, and rejects new ones until the outage is over", async () => {
    await using at = await bench();
    const events: WatchEvent[] = [];
    const ends: string[] = [];
    const open = () =>
      at.controller.watch(
        { verb: "watch", identity: "controller", kind: "Bucket", initialEvents: true },
        { event: (event) => events.push(event), ended: ({ end }) => ends.push(end) },
        signal,
      );
    await open();
    await expect.poll(() => events.length).toBeGreaterThan(0);
    expect(events[0]?.object && keyOf(events[0].object)).toEqual(key);

    const outage = at.proxy.cutWatches("resumable");
    await expect.poll(() => ends).toEqual(["lost"]);
    await open();
    await expect.poll(() => ends).toEqual(["lost", "lost"]);
    outage[Symbol.dispose]();
    events.length = 0;
    await open();
    await expect.poll(() => events.length).toBeGreaterThan(0);
  });

  it("holds back what watches show, and then delivers everything in its order", async () => {
    await using at = await bench();
    const seen: number[] = [];
    await at.controller.watch(
      { verb: "watch", identity: "controller", kind: "Bucket", initialEvents: true },
      {
        event: ({ object }) => {
          if (object !== undefined) seen.push(Number(object.status?.["usedObjects"] ?? 0));
        },
        ended: () => {},
      },
      signal,
    );
    await expect.poll(() => seen).toEqual([0]);

    const held = at.proxy.holdWatches();
    const again = at.proxy.holdWatches();
    let { object } = at;
    for (const usedObjects of [1, 2, 3]) {
      const outcome = await report(at.direct, object, usedObjects);
      if (outcome.result !== "object") throw new Error(outcome.result);
      object = outcome.object;
    }
    held[Symbol.dispose]();
    held[Symbol.dispose]();
    expect((await report(at.controller, object)).result).toBe("object");
    expect(seen).toEqual([0]);
    again[Symbol.dispose]();

    await expect.poll(() => seen).toEqual([0, 1, 2, 3, 7]);
  });

  it("ends watches without an error, and drops the events that they have not delivered", async () => {
    await using at = await bench();
    const [ends, seen]: [string[], number[]] = [[], []];
    const open = () =>
      at.controller.watch(
        { verb: "watch", identity: "controller", kind: "Bucket", initialEvents: true },
        {
          event: ({ object }) => {
            if (object !== undefined) seen.push(Number(object.status?.["usedObjects"] ?? 0));
          },
          ended: ({ end }) => ends.push(end),
        },
        signal,
      );
    await open();
    await open();
    await expect.poll(() => seen).toEqual([0, 0]);

    const held = at.proxy.holdWatches();
    const first = await report(at.direct, at.object, 1);
    if (first.result !== "object") throw new Error(first.result);
    at.proxy.endWatches();
    await expect.poll(() => ends).toEqual(["completed", "completed"]);
    held[Symbol.dispose]();
    await open();

    await expect.poll(() => seen).toEqual([0, 0, 1]);
    await report(at.direct, first.object, 2);
    await expect.poll(() => seen).toEqual([0, 0, 1, 2]);
    expect(ends).toHaveLength(2);
  });

  it("forwards a read once its listener has changed the object", async () => {
    await using at = await bench();
    const read: string[] = [];
    at.proxy.listen({
      ...listener({ treat: "pass" }),
      awaitsReading: true,
      reading: async ({ name }) => {
        read.push(name);
        const { resourceVersion } = at.object.metadata;
        const spec = { instance: "instance-b" };
        await at.direct.execute(
          { verb: "update", identity: "author", key, resourceVersion, spec },
          signal,
        );
      },
    });
    const asked = { identity: "controller", key } as const;
    const listed = { verb: "list", identity: "controller", kind: "Bucket" } as const;
    await at.controller.execute(listed, signal);
    expect(read).toEqual([]);
    const { outcome } = await at.controller.execute({ verb: "read", ...asked }, signal);

    expect(read).toEqual(["photos"]);
    expect(outcome).toMatchObject({ object: { metadata: { generation: 2 } } });
  });

  it("notes when a watch is opened, and who ends it", async () => {
    await using at = await bench();
    const noted: string[] = [];
    at.proxy.listen({
      ...listener({ treat: "pass" }),
      watched: ({ state, by, watches }) => {
        const kinds = ["Bucket", "Service"].filter(watches);
        noted.push([state, ...kinds, ...(by === undefined ? [] : [by])].join(" "));
      },
    });
    const open = () =>
      at.controller.watch(
        { verb: "watch", identity: "controller", kind: "Bucket", initialEvents: true },
        { event: () => {}, ended: () => {} },
        signal,
      );
    const watch = await open();
    await expect.poll(() => noted).toEqual(["opened Bucket"]);
    await watch[Symbol.asyncDispose]();
    await expect.poll(() => noted.slice(1)).toEqual(["ended Bucket controller"]);
    await open();
    await expect.poll(() => noted.length).toBe(3);
    at.proxy.endWatches();

    await expect.poll(() => noted.slice(2)).toEqual(["opened Bucket", "ended Bucket run"]);
  });

  it("reports a rejection for lack of permission, even if its HTTP status is 200", async () => {
    await using at = await bench();
    const denied: string[] = [];
    at.proxy.listen({
      ...listener({ treat: "pass" }),
      denied: (sentence) => void denied.push(sentence),
    });
    const list = (identity: "controller" | "stranger"): Promise<unknown> =>
      at.controller.execute({ verb: "list", identity, kind: "Bucket" }, signal);
    await list("controller");
    expect(denied).toEqual([]);
    await list("stranger");

    expect(denied).toEqual([expect.stringContaining("list")]);
    expect(at.proxy.denials.last).toBe(denied[0]);
  });

  it("reports a deletion once a list that was requested later lacks the object", async () => {
    await using at = await bench();
    const gone: string[] = [];
    let undelivered = [key];
    at.proxy.listen({
      ...listener({ treat: "pass" }),
      get undelivered() {
        return undelivered;
      },
      viewed: ({ through, isGone }) => {
        if (isGone === true) gone.push(through);
      },
    });
    const list = (kind: string): Promise<unknown> =>
      at.controller.execute({ verb: "list", identity: "controller", kind }, signal);
    await list("Bucket");
    await list("Service");
    expect(gone).toEqual([]);
    await at.direct.execute({ verb: "delete", identity: "author", key }, signal);
    await list("Service");
    expect(gone).toEqual([]);
    await list("Bucket");
    expect(gone).toEqual(["list"]);
    undelivered = [];
    await list("Bucket");
    expect(gone).toEqual(["list"]);
  });

  it("breaks a connection that brings more than it keeps, and serves the next one", async () => {
    await using at = await bench();
    at.proxy.listen(listener({ treat: "pass" }));
    const tooMuch = { method: "POST", body: Buffer.alloc(17 * 1024 * 1024, " ") };

    await expect(fetch(at.proxy.url, tooMuch)).rejects.toThrow("fetch failed");

    expect((await report(at.controller, at.object)).result).toBe("object");
  });
});
