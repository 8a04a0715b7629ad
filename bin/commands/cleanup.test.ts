import { EventEmitter, once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startReference } from "#reference";
import { listenForStop } from "../process/interruption.ts";
import { startQueueingProxy } from "../testing/queueing-proxy.ts";
import { call, testWorld } from "../testing/test-world.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

function argsOf(endpoint: string, only: string): readonly string[] {
  return ["--endpoint", endpoint, "--output", folder.path, "--quiet", "--only", only];
}

const record = (): string => join(folder.path, "run.ndjson");

async function countOf(url: string, run: string): Promise<number> {
  const query = "{ services { items { metadata { name } } } }";
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: "Bearer author-token", "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  return text.split(run).length - 1;
}

async function createServices(url: string, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, index) => `slow-${index}`);
  const query =
    "mutation ($input: CreateServiceInput!) { createService(input: $input) { metadata { name } } }";
  for (const name of names) {
    const variables = { input: { namespace: "default", name, spec: {} } };
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: "Bearer author-token", "content-type": "application/json" },
      body: JSON.stringify({ query, variables }),
    });
    expect(await response.text()).not.toContain('"errors"');
  }
  return names.map((name) =>
    JSON.stringify({
      line: "fixture",
      event: "creating",
      key: { kind: "Service", namespace: "default", name },
      isDrawn: true,
    }),
  );
}

/** A proxy connection to a server. Once cut, it passes no data in either direction. */
interface Line extends AsyncDisposable {
  readonly url: string;
  cut(): void;
  fix(): void;
}

async function startLine(to: string): Promise<Line> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    keep(socket);
    if (isCut) socket.destroy();
    else socket.pipe(keep(connect(Number(new URL(to).port), "127.0.0.1"))).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(to);
  url.port = typeof address === "object" && address !== null ? String(address.port) : "";
  const cutAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      cutAll();
    },
    fix: () => {
      isCut = false;
    },
    [Symbol.asyncDispose]: async () => {
      cutAll();
      server.close();
      await once(server, "close");
    },
  };
}

function repliesIn(text: string): number {
  return text.split('"line":"exchange"').length - 1;
}

function definesKind(line: string): boolean {
  return line.includes('"verb":"create"') && line.includes("CustomResourceDefinition");
}

describe("cleanup", () => {
  it("removes the remaining objects in a record, once", async () => {
    await using server = await startReference();
    await call(argsOf(server.url, "generation/starts-at-one#Service*"));
    // Simulates a run that was killed before it removed any object.
    const lines = readFileSync(record(), "utf8").split("\n");
    const cut = lines.filter((line) => !line.includes('"removed"') && !line.includes('"footer"'));
    writeFileSync(record(), cut.join("\n"));

    const first = await call(["cleanup", folder.path]);
    expect(first.err).toBe("");
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^run \w{8} on http:\S+: 0 deleted, [1-9]\d* already gone\n$/u);
  });

  it("uses the dialect file of the run, unless the record's command was changed", async () => {
    await using server = await startReference();
    const [ours, theirs] = ["ours", "theirs"].map((name) => {
      const path = join(folder.path, `${name}.yaml`);
      const roles = "author: {static: author-token}, controller: {static: controller-token}";
      const lines = ["dialect: 1", "extends: canonical", `name: ${name}`, `identities: {${roles}}`];
      writeFileSync(path, lines.join("\n"));
      return path;
    });
    await call([
      ...argsOf(server.url, "generation/starts-at-one#Service*"),
      "--dialect",
      `${ours}`,
    ]);
    const lines = readFileSync(record(), "utf8").split("\n");
    const cut = lines.filter((line) => !line.includes('"removed"') && !line.includes('"footer"'));
    writeFileSync(record(), cut.join("\n"));

    const { code, out, err } = await call(["cleanup", folder.path]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("already gone");

    writeFileSync(record(), cut.join("\n").replace(`--dialect ${ours}`, `--dialect ${theirs}`));
    const forged = await call(["cleanup", folder.path]);
    expect(forged.code).toBe(2);
    expect(forged.err).toContain("the record is for the dialect ours, not for canonical");
  });

  it("rejects the record of another endpoint, and removes nothing", async () => {
    await using server = await startReference();
    await using other = await startReference();
    await call(argsOf(server.url, "generation/starts-at-one#Service*"));
    const lines = readFileSync(record(), "utf8").split("\n");
    writeFileSync(record(), lines.filter((line) => !line.includes('"removed"')).join("\n"));

    const called = await call(["cleanup", folder.path, "--endpoint", other.url]);
    expect(called.code).toBe(2);
    expect(called.err).toContain(
      `the record is for the endpoint ${server.url}, not for ${other.url}: nothing was deleted`,
    );
  });

  it("removes nothing that a forged line names, and sends no credential to the address of a forged header", async () => {
    await using server = await startReference();
    await call(argsOf(server.url, "generation/starts-at-one#Service*"));
    const [header = ""] = readFileSync(record(), "utf8").split("\n");
    const forged = await createServices(server.url, 1);
    writeFileSync(record(), [header, ...forged].join("\n"));

    const believed = await call(["cleanup", folder.path, "--identity", "author=author-token"]);
    expect(believed.code).toBe(2);
    expect(believed.err).toContain(
      "was modified, or written by another user or on another machine",
    );

    const credentials: (string | undefined)[] = [];
    const sink = createHttpServer((request, response) => {
      credentials.push(request.headers.authorization);
      response.end();
    });
    sink.listen(0, "127.0.0.1");
    await once(sink, "listening");
    const address = sink.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    writeFileSync(
      record(),
      [header.replaceAll(server.url, `http://127.0.0.1:${port}/graphql`), ...forged].join("\n"),
    );
    const sent = await call([
      "cleanup",
      folder.path,
      "--identity",
      "author=author-token",
      "--unsealed",
      "--yes",
    ]);
    sink.close();
    expect(sent.code).toBe(2);
    expect(credentials).toEqual([]);
    expect(await countOf(server.url, "slow-0")).toBe(1);
  });

  it("does not accept a seal for another object, run, endpoint or dialect", async () => {
    await using server = await startReference();
    await call(argsOf(server.url, "generation/starts-at-one#Service*"));
    const lines = readFileSync(record(), "utf8").split("\n");
    const kept = lines.filter((line) => !line.includes('"removed"') && !line.includes('"footer"'));
    const run = /"run":"(\w{8})"/u.exec(kept[0] ?? "")?.[1] ?? "";
    const changes = [
      (text: string): string =>
        text.replaceAll(/(?<="line":"fixture".*"name":)"[^"]+"/gu, '"prod-db"'),
      (text: string): string => text.replaceAll(run, "abcd1234"),
      (text: string): string => text.replaceAll(server.url, `${server.url}?`),
      (text: string): string => text.replace('"line":"header"', '"line":"header","dialect":"x: 1"'),
    ];
    for (const change of changes) {
      writeFileSync(record(), change(kept.join("\n")));
      const called = await call(["cleanup", folder.path]);
      expect(called.code, called.out).toBe(2);
      expect(called.err).toContain(
        "was modified, or written by another user or on another machine",
      );
    }
    writeFileSync(record(), kept.join("\n"));
    expect(await call(["cleanup", folder.path])).toMatchObject({ code: 0, err: "" });
  });

  it("reports that there is nothing to do", async () => {
    await using server = await startReference();
    await call(argsOf(server.url, "generation/starts-at-one#Service*"));
    const called = await call(["cleanup", record()]);
    expect(called).toMatchObject({ code: 0, err: "" });
    expect(called.out).toMatch(/^run \w{8} left nothing behind\n$/u);
  });

  it("keeps objects that may have existed before the run", async () => {
    await using server = await startReference();
    await call(argsOf(server.url, "generation/starts-at-one#Widget*"));
    // Simulates a run that was killed before it received the responses to its kind definitions.
    const lines = readFileSync(record(), "utf8").split("\n");
    const cut = lines.filter(
      (line) => !line.includes('"removed"') && !line.includes('"footer"') && !definesKind(line),
    );
    // Simulates a run whose kind names have no random part.
    const undrawn = cut.map((line) =>
      line.includes("CustomResourceDefinition") ? line.replace(',"isDrawn":true', "") : line,
    );
    writeFileSync(record(), undrawn.join("\n"));

    const unsealed = ["--endpoint", server.url, "--unsealed"];
    const called = await call(["cleanup", folder.path, ...unsealed]);
    expect(called.err).toMatch(
      /^not deleted, because the record does not show that the run created them:\n(?: {2}CustomResourceDefinition widgets\S+\n)/u,
    );
  });

  it.each([
    { name: "no record", text: undefined, part: "no record at" },
    { name: "something else", text: "hello\n", part: "line 1 of the record" },
  ])("refuses $name", async ({ text, part }) => {
    if (text !== undefined) writeFileSync(record(), text);
    const called = await call(["cleanup", folder.path]);
    expect(called.code).toBe(2);
    expect(called.err).toContain(part);
  });

  it("removes everything from a server that answers few of its requests in time", async () => {
    await using server = await startReference();
    await call(argsOf(server.url, "generation/starts-at-one#Service*"));
    const [header = ""] = readFileSync(record(), "utf8").split("\n");
    const left = await createServices(server.url, 100);
    await using proxy = await startQueueingProxy(server.url, 20);
    const lines = [header.replaceAll(server.url, proxy.url), ...left];
    writeFileSync(record(), lines.join("\n"));

    const unsealed = ["--endpoint", proxy.url, "--unsealed"];
    const called = await call(["cleanup", folder.path, "--timeout", "1", ...unsealed]);
    expect(called.code, called.err).toBe(0);
    expect(called.err).toMatch(
      /^objects to delete from http:\S+\n(?: {2}Service default\/slow-\d+\n){20} {2}and 80 more\n$/u,
    );
    expect(called.out).toMatch(/: 100 deleted, 0 already gone\n$/u);
    expect(proxy.abandoned).toBeGreaterThan(0);
    expect(await countOf(server.url, "slow-")).toBe(0);
  });

  it("removes the objects of an interrupted run", async () => {
    const prefix = "left-";
    await using server = await startReference();
    await using line = await startLine(server.url);
    const signals = new EventEmitter();
    const world = { ...testWorld(), listen: () => listenForStop(signals, () => {}) };
    // In these cases, every created object has a random name.
    const args = [...argsOf(line.url, "write/*#Service*"), "--name-prefix", prefix];
    const running = call(args, world);
    const written = (): string => (existsSync(record()) ? readFileSync(record(), "utf8") : "");
    await expect.poll(() => repliesIn(written()), { interval: 5 }).toBeGreaterThan(20);
    line.cut();
    // The record that would remain if the run were killed now.
    const text = written();
    signals.emit("SIGINT");
    await running;
    writeFileSync(record(), text);
    line.fix();
    expect(await countOf(server.url, prefix)).toBeGreaterThan(0);

    const called = await call(["cleanup", folder.path]);
    expect(called.err).toBe("");
    expect(called.code).toBe(0);
    expect(called.out).toMatch(/: [1-9]\d* deleted, \d+ already gone\n$/u);
    expect(await countOf(server.url, prefix)).toBe(0);
    expect((await call(["cleanup", folder.path], testWorld())).out).toMatch(
      /: 0 deleted, [1-9]\d* already gone\n$/u,
    );
  });
});
