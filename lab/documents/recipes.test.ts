import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faults, startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import { pickFaults } from "../../bin/self-test/picked-variants.ts";
import {
  asText,
  fewCases,
  installPackage,
  listAt,
  memberAt,
  repositoryYaml,
  textsAt,
} from "../../bin/testing/installed-package.ts";
import type { InstalledPackage } from "../../bin/testing/installed-package.ts";

let installed: InstalledPackage;
let sound: ReferenceServer;
let broken: ReferenceServer;

beforeAll(async () => {
  installed = installPackage();
  sound = await startReference();
  broken = await startReference({ faults: pickFaults(["stale-version-accepted"], faults) });
});

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
    { name: "a conformant endpoint", code: 0, endpoint: (): string => sound.url },
    { name: "a faulty endpoint", code: 1, endpoint: (): string => broken.url },
  ])(
    "writes every report of $name and exits with its verdict",
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
  );
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
  });
});
