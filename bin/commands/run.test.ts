import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { limits } from "#contract";
import { startReference } from "#reference";
import { contractDigest } from "#verdicts";
import { connect } from "../reach/connect-endpoint.ts";
import { closedAddress, serveStrangely } from "../testing/strange-servers.ts";
import { call } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

const run = (...args: readonly string[]): Promise<Called> =>
  call(["--output", join(folder.path, "out"), "--no-color", ...args]);

const at = (name: string): string => readFileSync(join(folder.path, "out", name), "utf8");

const expectProblem = (called: Called, code: number, parts: readonly string[]): void => {
  expect(called.code, called.err).toBe(code);
  expect(called.out).toBe("");
  for (const part of parts) expect(called.err).toContain(part);
  expect(called.err).toMatch(/^error: .+\nhelp: {2}.+\n$/su);
  expect(called.err).not.toContain("    at ");
};

describe("an endpoint that cannot be checked", () => {
  it("is a host that rejects", async () => {
    const called = await run("--endpoint", await closedAddress());
    expectProblem(called, 3, ["ECONNREFUSED"]);
    expect(existsSync(join(folder.path, "out", "run.ndjson"))).toBe(false);
  });

  it("is a host that does not exist", async () => {
    const called = await run("--endpoint", "http://conformance.invalid/graphql");
    expectProblem(called, 3, ["conformance.invalid"]);
  });

  it("is one without TLS if TLS is requested", async () => {
    await using server = await serveStrangely((_, response) => response.end("plain"));
    expectProblem(await run("--endpoint", server.url.replace("http:", "https:")), 3, ["TLS"]);
  });

  it.each([
    {
      name: "a page",
      type: "text/html",
      body: "<!doctype html><title>Shop</title>",
      part: "not GraphQL",
    },
    { name: "other JSON", type: "application/json", body: '{"hello":"world"}', part: "GraphQL" },
    {
      name: "an endpoint that rejects introspection",
      type: "application/json",
      body: '{"errors":[{"message":"introspection is disabled"}]}',
      part: "introspection is disabled",
    },
  ])("is $name", async ({ type, body, part }) => {
    await using server = await serveStrangely((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": type }).end(body);
    });
    expectProblem(await run("--endpoint", server.url), 3, [part]);
  });

  it("is absent for controllers", async () => {
    const called = await run("--profile", "controller/v1");
    expectProblem(called, 2, ["controller/v1 is a profile for controllers", "conformance observe"]);
  });

  it("is one that does not answer in time", async () => {
    await using server = await serveStrangely((request) => request.resume());
    const called = await run("--endpoint", server.url, "--timeout", "0.1");
    expectProblem(called, 3, ["100 ms"]);
  });

  it("is one whose WebSocket is refused", async () => {
    await using server = await startReference();
    await using other = await serveStrangely((_, response) => response.end());
    const socket = other.url.replace("http:", "ws:");
    const called = await run("--endpoint", server.url, "--ws-endpoint", socket);
    expectProblem(called, 3, ["connection for watches", "--ws-endpoint"]);
  });

  it.each(["author", "controller", "reader"])(
    "has no use for a wrong token of %s",
    async (role) => {
      await using server = await startReference();
      const called = await run("--endpoint", server.url, "--identity", `${role}=wrong-token`);
      expectProblem(called, 2, [`credential of ${role}`, `--identity ${role}=`]);
      expect(called.err).not.toContain("wrong-token");
    },
  );
});

describe("a revision of a profile", () => {
  const args = ["--only", "isolation.spec-write-never-changes-status", "--seed", "1"];

  it("is in the header, the record and the report of a run that uses it", async () => {
    const { out, err } = await run("--profile", "graphql-status/v1@2026-11", ...args);

    expect(out, err).toContain("graphql-status/v1@2026-11 against");
    expect(JSON.parse(at("run.ndjson").split("\n")[0] ?? "")).toMatchObject({
      profile: "graphql-status/v1",
      revision: "2026-11",
      contract: contractDigest("graphql-status/v1", "2026-11"),
      command: expect.stringContaining("--profile graphql-status/v1@2026-11"),
    });
    expect(JSON.parse(at("report.json"))).toMatchObject({ revision: "2026-11" });
    const judged = await call(["judge", join(folder.path, "out"), "--no-color"]);
    expect(judged.out).toContain("graphql-status/v1@2026-11 against");
  });

  it("is the newest one by default, and a record without one is still judged", async () => {
    const { out } = await run(...args);
    expect(out).toContain("graphql-status/v1@2026-12 against");
    const path = join(folder.path, "out", "run.ndjson");
    writeFileSync(path, at("run.ndjson").replace('"revision":"2026-12",', ""));

    const judged = await call(["judge", path, "--no-color"]);

    expect(judged.out).toContain("graphql-status/v1 against");
    expect(judged.err).not.toContain("error:");
  });

  it("is rejected if there is none with its name", async () => {
    const called = await run("--profile", "graphql-status/v1@2026-01");
    expectProblem(called, 2, ["the revisions are 2026-11", "Did you mean 2026-11 or 2026-12?"]);
  });
});

describe("a selection", () => {
  it.each([
    {
      args: ["--only", "isolation.spec-write-never-changes-staus"],
      parts: ["Did you mean isolation.spec-write-never-changes-status"],
    },
    { args: ["--only", "watch"], parts: ["Select all of them with --only 'watch.*'."] },
    { args: ["--skip", "histories"], parts: ["Select all of them with --skip 'histories/*'."] },
    { args: ["--skip", "zz*"], parts: ["--skip zz* does not match any", "conformance list"] },
    { args: ["--only", ""], parts: ['--only "" does not match any'] },
    { args: ["--skip", "*"], parts: ["no checks selected"] },
  ])("of $args is rejected", async ({ args, parts }) => {
    await using server = await startReference();
    expectProblem(await run("--endpoint", server.url, ...args), 2, parts);
  });

  it.each([["--endpoint"], ["--protocol", "kubernetes", "--kind", "*", "--endpoint"]])(
    "with a pattern that nothing matches is rejected before a connection: %s",
    async (...args) => {
      const called = await run(...args, await closedAddress(), "--only", "wach.*");
      expectProblem(called, 2, ["--only wach.* does not match any"]);
    },
  );
});

describe("a feature by hand", () => {
  it("is rejected if the contract does not have it", async () => {
    expectProblem(await run("--feature", "dryrun"), 2, ["--feature", "Did you mean dry-run"]);
  });
});

it("has all features of the reference", async () => {
  await using server = await startReference();
  const { signal } = new AbortController();
  await using target = await connect({ endpoint: server.url, limits, signal });
  expect(target.description.undeclared).toBeUndefined();
});

describe("an output folder that cannot be written to", () => {
  it("is rejected before anything is sent, and the existing content is kept", async () => {
    let requests = 0;
    await using server = await serveStrangely((_, response) => {
      requests += 1;
      response.end();
    });
    const path = join(folder.path, "out");
    writeFileSync(path, "kept");
    expectProblem(await run("--endpoint", server.url), 2, ["cannot write to", "--output"]);
    expect(requests).toBe(0);
    expect(readFileSync(path, "utf8")).toBe("kept");
  });
});
