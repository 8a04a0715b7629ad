import { once } from "node:events";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Hook } from "../dialect/fixture-hooks.ts";
import { callHook } from "./hook-call.ts";
import type { HookResult } from "./hook-call.ts";
import { newAuthority } from "../testing/certificate-authority.ts";
import { startHttp } from "../testing/test-endpoint.ts";

const never = new AbortController().signal;
const input = { verb: "create", kind: "Widget", namespace: "default", name: "a", spec: { n: 1 } };

function called(hook: Hook, limitMs = 10_000, signal = never): Promise<HookResult> {
  const driverEnvironment = {
    environment: { PATH: process.env["PATH"] },
    folder: ".",
    nowMs: () => 0,
  };
  return callHook({ hook, input, driverEnvironment, limitMs }, signal);
}

const script = (source: string): Hook => ({ kind: "command", command: ["node", "-e", source] });

const failed = (detail: string, cause = "connection"): object => ({
  kind: "failed",
  cause,
  detail: expect.stringContaining(detail),
});

describe("a hook that is a command", () => {
  it("gets one object of JSON, and is done", async () => {
    const source = `
      const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
      const message = JSON.stringify(asked);
      console.log(JSON.stringify({ refused: { reason: "invalid", message } }));`;
    expect(await called(script(source))).toEqual({
      kind: "refused",
      reason: "invalid",
      message: JSON.stringify(input),
    });
  });

  it.each<{ name: string; source: string; result: object; limitMs?: number }>([
    { name: "says nothing", source: "", result: { kind: "done" } },
    { name: "says an object", source: "console.log('{}')", result: { kind: "done" } },
    {
      name: "does not read its input",
      source: "process.stdin.destroy()",
      result: { kind: "done" },
    },
    {
      name: "does not do this",
      source: "process.exit(127)",
      result: { kind: "unsupported" },
    },
    {
      name: "fails",
      source: "console.error('a trace'); console.error('disk full'); process.exit(1)",
      result: failed("failed with code 1: disk full"),
    },
    {
      name: "is killed",
      source: "process.kill(process.pid, 'SIGTERM')",
      result: failed("was terminated by SIGTERM"),
    },
    {
      name: "prints garbage",
      source: "console.log('created widget a')",
      result: failed('must return one JSON object or nothing, but returned "created widget a"'),
    },
    {
      name: "prints a list",
      source: "console.log('[]')",
      result: failed("must return one JSON object"),
    },
    {
      name: "rejects without a reason",
      source: "console.log('{\"refused\": true}')",
      result: failed("returned a rejection without a reason"),
    },
    {
      name: "prints 100 MB",
      source: "process.stdout.write('a'.repeat(100 * 1024 * 1024))",
      result: failed("printed more than 1048576 bytes"),
    },
    {
      name: "hangs",
      source: "setInterval(() => {}, 1000)",
      result: failed("did not finish within 300 ms", "timeout"),
      limitMs: 300,
    },
  ])("$name", async ({ source, result, limitMs }) => {
    expect(await called(script(source), limitMs)).toEqual(result);
  });

  it("is ended when its caller aborts", async () => {
    const controller = new AbortController();
    const result = called(script("setInterval(() => {}, 1000)"), 10_000, controller.signal);
    controller.abort();
    expect(await result).toEqual(failed("was aborted", "aborted"));
  });

  it("has to be there", async () => {
    const hook = { kind: "command", command: ["./no-such-hook"] } as const;
    expect(await called(hook)).toEqual(
      failed("the hook ./no-such-hook cannot be started: no such program or folder"),
    );
  });
});

describe("a hook that is an address", () => {
  it.each<{ name: string; status: number; body: string; result: object }>([
    { name: "is done", status: 204, body: "", result: { kind: "done" } },
    { name: "does not do this", status: 501, body: "no", result: { kind: "unsupported" } },
    {
      name: "fails",
      status: 500,
      body: "disk full",
      result: failed("returned HTTP 500: disk full"),
    },
    {
      name: "refuses",
      status: 200,
      body: '{"refused": {"reason": "alreadyExists", "message": "taken"}}',
      result: { kind: "refused", reason: "alreadyExists", message: "taken" },
    },
    {
      name: "answers with a page",
      status: 200,
      body: "<p>",
      result: failed('must return one JSON object or nothing, but returned "<p>"'),
    },
    {
      name: "answers with 2 MB",
      status: 200,
      body: "a".repeat(2 * 1024 * 1024),
      result: failed("returned more than 1048576 bytes"),
    },
  ])("$name", async ({ status, body, result }) => {
    const asked: string[] = [];
    await using server = await startHttp((request, response) => {
      void text(request).then((received) => {
        asked.push(`${request.method} ${received}`);
        response.writeHead(status).end(status === 204 ? undefined : body);
      });
    });
    expect(await called({ kind: "http", url: server.url, method: "put" })).toEqual(result);
    expect(asked).toEqual([`PUT ${JSON.stringify(input)}`]);
  });

  it("that hangs is aborted, without revealing its secrets", async () => {
    await using server = await startHttp(() => {});
    const url = `${server.url}?token=secret`;
    expect(await called({ kind: "http", url, method: "POST" }, 200)).toEqual({
      kind: "failed",
      cause: "timeout",
      detail: `the hook ${server.url}: did not finish within 200 ms`,
    });
  });
});

describe("a hook over TLS", () => {
  const authority = newAuthority();

  it("is trusted as the endpoint is, and is shown who the client is", async () => {
    const { certificate: cert, key } = authority.issue("server");
    const asking = { requestCert: true, ca: authority.certificate, rejectUnauthorized: true };
    const server = createServer({ cert, key, ...asking }, (_, response) => response.end("{}"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const hook = { kind: "http", url: `https://127.0.0.1:${port}/`, method: "POST" } as const;
      const driverEnvironment = { environment: {}, folder: ".", nowMs: () => 0 };
      const call = { hook, input, driverEnvironment, limitMs: 10_000 };
      const authorities = authority.certificate;
      const tls = { authorities, client: authority.issue("client") };

      expect(await callHook(call, never)).toMatchObject({ kind: "failed", cause: "connection" });
      const unknown = await callHook({ ...call, tls: { authorities } }, never);
      expect(unknown).toMatchObject({ kind: "failed", cause: "connection" });
      expect(await callHook({ ...call, tls }, never)).toEqual({ kind: "done" });
    } finally {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    }
  });
});
