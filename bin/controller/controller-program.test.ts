import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildProgram } from "../testing/built-program.ts";
import type { BuiltProgram } from "../testing/built-program.ts";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called, TestWorld } from "../testing/test-world.ts";
import { groupVariable, signalGroup } from "./process-group.ts";

let program: BuiltProgram;
let folder = "";
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program[Symbol.dispose]());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conformance-program-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function drive(
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Called> {
  const script = join(program.folder, "reference-controller.js");
  // Before the controller starts, the shell appends the marker of its process group to a file.
  const command = `echo $${groupVariable} >> ${folder}/marks; ${process.execPath} ${script}`;
  const started = ["--command", command, "--ready", "ready", "--ready-time", "2m"];
  const world = testWorld({ PATH: process.env["PATH"], CI: "true", ...variables });
  const common = ["--seed", "1", "--config", "none", "--no-color"];
  return call(["controller", ...started, ...args, ...common, "--output", folder], world);
}

interface Reported {
  readonly requirement: string;
  readonly verdict: string;
}

function reported(...verdicts: readonly string[]): readonly string[] {
  const text = readFileSync(join(folder, "report.json"), "utf8");
  const { requirements }: { requirements: readonly Reported[] } = JSON.parse(text);
  return requirements
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ requirement }) => requirement);
}

function marks(): readonly string[] {
  return readFileSync(join(folder, "marks"), "utf8").trim().split("\n");
}

/**
 * Counts the live processes with these markers. The group ID exceeds the maximum process ID, so that only the markers
 * match.
 */
function left(): number {
  return marks().reduce((sum, mark) => sum + signalGroup(2_147_483_647, mark, 0), 0);
}

describe("controllers that are a program of their own", () => {
  it("cause no violation, even when they are killed and restarted", async () => {
    const scenarios = ["controllers/reports-on-each-change", "controllers/goes-on-after-a-restart"];
    const { out } = await drive({}, "--kind", "Service", "--only", ...scenarios);

    expect(reported("fail", "warn", "errored"), out).toEqual([]);
    expect(reported("pass")).toContain("controller.status-converges");
    expect(reported("pass")).toContain("controller.allocation-is-stable");
    expect(marks().length).toBeGreaterThan(1);
    expect(left()).toBe(0);
  });

  it("are found where they break a rule", async () => {
    const only = ["--kind", "Bucket", "--only", "controllers/reports-on-each-change"];
    const { code, out } = await drive({ CONFORMANCE_VARIANT: "corrects-the-spec" }, ...only);

    expect(reported("fail"), out).toContain("controller.spec-untouched");
    expect(code).toBe(1);
    expect(left()).toBe(0);
  });

  it("are started again to reproduce a finding, but only from a record of this machine", async () => {
    const only = ["--kind", "Bucket", "--only", "controllers/reports-on-each-change"];
    const faulty = { CONFORMANCE_VARIANT: "corrects-the-spec" };
    await drive(faulty, ...only);
    const world = (): TestWorld => testWorld({ PATH: process.env["PATH"], CI: "true", ...faulty });
    const before = marks().length;
    const { code, err } = await call(["reproduce", "1", folder], world());

    expect(err).toContain("reproduced\n");
    expect(code).toBe(1);
    const started = marks().length;
    expect(started).toBeGreaterThan(before);

    const record = join(folder, "run.ndjson");
    writeFileSync(record, readFileSync(record, "utf8").replace(`echo $`, `echo x; echo $`));
    const foreign = await call(["reproduce", "1", folder], world());

    expect(foreign.code).toBe(2);
    expect(foreign.err).toContain(
      "the record was not written by this user on this machine, so its programs were not started",
    );
    expect(foreign.err).toContain("echo x; echo $");
    expect(marks()).toHaveLength(started);
    expect(left()).toBe(0);
  });

  it("say in one line why they do not start", async () => {
    const only = ["--kind", "Deployment", "--only", "controllers/reports-on-each-change"];
    const { code, out } = await drive({ CONFORMANCE_VARIANT: "names-no-versoin" }, ...only);

    expect(code).toBe(3);
    expect(out.replaceAll(/\s+/gu, " ")).toContain(
      'the controller did not start: it exited with code 3: error: no faulty variant "names-no-versoin"',
    );
    expect(left()).toBe(0);
  });
});
