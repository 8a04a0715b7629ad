import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packPackage } from "../../bin/testing/packed-package.ts";
import type { PackedPackage } from "../../bin/testing/packed-package.ts";
import { servePackage } from "./serve-package.ts";

const requirement = "concurrency.stale-status-write-conflicts";

let packed: PackedPackage;

beforeAll(() => {
  packed = packPackage({ withPeers: true });
});

afterAll(() => packed[Symbol.dispose]());

it.each([
  { name: "a clean server", faults: [], only: requirement, code: 0, shows: `✓ .*${requirement}` },
  {
    name: "a faulty server",
    faults: ["--fault", "stale-version-accepted"],
    only: requirement,
    code: 1,
    shows: `× .*${requirement}`,
  },
  {
    name: "a faulty server, with a pattern that names cases",
    faults: ["--fault", "stale-version-accepted"],
    only: "concurrency/stale-version-conflicts#Service.*",
    code: 1,
    shows: `× .*${requirement}`,
  },
])("the adapter for Vitest exits with $code on $name", async ({ faults, only, code, shows }) => {
  await using server = await servePackage(packed, faults);
  const options = {
    endpoint: server.url,
    only: [only],
    skip: ["histories/*", "properties/*"],
    seed: 1,
  };
  writeFileSync(
    join(packed.folder, "api.test.js"),
    `import { describeConformance } from "status-conformance/vitest";
describeConformance(${JSON.stringify(options)});
`,
  );
  const ended = await runVitest("api.test.js");

  expect(ended.code, ended.out).toBe(code);
  expect(ended.out).toMatch(new RegExp(shows, "u"));
});

function runVitest(file: string): Promise<{ readonly code: number; readonly out: string }> {
  const options = { cwd: packed.folder, env: { PATH: process.env["PATH"], NO_COLOR: "1" } };
  const words = ["run", "--reporter=verbose", file];
  return new Promise((resolve) => {
    execFile(join(packed.commands, "vitest"), words, options, (error, out, err) => {
      const code = typeof error?.code === "number" ? error.code : Number(error !== null);
      resolve({ code, out: out + err });
    });
  });
}
