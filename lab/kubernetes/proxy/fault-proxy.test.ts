import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as wholeText } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { FaultProxy } from "./fault-proxy.ts";
import { changingEvents, changingRequests } from "./proxy-fault.ts";
import type { ProxyBehaviour } from "./proxy-fault.ts";
import { withQuery } from "./api-request.ts";

const widgets = "/apis/conformance.example.com/v1/namespaces/usual/widgets";

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

async function proxied(
  answer: Answer,
  behaviour?: ProxyBehaviour,
): Promise<AsyncDisposable & { readonly endpoint: string }> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const endpoint = `http://127.0.0.1:${address.port}`;
  const own = behaviour === undefined ? {} : { behaviour };
  const proxy = await FaultProxy.start({ endpoint, administratorToken: "t", ...own });
  return {
    endpoint: proxy.endpoint,
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
    },
  };
}

const echo: Answer = (incoming, outgoing) => {
  outgoing.end(incoming.url);
};

describe("a proxy without a fault", () => {
  it("forwards method, path, parameters, headers and body, and returns the response", async () => {
    await using proxy = await proxied((incoming, outgoing) => {
      void wholeText(incoming).then((body) => {
        outgoing.setHeader("warning", ['299 - "one"', '299 - "two"']);
        outgoing.statusCode = 409;
        const { method, url, headers } = incoming;
        outgoing.end(JSON.stringify({ method, url, role: headers["impersonate-user"], body }));
      });
    });

    const reply = await fetch(`${proxy.endpoint}${widgets}/a%20b/status?dryRun=All`, {
      method: "PUT",
      headers: { "impersonate-user": "status-conformance:author" },
      body: '{"a":1,"a":2}',
    });

    expect(reply.status).toBe(409);
    expect(reply.headers.get("warning")).toBe('299 - "one", 299 - "two"');
    expect(await reply.json()).toEqual({
      method: "PUT",
      url: `${widgets}/a%20b/status?dryRun=All`,
      role: "status-conformance:author",
      body: '{"a":1,"a":2}',
    });
  });

  it("breaks the connection if the server does", async () => {
    await using proxy = await proxied((incoming) => incoming.socket.destroy());

    await expect(fetch(`${proxy.endpoint}${widgets}`)).rejects.toThrow("fetch failed");
  });
});

describe("a proxy with a fault", () => {
  const untried = changingRequests((request) => withQuery(request, { dryRun: undefined }));

  it("affects the suite's own kinds", async () => {
    await using proxy = await proxied(echo, untried());

    const reply = await fetch(`${proxy.endpoint}${widgets}/one?dryRun=All`);

    expect(await reply.text()).toBe(`${widgets}/one`);
  });

  it("does not affect other kinds", async () => {
    await using proxy = await proxied(echo, untried());

    const reply = await fetch(`${proxy.endpoint}/api/v1/namespaces/usual?dryRun=All`);

    expect(await reply.text()).toBe("/api/v1/namespaces/usual?dryRun=All");
  });

  it("changes the events of a stream, wherever packets are split", async () => {
    const [line, rest] = ['{"type":"ADDED","object":{"name":"ü', '"}}\nno event\n'];
    const bytes = Buffer.from(`${line}${rest}`);
    const twice = changingEvents(() => (event) => [event, { ...event, type: "MODIFIED" }]);
    await using proxy = await proxied((_incoming, outgoing) => {
      // The second packet starts inside a multi-byte character.
      outgoing.write(bytes.subarray(0, line.length), () =>
        outgoing.end(bytes.subarray(line.length)),
      );
    }, twice());

    const reply = await fetch(`${proxy.endpoint}${widgets}?watch=true`);

    expect(await reply.text()).toBe(
      '{"type":"ADDED","object":{"name":"ü"}}\n{"type":"MODIFIED","object":{"name":"ü"}}\nno event\n',
    );
  });

  it("closes the stream to the server when the watcher disconnects", async () => {
    const server = new EventEmitter();
    const left = once(server, "left");
    await using proxy = await proxied((_incoming, outgoing) => {
      outgoing.once("close", () => server.emit("left", "ended"));
      outgoing.write('{"type":"ADDED","object":{}}\n');
    });
    const watcher = new AbortController();
    const reply = await fetch(`${proxy.endpoint}${widgets}?watch=true`, { signal: watcher.signal });
    expect(reply.status).toBe(200);

    watcher.abort();

    expect(await left).toEqual(["ended"]);
  });
});
