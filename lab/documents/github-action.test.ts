import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { faults, startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import { pickFaults } from "../../bin/self-test/picked-variants.ts";
import { copyCheckout } from "../../bin/testing/pack-checkout.ts";
import { actionInputs, runStep } from "../../bin/testing/github-step.ts";
import type { EndedStep } from "../../bin/testing/github-step.ts";
import { blocksOf } from "../../bin/testing/guide.ts";
import {
  asText,
  fewCases,
  listAt,
  memberAt,
  repositoryText,
  repositoryYaml,
  textsAt,
} from "../../bin/testing/installed-package.ts";
import { folderForAllTests } from "../../bin/testing/temporary-folder.ts";
import { parse } from "yaml";

const action = repositoryYaml("action.yml");
const [check] = listAt(action, "runs", "steps");
const inputs = actionInputs;

const place = folderForAllTests();
let broken: ReferenceServer;

beforeAll(async () => {
  copyCheckout(pathOf("the action"));
  mkdirSync(pathOf("work"));
  broken = await startReference({ faults: pickFaults(["stale-version-accepted"], faults) });
});

afterAll(() => broken[Symbol.asyncDispose]());

const pathOf = (name: string): string => join(place.path, name);

function runCheck(
  given: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
): Promise<EndedStep> {
  return runStep(check, given, {
    cwd: pathOf("work"),
    variables: {
      HOME: place.path,
      GITHUB_ACTION_PATH: pathOf("the action"),
      GITHUB_STEP_SUMMARY: pathOf("summary.md"),
      ...variables,
    },
  });
}

describe("the check step", () => {
  it("uses its inputs, annotates, and writes the job summary", async () => {
    const dialect = join(pathOf("work"), "my dialect.yaml");
    writeFileSync(dialect, "dialect: 1\nname: ours\nextends: canonical\n");

    const { code, out } = await runCheck(
      {
        endpoint: broken.url,
        dialect: "my dialect.yaml",
        identities: "author=env:AUTHOR_TOKEN\ncontroller=env:CONTROLLER_TOKEN\nexpired=none\n",
        profile: "graphql-status/v1",
        arguments: fewCases,
      },
      { AUTHOR_TOKEN: "author-token", CONTROLLER_TOKEN: "controller-token" },
    );

    expect(code, out).toBe(1);
    expect(out).toMatch(/^::error title=concurrency\.stale-status-write-conflicts/mu);
    expect(readFileSync(pathOf("summary.md"), "utf8")).toContain("### Broken: 1");
    const folder = join(pathOf("work"), "conformance-results");
    expect(readFileSync(join(folder, "report.md"), "utf8")).toContain("### Broken: 1");
    const report = readFileSync(join(folder, "report.json"), "utf8");
    expect(report).toContain("--dialect 'my dialect.yaml'");
    expect(report).toContain("--identity controller=env:CONTROLLER_TOKEN --identity expired=none");
  });

  it("compares with a baseline and rejects an unknown profile", async () => {
    const given = { endpoint: broken.url, arguments: fewCases, baseline: "baseline.yaml" };
    const pinned = await runCheck({
      ...given,
      arguments: `${fewCases}\n--update-baseline`,
    });
    const compared = await runCheck(given);
    const refused = await runCheck({ ...given, profile: "graphql-status/v9" });

    expect(existsSync(join(pathOf("work"), "baseline.yaml")), pinned.out).toBe(true);
    expect(compared.out).toContain("1 expected-fail");
    expect(refused.code).toBe(2);
    expect(refused.out).toContain("graphql-status/v9");
  });

  it.each(inputs.filter((name) => !["comment", "token"].includes(name)))(
    "passes %s as one argument, whatever its content",
    async (name) => {
      const mark = join(pathOf("work"), `ran-${name}`);
      const value = `x"; touch '${mark}'; $(touch '${mark}') \`touch '${mark}'\` #`;

      await runCheck({ endpoint: "http://127.0.0.1:1/graphql", [name]: value });

      expect(existsSync(mark)).toBe(false);
    },
  );

  it("interpolates no input into a script", () => {
    const scripts = listAt(action, "runs", "steps").map((step) => asText(memberAt(step, "run")));

    expect(scripts.filter((script) => script === "" || script.includes("${{"))).toEqual([]);
  });
});

describe("the pages that use the action", () => {
  const guide = repositoryText("docs/ci.md");
  const [job] = blocksOf(guide).flatMap(({ language, text: block }) => {
    if (language !== "yaml") return [];
    const value: unknown = parse(block);
    return [value];
  });
  it.each([
    {
      name: "our own workflow",
      workflow: repositoryYaml(".github/workflows/conformance.yml"),
      uses: /^\.\/$/u,
    },
    { name: "the job of the guide", workflow: job, uses: /^[\w-]+\/status-conformance@v\d/u },
  ])("use only existing inputs: $name", ({ workflow, uses }) => {
    const used = stepsOf(workflow).find((step) => uses.test(asText(memberAt(step, "uses"))));
    const given = Object.keys(textsAt(used, "with"));

    expect(given.length).toBeGreaterThan(0);
    expect(given.filter((name) => !inputs.includes(name))).toEqual([]);
  });

  it("show a complete job, with the report as an artifact and the permission to comment", () => {
    expect(jobsOf(job)).toHaveLength(1);
    expect(memberAt(job, "on")).toBeDefined();
    expect(memberAt(job, "permissions", "pull-requests")).toBe("write");
    const upload = stepsOf(job).find((step) =>
      asText(memberAt(step, "uses")).startsWith("actions/upload-artifact@"),
    );
    expect(asText(memberAt(upload, "if"))).toContain("!cancelled()");
    expect(memberAt(upload, "with", "path")).toBe("conformance-results");
  });

  it("list all inputs", () => {
    const listed = [...guide.matchAll(/^\| `([\w-]+)` /gmu)].map(([, name = ""]) => name);

    expect(listed).toEqual(inputs);
  });
});

function jobsOf(workflow: unknown): readonly unknown[] {
  const jobs = memberAt(workflow, "jobs");
  return isJsonObject(jobs) ? Object.values(jobs) : [];
}

function stepsOf(workflow: unknown): readonly unknown[] {
  return jobsOf(workflow).flatMap((job) => listAt(job, "steps"));
}
