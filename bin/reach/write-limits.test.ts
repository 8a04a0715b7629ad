import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startReference } from "#reference";
import { call } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

interface Line {
  readonly line: string;
  readonly case?: string;
  readonly command?: { readonly verb: string };
  readonly event?: string;
  readonly key?: { readonly name: string };
  readonly requirement?: string;
  readonly verdict?: string;
  readonly reason?: string;
  readonly leftBehind?: number;
}

const run = (...args: readonly string[]): Promise<Called> =>
  call(["--output", folder.path, "--no-color", ...args]);

const recorded = (): readonly Line[] =>
  readFileSync(join(folder.path, "run.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line): Line => JSON.parse(line));

const verdictOf = (lines: readonly Line[], requirement: string): string | undefined =>
  lines.find((line) => line.line === "verdict" && line.requirement === requirement)?.verdict;

const writesIn = (lines: readonly Line[]): readonly Line[] =>
  lines.filter(
    ({ line, command }) =>
      line === "exchange" && command !== undefined && !["read", "list"].includes(command.verb),
  );

interface CountingProxy extends AsyncDisposable {
  readonly url: string;
  readonly mutations: string[];
}

async function startCounting(to: string): Promise<CountingProxy> {
  const mutations: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      if (/"query":"\s*mutation/u.test(body)) mutations.push(body);
      const { authorization = "" } = request.headers;
      const reply = await fetch(to, {
        method: "POST",
        headers: { "content-type": "application/json", authorization },
        body,
      });
      response.writeHead(reply.status, { "content-type": "application/json" });
      response.end(await reply.text());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    mutations,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const namesOf = (mutations: readonly string[], verb: RegExp): readonly string[] =>
  mutations
    .filter((body) => verb.test(body))
    .map((body) => /"name":"([^"]+)"/u.exec(body.slice(body.indexOf('"variables"')))?.[1] ?? "");

describe("a run with a budget of writes", () => {
  it("sends no more of them, states which requirements stayed open, and removes its objects", async () => {
    await using server = await startReference();
    const patterns = ["--only", "concurrency/*"];
    const { code } = await run("--endpoint", server.url, "--write-budget", "20", ...patterns);
    const lines = recorded();
    const last = lines.findLastIndex(({ line }) => line === "case");
    const footer = lines.at(-1);

    expect(code).toBe(4);
    expect(writesIn(lines).length).toBeGreaterThan(10);
    expect(writesIn(lines).length).toBeLessThanOrEqual(20);
    expect(last).toBeGreaterThan(0);
    expect(footer).toMatchObject({ line: "footer", leftBehind: 0 });
    expect(JSON.stringify(lines)).toContain("the write budget of 20 writes is exhausted");
  });

  // The write that exceeds the budget always belongs to a check, which may be waiting for another response at that
  // moment.
  it("ends regularly, regardless of the budget", async () => {
    await using server = await startReference();
    const patterns = ["--only", "watch/*", "--skip", "watch/expired-cursor"];
    for (let budget = 1; budget <= 200; budget += 29) {
      const args = ["--write-budget", String(budget), ...patterns];
      await using proxy = await startCounting(server.url);
      const socket = ["--ws-endpoint", server.url.replace("http", "ws")];
      const called = await run("--endpoint", proxy.url, ...socket, ...args);
      const lines = recorded();
      const created = new Set(namesOf(proxy.mutations, /mutation[^{]*\{[^}]*\bcreate/u));
      const deleted = namesOf(proxy.mutations, /mutation[^{]*\{[^}]*\bdelete/u);
      expect(proxy.mutations.length, String(budget)).toBeLessThanOrEqual(budget);
      expect(deleted.filter((name) => !created.has(name))).toEqual([]);
      const unjudged = lines.filter(({ verdict }) => verdict === "fail" || verdict === "errored");

      expect(called.code, `${budget}: ${called.err}`).toBe(4);
      expect(lines.at(-1)).toMatchObject({ line: "footer", leftBehind: 0 });
      expect(unjudged, String(budget)).toEqual([]);
      expect(called.out).toContain("Undecided: ");
    }
  });

  it("changes nothing if the budget suffices", async () => {
    await using server = await startReference();
    const pattern = ["--only", "concurrency/*"];
    const { code } = await run("--endpoint", server.url, "--write-budget", "5000", ...pattern);

    expect(code).toBe(0);
  });
});

describe("a run that only reads", () => {
  it("writes nothing, decides visible requirements, and reports the rest as untestable", async () => {
    await using server = await startReference();
    const { code } = await run("--endpoint", server.url, "--read-only");
    const lines = recorded();

    expect(code).toBe(4);
    expect(writesIn(lines)).toEqual([]);
    expect(verdictOf(lines, "authorization.stranger-cannot-read")).toBe("pass");
    expect(verdictOf(lines, "authorization.anonymous-refused")).toBe("pass");
    expect(verdictOf(lines, "authorization.invalid-credential-refused")).toBe("pass");
    expect(verdictOf(lines, "write.stores-submitted-status")).toBe("untestable");
    expect(lines.some(({ verdict }) => verdict === "fail" || verdict === "errored")).toBe(false);
  });
});

const namesIn = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap(({ line, event, key }) =>
    line === "fixture" && event === "creating" && key?.name.includes(".") === false
      ? [key.name]
      : [],
  );

describe("the names of objects that a run creates", () => {
  const pattern = ["--only", "write/lists-are-replaced"];

  it("have nothing in common, and are others in another run with the same seed", async () => {
    await using server = await startReference();
    await run("--endpoint", server.url, "--seed", "3", ...pattern);
    const first = namesIn(recorded());
    await run("--endpoint", server.url, "--seed", "3", ...pattern);
    const second = namesIn(recorded());

    expect(first.length).toBeGreaterThan(10);
    expect(new Set([...first, ...second]).size).toBe(first.length + second.length);
    expect(new Set(first.map((name) => name.slice(0, 3))).size).toBeGreaterThan(5);
  });

  it("begin with the requested prefix", async () => {
    await using server = await startReference();
    await run("--endpoint", server.url, "--name-prefix", "ci-", ...pattern);
    const names = namesIn(recorded());

    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !name.startsWith("ci-"))).toEqual([]);
  });
});
