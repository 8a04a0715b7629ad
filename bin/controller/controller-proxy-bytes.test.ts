import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { connect as connectTls } from "node:tls";
import { gunzipSync, gzipSync } from "node:zlib";
import { Agent, request as send } from "undici";
import type { Dispatcher } from "undici";
import { beforeAll, describe, expect, it } from "vitest";
import type { WireListener, WireResult, WireWrite } from "#wings/controllers";
import { protobufObject } from "../testing/protobuf-object.ts";
import { ControllerProxy } from "./controller-proxy.ts";
import { recognizeKubernetes } from "./recognize-kubernetes.ts";
import { makeServerCertificate } from "./issue-certificate.ts";
import type { IssuedCertificate } from "./issue-certificate.ts";

const key = { kind: "ConfigMap", namespace: "default", name: "photo" };
const collection = "/api/v1/namespaces/default/configmaps";
const protobuf = "application/vnd.kubernetes.protobuf";

let certificate: IssuedCertificate;
beforeAll(async () => {
  certificate = await makeServerCertificate(new Date());
});

interface Arrived {
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

interface Bench extends AsyncDisposable {
  readonly proxy: ControllerProxy;
  readonly arrived: readonly Arrived[];
  readonly watches: readonly ServerResponse[];
  readonly ask: (
    path: string,
    options?: Partial<Dispatcher.RequestOptions>,
  ) => Promise<Dispatcher.ResponseData>;
}

async function bench(): Promise<Bench> {
  const arrived: Arrived[] = [];
  const watches: ServerResponse[] = [];
  const server = createServer(
    { cert: certificate.certificate, key: certificate.key },
    (incoming, outgoing) => {
      void (async () => {
        const body = Buffer.concat(await incoming.toArray());
        const { headers, rawHeaders } = incoming;
        arrived.push({ headers, rawHeaders, body });
        if (incoming.url?.includes("watch=") === true) {
          const coding = /coding=(\w+)/u.exec(headers.accept ?? "")?.[1];
          watches.push(
            outgoing.writeHead(200, {
              "content-type": `${protobuf};stream=watch`,
              ...(coding === undefined ? {} : { "content-encoding": coding }),
            }),
          );
          outgoing.flushHeaders();
          return;
        }
        const { "content-type": type, "content-encoding": coding } = headers;
        outgoing.setHeader("warning", ["299 - first", "299 - second"]);
        outgoing.writeHead(200, {
          ...(type === undefined ? {} : { "content-type": type }),
          ...(coding === undefined ? {} : { "content-encoding": coding }),
        });
        outgoing.end(body);
      })();
    },
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  const endpoint = `https://127.0.0.1:${port}`;
  const proxy = await ControllerProxy.start({
    endpoint,
    tls: { ca: certificate.authority },
    callers: new Map([
      [
        "of-the-run",
        {
          headers: { authorization: "Bearer real", "impersonate-user": "them" },
          withCertificate: false,
        },
      ],
    ]),
    certificate,
    recognition: recognizeKubernetes({
      endpoint,
      kinds: [{ name: "ConfigMap", resource: { group: "", plural: "configmaps" } }],
    }),
  });
  const dispatcher = new Agent({ connect: { ca: certificate.authority } });
  return {
    proxy,
    arrived,
    watches,
    ask: (path, options = {}) =>
      send(new URL(path, proxy.secureUrl), { method: "GET", ...options, dispatcher }),
    [Symbol.asyncDispose]: async () => {
      await dispatcher.destroy();
      await proxy[Symbol.asyncDispose]();
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Listening extends WireListener {
  readonly seen: { readonly write: WireWrite; readonly result: WireResult }[];
}

function listening(): Listening {
  const seen: Listening["seen"] = [];
  return {
    seen,
    keyOf: (names) => (names.includes(key.name) ? key : undefined),
    before: () => Promise.resolve({ treat: "pass" }),
    after: (write, result) => void seen.push({ write, result }),
    viewed: () => {},
  };
}

async function bytesOf(reply: Dispatcher.ResponseData): Promise<Buffer> {
  return Buffer.from(await reply.body.arrayBuffer());
}

describe("bytes through the proxy", () => {
  const body = protobufObject("ConfigMap", { name: "photo", resourceVersion: "41" });

  it.each([
    ["of an object that is watched for", `${collection}/photo`],
    ["of an object of another kind", "/api/v1/namespaces/default/pods/photo"],
  ])("%s are the same on both sides", async (_, path) => {
    await using at = await bench();
    const wire = listening();
    at.proxy.listen(wire);

    const reply = await at.ask(path, {
      method: "PUT",
      headers: { "content-type": protobuf },
      body,
    });

    expect(await bytesOf(reply)).toEqual(body);
    expect(at.arrived[0]?.body).toEqual(body);
    expect(at.arrived[0]?.headers["content-length"]).toBe(String(body.length));
    expect(reply.headers["warning"]).toEqual(["299 - first", "299 - second"]);
    const own = { write: { key, side: "main", version: "41" }, result: { version: "41" } };
    expect(wire.seen).toMatchObject(path.includes("configmaps") ? [own] : []);
  });

  it("keep their content coding, and are read through it", async () => {
    await using at = await bench();
    const wire = listening();
    at.proxy.listen(wire);
    const coded = gzipSync(body);
    const headers = {
      "content-type": protobuf,
      "content-encoding": "gzip",
      "accept-encoding": "gzip",
    };

    const reply = await at.ask(`${collection}/photo/status`, {
      method: "PUT",
      headers,
      body: coded,
    });

    expect(gunzipSync(await bytesOf(reply))).toEqual(body);
    expect(reply.headers["content-encoding"]).toBe("gzip");
    expect(at.arrived[0]?.body).toEqual(coded);
    expect(at.arrived[0]?.headers["accept-encoding"]).toBe("gzip");
    expect(wire.seen).toMatchObject([
      { write: { side: "status", version: "41" }, result: { result: "stored", version: "41" } },
    ]);
  });

  it("of a watch come one by one, as they are sent", async () => {
    await using at = await bench();
    const reply = await at.ask(`${collection}?watch=true`);
    const chunks = reply.body[Symbol.asyncIterator]();
    const frames = [body, Buffer.from([0, 0, 0, 2, 0xff, 0x00]), Buffer.from('{"type":"ADDED"}\n')];

    for (const frame of frames) {
      // Sends each frame only after the previous one has arrived, so that a proxy that buffers frames would hang.
      at.watches[0]?.write(frame);
      expect((await chunks.next()).value).toEqual(frame);
    }

    at.proxy.cutWatches("resumable");
    await expect(chunks.next()).rejects.toThrow();
  });

  it.each(["identity", "none"])(
    "of a watch with the content coding %s are read",
    async (coding) => {
      await using at = await bench();
      const versions: (string | undefined)[] = [];
      at.proxy.listen({ ...listening(), viewed: ({ version }) => void versions.push(version) });
      const reply = await at.ask(`${collection}?watch=true`, {
        headers: { accept: `*/*;coding=${coding}` },
      });
      const object = { metadata: { name: "photo", resourceVersion: "42" } };

      at.watches[0]?.end(`${JSON.stringify({ type: "ADDED", object })}\n`);
      await bytesOf(reply);

      expect(versions).toEqual(["42"]);
    },
  );

  it("of a watch wait while events are held, and arrive in their order", async () => {
    await using at = await bench();
    const reply = await at.ask(`${collection}?watch=true`);
    const left = await at.ask(`${collection}?watch=true`);
    const held = at.proxy.holdWatches();
    for (const watch of at.watches) watch.end(body);
    // When one client disconnects, the streams of the others stay open.
    left.body.once("error", () => {}).destroy();

    await (await at.ask(collection)).body.dump();
    expect(reply.body.readableLength).toBe(0);
    held[Symbol.dispose]();

    expect(await bytesOf(reply)).toEqual(body);
  });
});

function framed(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
}

describe("a watch that the proxy ends", () => {
  it("ends normally, and the connection serves the next request", async () => {
    await using at = await bench();
    const reply = await at.ask(`${collection}?watch=true`);
    at.watches[0]?.write(framed("first"));
    const chunks = reply.body[Symbol.asyncIterator]();
    expect((await chunks.next()).value).toEqual(framed("first"));

    const held = at.proxy.holdWatches();
    at.watches[0]?.write(framed("second"));
    at.proxy.endWatches();

    expect((await chunks.next()).done).toBe(true);
    held[Symbol.dispose]();
    await (await at.ask(collection)).body.dump();
  });

  it("ends only after the message that it has started", async () => {
    await using at = await bench();
    const reply = await at.ask(`${collection}?watch=true`);
    const message = framed("first");
    at.watches[0]?.write(message.subarray(0, 6));
    const chunks = reply.body[Symbol.asyncIterator]();
    expect((await chunks.next()).value).toEqual(message.subarray(0, 6));

    at.proxy.endWatches();
    at.watches[0]?.write(message.subarray(6));

    expect((await chunks.next()).value).toEqual(message.subarray(6));
    expect((await chunks.next()).done).toBe(true);
  });
});

describe("a watch that resumes after it has expired", () => {
  const body = Buffer.from('{"type":"ADDED"}\n');
  const resumed = `${collection}?watch=true&resourceVersion=41`;

  it("fails until its collection is listed again, whichever others are", async () => {
    await using at = await bench();
    at.proxy.cutWatches("expired")[Symbol.dispose]();

    for (const other of [undefined, "/api/v1/namespaces/default/secrets"]) {
      if (other !== undefined) await (await at.ask(other)).body.dump();
      const refused = await at.ask(resumed);
      expect(await refused.body.json()).toMatchObject({ type: "ERROR", object: { code: 410 } });
    }
    expect(at.watches).toHaveLength(0);
    await (await at.ask(`${collection}?resourceVersion=0`)).body.dump();
    const open = await at.ask(resumed);

    expect(at.watches).toHaveLength(1);
    at.watches[0]?.end(body);
    expect(await bytesOf(open)).toEqual(body);
  });

  it("goes on after any other outage", async () => {
    await using at = await bench();
    at.proxy.cutWatches("resumable")[Symbol.dispose]();
    const open = await at.ask(resumed);

    expect(at.watches).toHaveLength(1);
    at.watches[0]?.end(body);
    expect(await bytesOf(open)).toEqual(body);
  });
});

describe("the credential of a controller", () => {
  it("is put instead of the token of the run, whomever it claims to be", async () => {
    await using at = await bench();
    const headers = { Authorization: "Bearer of-the-run", "Impersonate-User": "admin" };
    await (await at.ask(collection, { headers })).body.dump();

    expect(at.arrived[0]?.headers.authorization).toBe("Bearer real");
    expect(at.arrived[0]?.headers["impersonate-user"]).toBe("them");
  });

  it("rejects callers without that token", async () => {
    await using at = await bench();
    for (const headers of [{ authorization: "Bearer another" }, {}]) {
      await (await at.ask(collection, { headers })).body.dump();
    }

    expect(at.arrived.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer another",
      undefined,
    ]);
    expect(at.arrived.map(({ headers }) => headers["impersonate-user"])).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("the port of the proxy", () => {
  it("speaks HTTP as well, many requests on one connection", async () => {
    await using at = await bench();
    const dispatcher = new Agent({ connections: 1 });

    for (let count = 1; count < 4; count += 1) {
      const reply = await send(new URL(collection, at.proxy.url), { dispatcher });
      await reply.body.dump();
      expect(at.arrived).toHaveLength(count);
    }
    await dispatcher.destroy();
  });

  it("is trusted by its own authority alone", async () => {
    await using at = await bench();
    const { hostname: host, port } = new URL(at.proxy.secureUrl);
    const stranger = await makeServerCertificate(new Date());
    const socket = connectTls({ host, port: Number(port), ca: stranger.authority });

    await expect(once(socket, "secureConnect")).rejects.toThrow(/certificate/u);
  });
});
