import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packPackage } from "../../bin/testing/packed-package.ts";
import type { PackedPackage } from "../../bin/testing/packed-package.ts";

let packed: PackedPackage;

beforeAll(() => {
  packed = packPackage({ withPeers: true });
});

afterAll(() => packed[Symbol.dispose]());

const decided = ["controller.writes-only-changes", "controller.status-converges"];

const unexercised = [
  "controller.finalizer-released",
  "controller.retry-keeps-everything-staged",
  "controller.retries-are-bounded",
  "controller.deleted-object-ends-reconcile",
  "controller.foreign-fields-kept",
];

it.each([
  { name: "a correct controller", variables: {}, skip: unexercised, code: 0 },
  {
    name: "a faulty controller",
    variables: { CONFORMANCE_VARIANT: "writes-unconditionally" },
    skip: unexercised,
    code: 1,
    shows: /RequirementBroken: fail \(MUST\).*a status write changed nothing/u,
  },
  {
    name: "a controller that does not start",
    variables: { CONFORMANCE_VARIANT: "unknown" },
    skip: unexercised,
    code: 1,
    shows: /the controller did not start: it exited with code 3/u,
  },
  {
    name: "a rule that the scenario does not exercise",
    variables: {},
    skip: [],
    code: 0,
    shows: /↓ .*controller\.finalizer-released: .*\[excluded: not exercised by the selected cases/u,
  },
])(
  "the adapter for controllers exits with $code on $name",
  async ({ variables, skip, code, ...rest }) => {
    const options = {
      command: `exec ${process.execPath} node_modules/status-conformance/dist/bin/reference-controller.js`,
      ready: "ready",
      kinds: ["Deployment"],
      environment: { PATH: process.env["PATH"], ...variables },
      only: ["controllers/reports-on-each-change"],
      skip,
      seed: 1,
    };
    writeFileSync(
      join(packed.folder, "controller.test.js"),
      `import { describeController } from "status-conformance/vitest";
describeController(${JSON.stringify(options)});
`,
    );
    const ended = await runVitest("controller.test.js");

    expect(ended.code, ended.out).toBe(code);
    if ("shows" in rest) expect(ended.out).toMatch(rest.shows);
    else for (const id of decided) expect(ended.out).toMatch(new RegExp(`✓ .*${id}`, "u"));
  },
);

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
