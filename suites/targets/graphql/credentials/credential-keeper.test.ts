import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import type { Command, Outcome, WatchCommand } from "#contract";
import { connectGraphqlTarget } from "../driver/connect.ts";
import type { Credential } from "../dialect/credential-source.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { Log } from "../testing/sockets.ts";
import { serveTokens, withSource } from "../testing/token-trial.ts";
import { widgetDialect } from "../testing/widget-dialect.ts";

const never = new AbortController().signal;

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keeper-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const read: Command = {
  verb: "read",
  identity: "author",
  key: { kind: "Widget", namespace: "default", name: "a" },
};

const watch: WatchCommand = { verb: "watch", identity: "author", kind: "Widget" };

/** A command that prints a different token each time, starting with `token-1`, and counts its calls. */
const counting: Credential = {
  kind: "command",
  command: [
    "node",
    "-e",
    "const f=require('fs');const n=f.readdirSync('calls').length+1;f.writeFileSync('calls/'+n,'');console.log('token-'+n)",
  ],
};

const resultOf = ({ outcome }: { readonly outcome: Outcome }): string =>
  outcome.result === "refused" ? outcome.refusal.reason : outcome.result;

describe("a credential that expires during a run", () => {
  it("is fetched again, once for all rejected requests, which are then resent", async () => {
    mkdirSync(join(folder, "calls"));
    let valid = "token-1";
    await withSource(
      { source: counting, folder, takes: (token) => token === valid },
      async (target) => {
        expect(resultOf(await target.execute(read, never))).toBe("object");
        valid = "token-2";
        const both = await Promise.all([target.execute(read, never), target.execute(read, never)]);
        expect(both.map(resultOf)).toEqual(["object", "object"]);
      },
    );
    expect(readdirSync(join(folder, "calls"))).toHaveLength(2);
  });

  it("is not fetched again if it was never accepted: then it is wrong, and the refusal remains", async () => {
    writeFileSync(join(folder, "key"), "wrong");
    await withSource(
      { source: { kind: "file", path: "key" }, folder, takes: () => false },
      async (target, _endpoint, tokens) => {
        expect(resultOf(await target.execute(read, never))).toBe("unauthenticated");
        expect(tokens).toEqual(["wrong"]);
      },
    );
  });

  it("is the cause, not the target, if it cannot be replaced", async () => {
    writeFileSync(join(folder, "key"), "first");
    let isValid = true;
    await withSource(
      { source: { kind: "file", path: "key" }, folder, takes: () => isValid },
      async (target) => {
        expect(resultOf(await target.execute(read, never))).toBe("object");
        isValid = false;
        rmSync(join(folder, "key"));
        expect((await target.execute(read, never)).outcome).toEqual({
          result: "unknown",
          cause: "connection",
          detail:
            "the credential of author has expired and could not be renewed: the file key cannot be read",
        });
      },
    );
  });

  it("is rejected again when repeated", async () => {
    writeFileSync(join(folder, "key"), "same");
    let isValid = true;
    await withSource(
      { source: { kind: "file", path: "key" }, folder, takes: () => isValid },
      async (target) => {
        await target.execute(read, never);
        isValid = false;
        expect(resultOf(await target.execute(read, never))).toBe("unauthenticated");
      },
    );
  });

  it("is replaced before it expires if it contains its expiry", async () => {
    const clock = { nowMs: 1_000_000 };
    const source = {
      kind: "jwt",
      algorithm: "HS256",
      keyVariable: "KEY",
      lifetimeSeconds: 100,
      claims: {},
    } as const;
    await withSource(
      { source, folder, takes: () => true, clock },
      async (target, _endpoint, tokens) => {
        await target.execute(read, never);
        clock.nowMs += 89_000;
        await target.execute(read, never);
        clock.nowMs += 2_000;
        await target.execute(read, never);
        // The first request has no token: its response shows the endpoint's time.
        const issued = tokens.slice(1);
        expect(new Set(issued.slice(0, 2)).size).toBe(1);
        expect(new Set(issued).size).toBe(2);
      },
    );
  });

  it("is the cause if it cannot be renewed, and states when it expired", async () => {
    const clock = { nowMs: 1_000_000 };
    const token = await new SignJWT({ exp: 1_100 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("a-key-for-tokens"));
    await withSource(
      {
        source: { kind: "static", credential: token },
        folder,
        takes: () => clock.nowMs < 1_100_000,
        clock,
      },
      async (target) => {
        expect(resultOf(await target.execute(read, never))).toBe("object");
        clock.nowMs = 1_200_000;
        expect((await target.execute(read, never)).outcome).toMatchObject({
          result: "unknown",
          detail: expect.stringContaining("expired at 1970-01-01T00:18:20.000Z and cannot be"),
        });
      },
    );
  });

  it("opens a watch again that was rejected before its first event, over a connection of its own", async () => {
    writeFileSync(join(folder, "key"), "first");
    const presented: unknown[] = [];
    await withSource(
      { source: { kind: "file", path: "key" }, folder, takes: () => true },
      async (target, { server }) => {
        serveTokens(new WebSocketServer({ server }), presented);
        await target.execute(read, never);
        writeFileSync(join(folder, "key"), "second");
        const log = new Log();
        await using _ = await target.watch(watch, log, never);
        expect(await log.end()).toEqual({ end: "completed" });
        expect(log.ends).toHaveLength(1);
        expect(presented).toEqual(["Token first", "Token second"]);
      },
    );
  });

  it("is left as it is for the role that is there to present one", async () => {
    writeFileSync(join(folder, "key"), "old");
    const dialect: Dialect = {
      ...widgetDialect,
      identities: { expired: { kind: "file", path: "key" } },
    };
    await using endpoint = await startEndpoint({
      answer: (_request, response) => response.writeHead(401).end("no"),
    });
    const driverEnvironment = { environment: {}, folder, nowMs: () => 1 };
    await using target = await connectGraphqlTarget(
      optionsFor(endpoint.url, { dialect, driverEnvironment }),
    );
    const count = endpoint.headers.length;
    expect(resultOf(await target.execute({ ...read, identity: "expired" }, never))).toBe(
      "unauthenticated",
    );
    expect(endpoint.headers).toHaveLength(count + 1);
    expect(readFileSync(join(folder, "key"), "utf8")).toBe("old");
  });

  it("makes its role unavailable if there is none initially", async () => {
    await using endpoint = await startEndpoint();
    const dialect: Dialect = {
      ...widgetDialect,
      identities: { ...widgetDialect.identities, reader: { kind: "file", path: "gone" } },
    };
    const driverEnvironment = { environment: {}, folder, nowMs: () => 1 };
    await using target = await connectGraphqlTarget(
      optionsFor(endpoint.url, { dialect, driverEnvironment }),
    );
    expect(target.description.identities).not.toContain("reader");
    expect(target.description.unavailable).toEqual({ reader: "the file gone cannot be read" });
  });
});
