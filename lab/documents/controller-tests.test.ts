import { execFile, spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packPackage } from "../../bin/testing/packed-package.ts";
import type { PackedPackage } from "../../bin/testing/packed-package.ts";

const examples = fileURLToPath(new URL("../../docs/examples/controller-tests", import.meta.url));

let packed: PackedPackage;

beforeAll(() => {
  packed = packPackage({ withTypes: false });
  cpSync(examples, join(packed.folder, "controller-tests"), { recursive: true });
});

afterAll(() => packed[Symbol.dispose]());

/** One scenario, without the rules that it does not exercise. */
const scenario = "--only controllers/reports-on-each-change --seed 1 --config none --skip";
const unexercised = [
  "controller.finalizer-released",
  "controller.ret*",
  "controller.deleted-object-ends-reconcile",
  "controller.foreign-fields-kept",
  "controller.transition-time*",
  "controller.condition*",
  "controller.one-writer-per-condition",
  "controller.not-ready-before-observed",
];

interface Ended {
  readonly code: number;
  readonly out: string;
}

function run(folder: string, words: readonly string[], mistake: string): Promise<Ended> {
  const [program = "", ...rest] = words;
  const options = {
    cwd: join(packed.folder, "controller-tests", folder),
    env: {
      ...process.env,
      PATH: [packed.commands, process.env["PATH"]].join(delimiter),
      GOTOOLCHAIN: "local",
      MISTAKE: mistake,
      CONFORMANCE_ARGUMENTS: `${scenario} ${unexercised.join(" ")}`,
    },
  };
  return new Promise((resolve) => {
    execFile(program, rest, options, (error, out, err) => {
      const code = typeof error?.code === "number" ? error.code : Number(error !== null);
      resolve({ code, out: out + err });
    });
  });
}

describe.each([
  {
    language: "Go",
    folder: "go",
    version: ["go", "version"],
    words: ["go", "test", "-count=1", "-v", "./..."],
    passed: /--- PASS: TestConformance\/controller\.writes-only-changes/u,
    alsoPassed: /--- PASS: TestConformance\/controller\.spec-untouched/u,
    failed: /--- FAIL: TestConformance\/controller\.writes-only-changes/u,
  },
  {
    language: "Python",
    folder: "python",
    version: ["python3", "--version"],
    words: ["python3", "-m", "unittest", "-v"],
    passed: /^controller\.writes-only-changes .*ok$/mu,
    alsoPassed: /^controller\.spec-untouched .*ok$/mu,
    failed: /^controller\.writes-only-changes .*FAIL$/mu,
  },
])(
  "the tests of a controller in $language",
  ({ folder, version: [program = "", ...words], words: test, passed, alsoPassed, failed }) => {
    const isInstalled = spawnSync(program, words).status === 0;

    it.runIf(isInstalled)(
      "have one test per rule, which passes with the correct controller",
      async () => {
        const { code, out } = await run(folder, test, "");

        expect(out).toMatch(passed);
        expect(code, out).toBe(0);
      },
    );

    it.runIf(isInstalled)(
      "fail by the rule that a faulty controller breaks, with the timeline of the object",
      async () => {
        const { code, out } = await run(folder, test, "writes-unconditionally");

        expect(out).toMatch(failed);
        expect(out).toMatch(alsoPassed);
        expect(out).toContain("steps: create object 0 with spec 0; reduced from 8 steps in ");
        expect(out).toContain(
          "timeline: actual state, the controller's view, the controller's writes",
        );
        expect(code).toBe(1);
      },
    );
  },
);
