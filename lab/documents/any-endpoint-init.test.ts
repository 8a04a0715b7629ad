import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSemanticsName } from "#contract";
import { startReference } from "#reference";
import { printDialect } from "#targets/dialect-file";
import { canonicalDialect } from "#targets/graphql";
import { startLamps } from "../../suites/targets/graphql/testing/endpoints/lamps.ts";
import { startRoutes } from "../../suites/targets/graphql/testing/endpoints/routes.ts";
import { startVolumes } from "../../suites/targets/graphql/testing/endpoints/volumes.ts";
import { readDialectOption } from "../../bin/options/dialect-option.ts";
import { compareDialects } from "../../bin/testing/compare-dialects.ts";
import {
  environment,
  identities,
  init,
  routeSamples,
  servers,
  wordsFor,
} from "../../bin/testing/own-endpoints.ts";
import { dialectByHand } from "../../bin/testing/planted-defects.ts";
import { call, testWorld } from "../../bin/testing/test-world.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conformance-init-"));
  writeFileSync(join(folder, "routes.samples.yaml"), routeSamples);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe("init", () => {
  it.each([
    { name: "volumes", writes: { Volume: ["reportVolume"] } },
    {
      name: "routes",
      writes: {
        Route: ["updateRouteStatus", "setStatus"],
        Pool: ["updatePoolStatus", "setStatus"],
      },
    },
    { name: "lamps", writes: { Lamp: ["updateLampStatus"] } },
    { name: "jobs", writes: { Job: ["replaceJobStatus"] } },
    { name: "sensors", writes: { Sensor: ["reportSensor"] } },
    { name: "recipes", writes: { Recipe: ["reportRecipe"] } },
  ] as const)(
    "finds every kind and every status mutation of the $name, and tries them",
    async ({ name, writes }) => {
      const { start } = servers[name];

      await using server = await start();
      const path = join(folder, `${name}.yaml`);
      const called = await init(server, path, [
        ...identities("key"),
        ...wordsFor(name, server, folder),
      ]);

      expect(called).toMatchObject({ code: 0, err: "" });
      const { dialect } = readDialectOption(path);
      const found = dialect.kinds.map((kind) => [
        kind.name,
        kind.operations.updateStatus.map(({ id }) => id),
      ]);
      expect(Object.fromEntries(found)).toEqual(writes);
      for (const id of Object.values(writes).flat()) {
        expect(called.out).toMatch(
          new RegExp(`high +updateStatus ${id}: a read returned the status`, "u"),
        );
        expect(called.out).toMatch(new RegExp(`high +updateStatus ${id} mode:`, "u"));
      }
      expect(called.out).not.toContain("left behind");
      const byHand = printDialect(dialectByHand(name, server).dialect);
      const { same, edits, unmarked } = compareDialects(readFileSync(path, "utf8"), byHand);
      expect(unmarked).toEqual([]);
      expect(same / (same + edits.length), edits.join("\n")).toBeGreaterThanOrEqual(0.9);
      const again = [
        "init",
        "--endpoint",
        server.url,
        "--check",
        path,
        ...identities("key"),
        ...wordsFor(name, server, folder),
      ];
      expect(await call(again, testWorld(environment))).toMatchObject({ code: 0, err: "" });
    },
  );

  it("finds every kind and every status mutation of the reference", async () => {
    await using server = await startReference({});
    const path = join(folder, "reference.yaml");
    const called = await init(server, path, [
      ...identities("token"),
      "--namespace",
      "default",
      "other",
    ]);

    expect(called).toMatchObject({ code: 0, err: "" });
    const { dialect } = readDialectOption(path);
    const generic = [
      "updateResourceStatus",
      "replaceResourceStatus",
      "patchResourceStatus.merge",
      "patchResourceStatus.json",
      "patchResourceStatus.apply",
    ];
    const found = dialect.kinds.map((kind) => [
      kind.name,
      kind.operations.updateStatus.map(({ id }) => id),
    ]);
    expect(Object.fromEntries(found)).toEqual({
      Service: ["updateServiceStatus", ...generic],
      Deployment: ["updateDeploymentStatus", ...generic],
      Bucket: ["updateBucketStatus", ...generic],
      Namespace: ["updateNamespaceStatus", ...generic],
      ConfigMap: [],
    });
    const byHand = printDialect(canonicalDialect);
    const { same, edits, unmarked } = compareDialects(readFileSync(path, "utf8"), byHand);
    expect(unmarked).toEqual([]);
    expect(same / (same + edits.length), edits.join("\n")).toBeGreaterThanOrEqual(0.9);
  });

  it("shows the contract's and the observed behavior for each policy", async () => {
    await using server = await startLamps();
    const words = [...identities("key"), ...wordsFor("lamps", server, folder)];
    const { out } = await init(server, join(folder, "table.yaml"), words);
    const rows = out.split("\n").map((line) => line.trim().split(/ {2,}/u));
    expect(rows).toContainEqual(["semantics", "contract", "endpoint"]);
    const seen = rows.flatMap(([name = "", contract, endpoint, confidence]) =>
      isSemanticsName(name) ? [[name, contract, endpoint, confidence]] : [],
    );
    expect(seen).toEqual([
      ["crossWrite", "rejected", "rejected", "high"],
      ["precondition", "required", "required", "high"],
      ["omittedMembers", "unchanged", "unchanged", "high"],
      ["nullMembers", "cleared", "cleared", "high"],
      ["noOp", "keepsVersion", "keepsVersion", "high"],
      ["deletedEvent", "lastState", "lastState", "high"],
      ["staleAndInvalid", "conflict", "conflict", "high"],
      ["lists", "replaced", "replaced", "high"],
      ["versionScope", "target", "target", "high"],
      ["selectorExit", "deleted", "modified", "high"],
    ]);
  });

  it("writes no credential", async () => {
    await using server = await startVolumes();
    const called = await call([
      "init",
      "--endpoint",
      server.url,
      "--output",
      "-",
      "--no-probe",
      ...identities("key"),
    ]);
    expect(called.code).toBe(0);
    expect(called.out).toContain("env: CONFORMANCE_AUTHOR");
    expect(called.out + called.err).not.toMatch(/author-key/u);
  });

  it("lists undeclared behavior of a dialect, and exits with 1", async () => {
    await using server = await startRoutes();
    const path = join(folder, "old.yaml");
    const words = ["--namespace", "red", "--samples", join(folder, "routes.samples.yaml")];
    await init(server, path, [
      "--no-probe",
      "--without",
      "setStatus",
      ...words,
      ...identities("key"),
    ]);
    const called = await call([
      "init",
      "--endpoint",
      server.url,
      "--check",
      path,
      ...identities("key"),
    ]);
    expect(called.code).toBe(1);
    expect(called.out).toContain("kinds.Route.operations.updateStatus: the schema has setStatus");
  });

  it("gets the options that the guide shows", () => {
    const page = readFileSync(new URL("../../docs/any-endpoint.md", import.meta.url), "utf8");
    const missing = Object.values(servers).filter(({ words }) => {
      const args = words.replace("$folder/", "").replace("$push", "http://localhost:4000/push");
      return !page.includes(args);
    });
    expect(missing).toEqual([]);
  });

  it.each([
    { words: [], problem: "no endpoint given" },
    { words: ["--endpoint", "ftp://x"], problem: "--endpoint has the scheme" },
    {
      words: ["--endpoint", "http://127.0.0.1:1", "--literal", "Route"],
      problem: "invalid value for --literal",
    },
    {
      words: ["--endpoint", "http://127.0.0.1:1", "--header", "X-Key=secret"],
      problem: "no placeholder for the credential",
    },
    {
      words: ["--endpoint", "http://127.0.0.1:1", "--samples", "none.yaml"],
      problem: "none.yaml: cannot read it",
    },
  ])("rejects $words", async ({ words, problem }) => {
    const called = await call(["init", ...words]);
    expect(called).toMatchObject({ code: 2, out: "" });
    expect(called.err).toContain(problem);
  });
});
