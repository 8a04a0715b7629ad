import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faults, startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import { pickFaults } from "../self-test/faults.ts";
import {
  asText,
  fewCases,
  installPackage,
  listAt,
  memberAt,
  repositoryYaml,
  textsAt,
} from "../testing/installed-package.ts";
import type { InstalledPackage } from "../testing/installed-package.ts";

let installed: InstalledPackage;
let sound: ReferenceServer;
let broken: ReferenceServer;

beforeAll(async () => {
  installed = installPackage();
  sound = await startReference();
  broken = await startReference({ faults: pickFaults(["stale-version-accepted"], faults) });
}, 180_000);

afterAll(async () => {
  await Promise.all([sound, broken].map((server) => server[Symbol.asyncDispose]()));
  installed[Symbol.dispose]();
});

const everyReport = [
  "run.ndjson",
  "report.json",
  "report.html",
  "junit.xml",
  "ctrf.json",
  "report.sarif",
  "report.md",
  "conformance-report.yaml",
  "badge.json",
];

describe("the shell recipe", () => {
  it.each([
    { name: "an endpoint that conforms", code: 0, endpoint: (): string => sound.url },
    { name: "an endpoint that does not", code: 1, endpoint: (): string => broken.url },
  ])(
    "leaves every report of $name and ends with its verdict",
    async ({ name, code, endpoint }) => {
      const output = join(installed.folder, name.replaceAll(" ", "-"));
      const script = join(installed.program, "docs/ci/run.sh");
      const ended = await installed.run(installed.folder, script, {
        CONFORMANCE: "conformance",
        ENDPOINT: endpoint(),
        OUTPUT: output,
        ARGUMENTS: fewCases,
        IDENTITIES: "expired=none\n",
      });
      expect(ended.code, ended.out).toBe(code);
      expect(everyReport.filter((file) => !existsSync(join(output, file)))).toEqual([]);
      const report = readFileSync(join(output, "report.json"), "utf8");
      expect(report).toContain("--identity expired=none");
    },
    120_000,
  );
});

/** The variables of a step, with what an action puts in for its inputs. */
function variablesOf(
  step: unknown,
  inputs: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const filled = Object.entries(textsAt(step, "env")).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/gu, (_, input: string) => inputs[input] ?? ""),
  ]);
  return Object.fromEntries(filled);
}

describe("the GitHub action", () => {
  const action = repositoryYaml("action.yml");

  it("takes its inputs, annotates, and writes the summary of the job", async () => {
    const names = Object.keys(textsAt(action, "inputs"));
    const usual = names.map((name) => [name, asText(memberAt(action, "inputs", name, "default"))]);
    const summary = join(installed.folder, "summary.md");
    const output = join(installed.folder, "action");
    const given = { endpoint: broken.url, arguments: fewCases, output };
    const inputs = { ...Object.fromEntries(usual), ...given };
    const codes: number[] = [];
    let out = "";
    for (const step of listAt(action, "runs", "steps")) {
      const ended = await installed.run(installed.folder, asText(memberAt(step, "run")), {
        GITHUB_ACTION_PATH: installed.program,
        GITHUB_STEP_SUMMARY: summary,
        ...variablesOf(step, inputs),
      });
      codes.push(ended.code);
      out += ended.out;
    }
    expect(codes, out).toEqual([0, 1]);
    expect(out).toMatch(/^::error title=concurrency\.stale-status-write-conflicts/mu);
    expect(readFileSync(summary, "utf8")).toContain("### Broken: 1");
  }, 120_000);

  it("is used by our own workflow, with inputs that it has", () => {
    const workflow = repositoryYaml(".github/workflows/conformance.yml");
    const used = listAt(workflow, "jobs", "action", "steps").find(
      (step) => memberAt(step, "uses") === "./",
    );
    const given = Object.keys(textsAt(used, "with"));
    const known = Object.keys(textsAt(action, "inputs"));
    expect(given.length).toBeGreaterThan(0);
    expect(given.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("the GitLab recipe", () => {
  it("runs its shards and merges them", async () => {
    const template = repositoryYaml("docs/ci/gitlab.yml");
    const variables = textsAt(template, "variables");
    const own = { ...variables, CONFORMANCE: "conformance", ENDPOINT: sound.url };
    const narrowed = `${variables["ARGUMENTS"] ?? ""}${fewCases.split("\n--seed", 1)[0] ?? ""}`;
    const count = Number(memberAt(template, "conformance", "parallel"));
    for (let index = 1; index <= count; index += 1) {
      for (const line of listAt(template, "conformance", "script")) {
        const ended = await installed.run(installed.program, asText(line), {
          ...own,
          ARGUMENTS: narrowed,
          CI_NODE_INDEX: String(index),
          CI_NODE_TOTAL: String(count),
        });
        expect(ended.code, ended.out).toBe(0);
      }
    }
    for (const line of listAt(template, "conformance-verdict", "script")) {
      const ended = await installed.run(installed.program, asText(line), own);
      expect(ended.code, ended.out).toBe(0);
      expect(ended.out).toContain("Conformant to graphql-status/v1");
    }
    const { junit = "" } = textsAt(template, "conformance-verdict", "artifacts", "reports");
    expect(readFileSync(join(installed.program, junit), "utf8")).toContain("<testsuites");
  }, 120_000);
});
