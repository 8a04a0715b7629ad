import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printDialect } from "#targets/dialect-file";
import { canonicalDialect } from "#targets/graphql";
import { startReference } from "#reference";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";

const folder = folderForAllTests();
const roles = ["author=author-token", "controller=controller-token", "stranger=stranger-token"];

function trying(url: string, ...args: readonly string[]): Promise<Called> {
  const path = join(folder.path, "dialect.yaml");
  writeFileSync(path, printDialect({ ...canonicalDialect, identities: {} }));
  const given = ["--endpoint", url, "--no-color", "--identity", ...roles];
  return call(["try", path, ...args, ...given]);
}

describe("try", () => {
  it("sends each operation, and prints document, variables, response and extracted values", async () => {
    await using server = await startReference();
    const { url } = server;
    const name = ["--name", "tried"];

    const created = await trying(url, "create", "Bucket", ...name);
    expect(created).toMatchObject({ code: 0, err: "" });
    for (const text of ["create Bucket, as author", "mutation(", "variables:", '"tried"']) {
      expect(created.out).toContain(text);
    }
    expect(created.out).toMatch(/response, HTTP 200:[^]*"data"[^]*decoded: accepted, version \d+/u);

    const status = await trying(url, "updateStatus", "bucket", ...name);
    expect(status.out).toMatch(
      /updateStatus Bucket, as controller[^]*decoded: accepted[^]*"status"/u,
    );
    for (const operation of ["update", "get", "list", "delete"]) {
      const done = await trying(url, operation, "Bucket", ...(operation === "list" ? [] : name));
      expect(done, done.out).toMatchObject({ code: 0, err: "" });
    }
    const gone = await trying(url, "get", "Bucket", ...name);
    expect(gone.code).toBe(1);
    expect(gone.out).toContain("notFound");
  });

  it("sends a given version", async () => {
    await using server = await startReference();
    const name = ["--name", "versioned"];
    await trying(server.url, "create", "Bucket", ...name);
    const stale = await trying(server.url, "updateStatus", "Bucket", ...name, "--version", "1");

    expect(stale.code).toBe(1);
    expect(stale.out).toContain("decoded: rejected as conflict");
  });

  it("states that a write to a missing object contains no version", async () => {
    await using server = await startReference();
    const lost = await trying(server.url, "updateStatus", "Bucket", "--name", "lost");

    expect(lost.code).toBe(1);
    expect(lost.out).toContain("A read as controller found no object lost (rejected as notFound");
    expect(lost.out).toContain("so the request contains no version, and no known uid.");
  });

  it("shows the events of a watch", async () => {
    await using server = await startReference();
    await trying(server.url, "create", "Bucket", "--name", "before");
    const watched = await trying(server.url, "watch", "Bucket", "--seconds", "1");
    expect(watched).toMatchObject({ code: 0, err: "" });
    expect(watched.out).toContain("subscription(");
  });

  it("prints no credential, and states which requests of a role are rejected", async () => {
    await using server = await startReference();
    const denied = await trying(server.url, "create", "Bucket", "--as", "stranger");
    expect(denied.code).toBe(1);
    expect(denied.out).toContain("forbidden");
    expect(denied.out).not.toContain("-token");
  });

  it.each([
    { args: ["sing", "Bucket"], problem: '"sing"' },
    { args: ["get", "Bukket"], problem: "has no kind Bukket" },
    { args: ["get", "Bucket"], problem: "requires the name of an object" },
    { args: ["get", "Bucket", "--as", "king"], problem: 'invalid value for --as: "king"' },
    {
      args: ["get", "Bucket", "--as", "expired"],
      problem: "no credential for expired",
    },
    { args: ["create", "Bucket", "--spec", "{"], problem: "invalid value for --spec: {" },
  ])("refuses $args", async ({ args, problem }) => {
    await using server = await startReference();
    const refused = await trying(server.url, ...args);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain(problem);
  });
});
