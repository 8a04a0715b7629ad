import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faults, startReference } from "#reference";
import { pickFaults } from "../self-test/picked-variants.ts";
import { call } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

let server: Awaited<ReturnType<typeof startReference>>;

beforeAll(async () => {
  server = await startReference({ faults: pickFaults(["stale-version-accepted"], faults) });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const output = (): string => join(folder.path, "out");

const run = (...args: readonly string[]): Promise<Called> =>
  call(["--endpoint", server.url, "--output", output(), "--no-color", "--seed", "3", ...args]);

const only = ["--only", "concurrency/stale-version-conflicts#Service.*"];

describe("a run that looks at less", () => {
  it("looks quickly at one case of each of many rules", async () => {
    const { code, out } = await run("--quick");
    const { planned, cases, requirements } = reportIn(output());

    expect(code, out).toBe(1);
    expect(planned.cases).toBe(31);
    expect(cases.filter((one) => !("attempt" in one))).toHaveLength(31);
    expect(requirements.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(30);
    expect(out).toContain("concurrency.stale-status-write-conflicts");
  });

  it("stops after the maximum number of failures, and judges the results so far", async () => {
    const { code, out } = await run(
      "--only",
      "concurrency/*#Service*",
      "--max-failures",
      "1",
      "--concurrency",
      "1",
    );

    expect(code, out).toBe(1);
    expect(out).toMatch(
      /Stopped after \d+ of \d+ cases, at the requested limit of 1 broken requirement\. Not conformant/u,
    );
  });

  it("checks the requirements that were broken in the last run, and nothing else", async () => {
    await run(...only, "isolation/spec-write*#Service");
    const { code } = await run("--last-failed");
    const broken = reportIn(output()).only;

    expect(code).toBe(1);
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.every((name) => name.startsWith("concurrency/stale-version"))).toBe(true);
  });

  it("states that nothing has failed, and which options exclude each other", async () => {
    const none = await run("--last-failed");
    const both = await run("--quick", ...only);

    expect([none.code, both.code]).toEqual([2, 2]);
    expect(none.err).toContain("no record of a previous run");
    expect(both.err).toContain("--quick and --only are mutually exclusive");
  });
});

describe("a finding of the last run", () => {
  it("is reproduced by its number, without touching the record", async () => {
    await run(...only);
    const before = readFileSync(join(output(), "run.ndjson"), "utf8");
    const { code, err } = await call(["reproduce", "1", output()]);

    expect(code, err).toBe(1);
    expect(err).toContain("concurrency.stale-status-write-conflicts: npx conformance --endpoint");
    expect(err).toContain("reproduced");
    expect(readFileSync(join(output(), "run.ndjson"), "utf8")).toBe(before);
    expect(existsSync(join(output(), "reproduce-1", "run.ndjson"))).toBe(true);
  });

  it("is not there beyond the last one", async () => {
    await run(...only);
    const { code, err } = await call(["reproduce", "99", output()]);

    expect(code).toBe(2);
    expect(err).toContain("no reproducible finding 99");
    expect(err).toContain("numbered from 1 to");
  });

  it("has a page, which is created if absent", async () => {
    await run(...only);
    const { code, out } = await call(["show-report", output()]);

    expect(code).toBe(0);
    expect(out).toMatch(/^file:\/\/\/.*report\.html\n$/u);
    expect(readFileSync(join(output(), "report.html"), "utf8")).toContain("<!DOCTYPE html>");
  });
});

interface ReadReport {
  readonly planned: { readonly cases: number };
  readonly cases: readonly object[];
  readonly only: readonly string[];
  readonly requirements: readonly { readonly verdict: string }[];
}

function reportIn(path: string): ReadReport {
  return JSON.parse(readFileSync(join(path, "report.json"), "utf8"));
}
