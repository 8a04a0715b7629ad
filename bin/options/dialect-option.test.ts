import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startVolumes } from "../../suites/targets/graphql/testing/endpoints/volumes.ts";
import { readDialectOption } from "./dialect-option.ts";
import { call } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const volumes = readFileSync(
  fileURLToPath(
    new URL("../../suites/targets/graphql/testing/endpoints/volumes.dialect.yaml", import.meta.url),
  ),
  "utf8",
);

const folder = folderForEachTest();

function put(name: string, text: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
}

const run = (...args: readonly string[]): Promise<Called> =>
  call(["--output", join(folder.path, "out"), "--no-color", ...args]);

describe("--dialect", () => {
  it("runs an endpoint as its file describes it, and is named by the command that repeats it", async () => {
    await using server = await startVolumes();
    const path = put("volumes.yaml", volumes);
    const called = await run(
      "--endpoint",
      server.url,
      "--dialect",
      path,
      "--format",
      "json",
      "--only",
      "errors.missing-object-not-found",
    );

    expect(called.code, called.err).toBe(0);
    const [header = ""] = readFileSync(join(folder.path, "out", "run.ndjson"), "utf8").split(
      "\n",
      1,
    );
    expect(JSON.parse(header)).toMatchObject({
      target: { dialect: "volumes", kinds: [{ name: "Volume", statusWrites: ["reportVolume"] }] },
      command: expect.stringContaining(`--dialect ${path}`),
    });
  });

  it("is a usage error if the file does not match the endpoint, and names its lines", async () => {
    await using server = await startVolumes();
    const path = put(
      "volumes.yaml",
      volumes
        .replace("result: volume\n          beside", "result: volme\n          beside")
        .replace("{ project: $namespace, first", "{ projct: $namespace, first")
        .replace("generation: generation", "generation: generaton")
        .replace("type: Volume", "type: Disk"),
    );
    const called = await run("--endpoint", server.url, "--dialect", path);

    expect(called.code).toBe(2);
    const lines = called.err.split("\n").map((line) => line.trim().replace(path, "FILE"));
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^FILE:\d+:11 kinds\.Volume\.operations\.create\.addVolume\.result: the response has no field "volme"; did you mean volume\?$/u,
        ),
        expect.stringMatching(
          /^FILE:\d+:24 kinds\.Volume\.operations\.list\.volumes\.arguments\.projct: volumes has no argument "projct"; did you mean project\?$/u,
        ),
        expect.stringMatching(
          /^FILE:\d+:11 kinds\.Volume\.operations\.list\.volumes\.arguments: the argument "project" is required$/u,
        ),
        expect.stringMatching(
          /^FILE:\d+:7 kinds\.Volume\.paths\.generation: .* Volume has no field "generaton"; did you mean generation\?$/u,
        ),
        expect.stringMatching(/^FILE:\d+:5 kinds\.Volume\.type: .* returns Volume, not Disk$/u),
      ]),
    );
  });

  it.each([
    { name: "no file", text: undefined, part: "cannot be read" },
    { name: "no YAML", text: "a: [", part: "invalid YAML" },
    { name: "no dialect", text: "7", part: "a dialect file must contain a mapping" },
  ])("is wrong use with $name", async ({ text, part }) => {
    const path = text === undefined ? join(folder.path, "absent.yaml") : put("a.yaml", text);
    const called = await run("--endpoint", "http://127.0.0.1:1/graphql", "--dialect", path);

    expect(called.code).toBe(2);
    expect(called.err).toContain(part);
    expect(called.err).toMatch(/\nhelp: {2}.+\n$/u);
  });

  it("makes no sense without an endpoint", async () => {
    const called = await run("--dialect", "a.yaml");
    expect(called.code).toBe(2);
    expect(called.err).toContain("--dialect requires --endpoint");
  });
});

describe("readDialectOption", () => {
  it("sends no demo credentials to an endpoint without credentials", () => {
    const text = volumes.replace(/identities:\n(?: {2}.*\n)+/u, "identities: {}\n");
    const { dialect } = readDialectOption(put("volumes.yaml", text));
    expect(dialect.identities).toEqual({ anonymous: { kind: "none" } });
  });
});
