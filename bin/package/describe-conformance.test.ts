import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { startReference } from "#reference";
import { describeConformance } from "./describe-conformance.ts";
import { UsageError } from "../process/program-errors.ts";
import { ownExtension } from "../testing/own-extension.ts";
import { testLimitMs } from "../testing/test-limit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

// Calls the exported function as a user would. The tests that it declares must pass.
const server = await startReference();

afterAll(() => server[Symbol.asyncDispose]());

describeConformance({
  endpoint: server.url,
  only: ["isolation.spec-write-never-changes-status"],
  skip: ["histories/*", "properties/*"],
});

describeConformance({
  endpoint: server.url,
  only: ["x-own.*"],
  extensions: [ownExtension({ holds: true })],
});

interface Suite {
  readonly passed: number;
  readonly failed: number;
  readonly messages: readonly string[];
}

async function runVitest(file: string): Promise<Suite> {
  const script = `
    import { startVitest } from "vitest/node";
    const options = { watch: false, config: "bin/testing/vitest.config.ts", reporters: ["json"] };
    const vitest = await startVitest("test", [${JSON.stringify(file)}], options);
    await vitest.close();`;
  const args = ["--input-type=module", "--eval", script];
  const out = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: root, timeout: testLimitMs }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const parsed: unknown = JSON.parse(out.slice(out.indexOf("{")));
  const { numPassedTests, numFailedTests, testResults } = isJsonObject(parsed) ? parsed : {};
  return {
    passed: Number(numPassedTests),
    failed: Number(numFailedTests),
    messages: [JSON.stringify(testResults)],
  };
}

describe("the options of the conformance tests", () => {
  it.each([
    {
      given: { url: "http://127.0.0.1:1/" },
      says: /unknown option "url".*Did you mean endpoint\?/su,
    },
    { given: { endpont: "x" }, says: /unknown option "endpont".*Did you mean endpoint/su },
    { given: { endpoint: "x", webSocketUrl: "y" }, says: /Did you mean wsEndpoint\?/u },
    { given: { endpoint: "x", timeoutMs: 1 }, says: /Did you mean runTimeoutSeconds\?/u },
    {
      given: { endpoint: "x", profile: "graphql-status/v1@2026-1" },
      says: /no revision "2026-1": the revisions are 2026-11/u,
    },
    { given: {}, says: /no endpoint/u },
    { given: { endpoint: "x", only: ["concurency/*"] }, says: /no checks selected: only/u },
  ])("are rejected where one does not exist: $given", ({ given, says }) => {
    const call = (): unknown => Reflect.apply(describeConformance, undefined, [given]);
    expect(call).toThrow(UsageError);
    expect(call).toThrow(says);
  });
});

describe("the conformance tests in a vitest file", () => {
  it("fail for a broken requirement with the expected value, and skip omitted ones", async () => {
    const suite = await runVitest("bin/testing/broken-endpoint.fixture.ts");
    expect(suite).toMatchObject({ passed: 4, failed: 4 });
    expect(suite.messages[0]).toContain("RequirementBroken: fail (MUST): expected: ");
    expect(suite.messages[0]).toContain("RequirementUndecided: untestable (MUST): ");
    // Here, `only` names cases, and their requirements become the tests.
    expect(suite.messages[0]).toContain('"title":"concurrency.stale-status-write-conflicts: ');
    expect(suite.messages[0]).toContain("reproduce: npx conformance --endpoint");
  });
});
