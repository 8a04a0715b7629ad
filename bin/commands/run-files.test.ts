import { EventEmitter } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { faults, startReference } from "#reference";
import { pickFaults } from "../self-test/picked-variants.ts";
import { listenForStop } from "../process/interruption.ts";
import { serveStrangely } from "../testing/strange-servers.ts";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called, TestWorld } from "../testing/test-world.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

const run = (...args: readonly string[]): Promise<Called> =>
  call(["--output", join(folder.path, "out"), "--no-color", ...args]);

describe("a run", () => {
  it("starts the reference without an endpoint, states so, and keeps record and report", async () => {
    const called = await run("--only", "write/*", "--seed", "5", "--identity", "expired=none");
    expect(called.code, called.err).toBe(0);
    expect(called.err).toMatch(
      /^No --endpoint given: checking the built-in reference server at http:\/\/127\.0\.0\.1:\d+\/graphql\n/u,
    );
    expect(called.out).toContain("Conformant to graphql-status/v1 in the checked part");

    const record = readFileSync(join(folder.path, "out", "run.ndjson"), "utf8")
      .trimEnd()
      .split("\n");
    expect(JSON.parse(record[0] ?? "")).toMatchObject({
      line: "header",
      seed: 5,
      only: ["write/*"],
      startedAt: "2026-01-01T00:00:00.000Z",
      command: "npx conformance --identity expired=none --only 'write/*' --seed 5",
    });
    expect(JSON.parse(record.at(-1) ?? "")).toMatchObject({ line: "footer", interrupted: false });
    expect(JSON.parse(readFileSync(join(folder.path, "out", "report.json"), "utf8"))).toMatchObject(
      {
        seed: 5,
        complete: true,
      },
    );
  });

  it("reads the schema for source locations before the first request", async () => {
    const path = join(folder.path, "missing.graphql");
    const { code, err } = await run("--only", "write/*", "--schema-file", path);
    expect(code).toBe(2);
    expect(err).not.toContain("running");
    expect(err).toContain(
      `error: cannot read the schema ${path}: no such file or directory (ENOENT)`,
    );
  });

  it("reads the credential of --identity before the first request", async () => {
    const { code, err } = await run(
      "--endpoint",
      "http://127.0.0.1:1",
      "--identity",
      "author=file:no",
    );
    expect(code).toBe(2);
    expect(err).toBe(
      "error: --identity author=file:no cannot be read: no such file or directory (ENOENT)\n" +
        "help:  Specify a readable file with the credential of the identity author.\n",
    );
  });

  it("prints only the result if it is quiet, and replaces the previous line", async () => {
    mkdirSync(join(folder.path, "out"));
    writeFileSync(join(folder.path, "out", "run.ndjson"), "of another run\n");
    writeFileSync(join(folder.path, "out", "report.json"), "of another run\n");
    const called = await run("--only", "write/*", "--quiet", "--format", "terminal");
    expect(called).toMatchObject({ code: 0, err: "" });
    expect(called.out.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
    expect(readFileSync(join(folder.path, "out", "run.ndjson"), "utf8")).not.toContain(
      "of another run",
    );
    expect(existsSync(join(folder.path, "out", "report.json"))).toBe(false);
  });

  it("renders a page with all its details, and the same page later from its record", async () => {
    const page = join(folder.path, "page.html");
    const only = ["--only", "watch/complete-and-in-order", "--quiet"];
    await run(...only, "--format", `html=${page}`);
    expect(readFileSync(page, "utf8")).toContain('aria-labelledby="convergence"');

    await run(...only, "--format", "json");
    const later = join(folder.path, "later.html");
    await call(["report", join(folder.path, "out"), "--format", `html=${later}`]);
    expect(readFileSync(later, "utf8")).toContain('aria-labelledby="convergence"');
  });

  it("makes the folders of the files that are named", async () => {
    const page = join(folder.path, "out", "pages", "x.html");
    const only = ["--only", "write/lists-are-replaced", "--quiet"];
    const called = await run(...only, "--format", `html=${page}`);
    expect(called).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(page, "utf8")).toContain("<html");
  });

  it("names the written files if nothing is printed", async () => {
    const only = ["--only", "write/lists-are-replaced", "--format"];
    const report = join(folder.path, "out", "report.json");
    const silent = await run(...only, "json");
    expect(silent.out).toBe("");
    expect(silent.err.trimEnd().split("\n").at(-1)).toBe(`wrote ${report}`);
    expect((await run(...only, "json,terminal")).err).not.toContain("wrote");
  });

  it("skips features that the command line declares unsupported, and reports them", async () => {
    const called = await run(
      "--only",
      "write/*",
      "write.dry*",
      "--skip",
      "histories/*",
      "properties/*",
      "--no-feature",
      "dry-run",
    );
    expect(called.code, called.err).toBe(0);
    expect(called.out).toMatch(/^ {2}set on the command line +withdrawn dry-run$/mu);
    expect(called.out).not.toContain("not declared");
    expect(JSON.parse(readFileSync(join(folder.path, "out", "report.json"), "utf8"))).toMatchObject(
      {
        target: { byHand: { declared: [], withdrawn: ["dry-run"] } },
        command: expect.stringContaining("--no-feature dry-run"),
        sums: { "not-applicable": expect.any(Number) },
      },
    );
  });

  it("exits with 1 and names the broken requirements", async () => {
    await using server = await startReference({
      faults: pickFaults(["stale-version-accepted"], faults),
    });
    const broken = "concurrency.stale-status-write-conflicts";
    const called = await run(
      "--endpoint",
      server.url,
      "--only",
      "concurrency.stale-*",
      "--skip",
      "histories/*",
      "properties/*",
    );
    expect(called.code, called.err).toBe(1);
    expect(called.out).toContain(broken);
    expect(called.out).toMatch(/possible: .* \(fault\s+[a-z-]+\)/su);
    expect(called.out).toMatch(/reproduce: npx conformance reproduce 1 \S+run\.ndjson/u);
  });

  it("keeps no credential anywhere", async () => {
    await using server = await startReference();
    const url = new URL(server.url);
    url.username = "user";
    url.password = "url-secret";
    const world = testWorld({ TOKEN: "reader-token" });
    const args = ["--output", join(folder.path, "out"), "--endpoint", url.href];
    const named = ["--identity", "author=author-token", "--identity", "reader=env:TOKEN"];
    const called = await call([...args, ...named, "--only", "authorization/*"], world);
    expect(called.code, called.err).toBe(0);
    const files = ["run.ndjson", "report.json"].map((name) =>
      readFileSync(join(folder.path, "out", name), "utf8"),
    );
    for (const text of [called.out, called.err, ...files]) {
      expect(text).not.toMatch(/url-secret|(author|controller|reader|stranger|expired)-token/u);
    }
    expect(files[0]).toContain(
      "--identity author=env:AUTHOR_CREDENTIAL --identity reader=env:TOKEN",
    );
  });

  it("removes what it created and keeps a footer when it is interrupted", async () => {
    await using server = await startReference({ replyDelayMs: 20 });
    const world = testWorld();
    const signals = new EventEmitter();
    let lines = 0;
    const stopping: TestWorld = {
      ...world,
      listen: () => listenForStop(signals, () => {}),
      monotonicMs: () => {
        lines += 1;
        // Each exchange reads the clock twice, so the signal arrives in the middle of the run.
        if (lines === 400) signals.emit("SIGINT");
        return performance.now();
      },
    };
    const called = await call(
      ["--output", join(folder.path, "out"), "--endpoint", server.url],
      stopping,
    );
    expect(called.code, called.err).toBe(130);
    expect(called.out).toContain("Interrupted after");

    const record = readFileSync(join(folder.path, "out", "run.ndjson"), "utf8")
      .trimEnd()
      .split("\n");
    expect(JSON.parse(record.at(-1) ?? "")).toMatchObject({
      line: "footer",
      interrupted: true,
      leftBehind: 0,
    });
    expect(await objectsOf(server.url)).toEqual([]);
  });

  it("ends immediately if it is interrupted at the first contact", async () => {
    const signals = new EventEmitter();
    await using server = await serveStrangely((request) => {
      request.resume();
      signals.emit("SIGINT");
    });
    const world = { ...testWorld(), listen: () => listenForStop(signals, () => {}) };
    const called = await call(
      ["--output", join(folder.path, "out"), "--endpoint", server.url],
      world,
    );
    expect(called).toEqual({
      code: 130,
      out: "",
      err: "interrupted before the first check\n",
    });
  });
});

async function objectsOf(url: string): Promise<unknown> {
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer reader-token" },
    body: JSON.stringify({ query: "{ services { items { metadata { name } } } }" }),
  });
  const body: unknown = await reply.json();
  const data = isJsonObject(body) && isJsonObject(body["data"]) ? body["data"] : {};
  return isJsonObject(data["services"]) ? data["services"]["items"] : body;
}
