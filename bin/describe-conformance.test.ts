import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { startReference } from "#reference";
import { claim, defineCheck } from "./extend.ts";
import { describeConformance } from "./describe-conformance.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

// The product itself, used as its users do: these tests pass.
const server = await startReference();

afterAll(() => server[Symbol.asyncDispose]());

describeConformance({
  url: server.url,
  only: ["isolation.spec-write-never-changes-status"],
  skip: ["histories/*", "properties/*"],
});

describeConformance({
  url: server.url,
  only: ["x-own.*"],
  extensions: [
    {
      requirements: [
        {
          id: "x-own.is-created",
          level: "MUST",
          statement: "An object is created.",
          reason: "Nothing else can be looked at.",
          sources: [{ title: "House rules", at: "the first one" }],
        },
      ],
      checks: [
        defineCheck<number>({
          id: "x-own/is-created",
          title: "An object is created",
          covers: ["x-own.is-created"],
          scope: "target",
          drive: async (context) => (await context.fixture()).exchange,
          judge: (exchange) => [
            claim("x-own.is-created", {
              holds: exchange > 0,
              expected: "an object",
              actual: "none",
              evidence: [exchange],
            }),
          ],
        }),
      ],
    },
  ],
});

interface Suite {
  readonly passed: number;
  readonly failed: number;
  readonly messages: readonly string[];
}

/** Runs a vitest file of its own, in which a test fails, and reads what vitest says about it. */
async function runVitest(file: string): Promise<Suite> {
  const script = `
    import { startVitest } from "vitest/node";
    const options = { watch: false, include: [${JSON.stringify(file)}], reporters: ["json"] };
    const vitest = await startVitest("test", [], options);
    await vitest.close();`;
  const words = ["--input-type=module", "--eval", script];
  const out = await new Promise<string>((resolve) => {
    execFile(process.execPath, words, { cwd: root, timeout: 120_000 }, (_, stdout) =>
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

describe("the conformance tests in a vitest file", () => {
  it("fail for a broken requirement with what was expected, and skip what was left out", async () => {
    const suite = await runVitest("bin/testing/broken-endpoint.fixture.ts");
    expect(suite).toMatchObject({ passed: 2, failed: 1 });
    expect(suite.messages[0]).toContain("fail (MUST): expected: ");
    expect(suite.messages[0]).toContain("repeat: npx conformance --endpoint");
  }, 120_000);
});
