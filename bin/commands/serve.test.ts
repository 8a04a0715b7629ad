import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startReference } from "#reference";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called, TestWorld } from "../testing/test-world.ts";

const folder = folderForEachTest();

async function serveWhile(
  args: readonly string[],
  use: (url: string) => Promise<void>,
): Promise<Called> {
  const world = testWorld();
  const ended: Promise<Called>[] = [];
  const url = await new Promise<string>((resolve) => {
    const out: TestWorld["out"] = {
      ...world.out,
      write: (text) => {
        world.out.write(text);
        const [, found] = /^GraphQL +(\S+)$/mu.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      },
    };
    ended.push(call(["serve", ...args], { ...world, out }));
  });
  await use(url);
  world.signals.emit("SIGINT");
  const [called] = await Promise.all(ended);
  return called ?? { code: -1, out: "", err: "" };
}

describe("serve", () => {
  it("serves until it is stopped, and states everything that a user needs", async () => {
    const called = await serveWhile(["--port", "0"], async (url) => {
      const page = await fetch(url, { headers: { accept: "text/html" } });
      expect(page.headers.get("content-type")).toContain("text/html");
    });
    expect(called).toMatchObject({ code: 0, err: "" });
    expect(called.out.replaceAll(/127\.0\.0\.1:\d+/gu, "HOST")).toMatchInlineSnapshot(`
      "GraphQL    http://HOST/graphql
      WebSocket  ws://HOST/graphql
      Page       http://HOST/

      Tokens (send as Authorization: Bearer TOKEN):
        author-token      writes spec and author-owned metadata, reads and watches; must not write status
        controller-token  writes status, reads and watches; must not write spec
        reader-token      reads and watches; must not write
        tenant-token      has the permissions of a controller, in the default namespace only
        reporter-token    writes status; must not read, list or watch
        assignee-token    reads objects with one name and writes their status; must not do anything else
        throttled-token   reads; is rate limited
        stranger-token    a valid credential without any permission
        expired-token     a credential that has expired

      Check it with:  npx conformance --endpoint http://HOST/graphql
      Stop it with Ctrl+C.
      stopped
      "
    `);
  });

  it("states which rules are broken on purpose", async () => {
    const args = ["--port", "0", "--fault", "stale-reads", "check-then-act"];
    const called = await serveWhile(args, async () => {});
    expect(called.code).toBe(0);
    expect(called.out).toMatch(/Enabled faults:\n {2}stale-reads: .+\n {2}check-then-act: .+\n/u);
  });

  it("differs intentionally, and writes a dialect that states so", async () => {
    const dialect = join(folder.path, "dialect.yaml");
    const freedoms = ["no-dry-run", "deletions-name-the-object-alone", "versions-have-letters"];
    const args = ["--port", "0", "--write-dialect", dialect, "--freedom", ...freedoms];
    const called = await serveWhile(args, async (url) => {
      const only = [
        "--only",
        "watch/deletion-is-deleted*",
        "write/stores-submitted-status#Service*",
      ];
      const output = ["--output", join(folder.path, "results"), "--quiet"];
      const run = await call(["--endpoint", url, "--dialect", dialect, ...only, ...output]);
      expect(run).toMatchObject({ code: 0 });
    });
    expect(called).toMatchObject({ code: 0, err: "" });
    expect(called.out).toContain(`--dialect ${dialect}`);
    expect(called.out).toMatch(
      /Enabled freedoms \(still conformant\):\n {2}versions-have-letters: .+\n {2}deletions/u,
    );
  });

  it("states that a dialect is needed, and which freedoms do not exist", async () => {
    const called = await serveWhile(["--port", "0", "--freedom", "no-dry-run"], async () => {});
    expect(called.out).toContain("--write-dialect FILE");
    expect(await call(["serve", "--freedom", "no-dry-runs"])).toMatchObject({ code: 2 });
  });

  it("states that the port is in use", async () => {
    await using server = await startReference();
    const called = await call(["serve", "--port", new URL(server.url).port]);
    expect(called).toMatchObject({ code: 2, out: "" });
    expect(called.err).toContain("already in use (EADDRINUSE)");
    expect(called.err).toContain("--port");
  });

  it("states that the address is not its own", async () => {
    const called = await call(["serve", "--port", "0", "--host", "192.0.2.1"]);
    expect(called).toMatchObject({ code: 2, out: "" });
    expect(called.err).toContain("--host");
  });
});
