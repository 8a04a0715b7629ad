import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startReference } from "#reference";
import { signalGroup } from "../controller/process-group.ts";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";
import { folderForAllTests } from "../testing/temporary-folder.ts";

const folder = folderForAllTests();

const environment = { PATH: process.env["PATH"], CI: "true" };

function drive(...args: readonly string[]): Promise<Called> {
  const common = ["--output", folder.path, "--no-color", "--seed", "1", "--config", "none"];
  return call(["controller", ...args, ...common], testWorld(environment));
}

const one = ["--kind", "Deployment", "--only", "controllers/reports-on-each-change"];

describe("conformance controller", () => {
  it("tests the reference controllers if no other is named, and states so", async () => {
    const { code, out, err } = await drive(...one);

    expect(err).toContain(
      "testing the reference controllers against the built-in reference server",
    );
    expect(out).toContain("controller/v1@2026-12 against");
    // A single scenario does not exercise every rule; the others are excluded.
    expect(out).toContain("Conformant to controller/v1 in the checked part");
    expect(code, out).toBe(0);
    expect(readFileSync(join(folder.path, "run.ndjson"), "utf8")).toContain('"line":"footer"');
    const report: unknown = JSON.parse(readFileSync(join(folder.path, "report.json"), "utf8"));
    expect(report).toMatchObject({
      requirements: expect.arrayContaining([
        expect.objectContaining({
          requirement: "controller.allocation-is-stable",
          verdict: "not-applicable",
          reason: "the suite knows no field of Deployment that a controller allocates",
        }),
      ]),
    });
  });

  it("rejects a pattern that matches no scenario", async () => {
    const { code, err } = await drive("--only", "controllers/report-on-each-change");

    expect(code).toBe(2);
    expect(err).toContain("does not match any requirement, check or case");
    expect(err).toContain("Did you mean controllers/reports-on-each-change,");
  });

  it("accepts the named revision, and no profile for endpoints", async () => {
    const { out } = await drive(...one, "--profile", "controller/v1@2026-11");
    const report: unknown = JSON.parse(readFileSync(join(folder.path, "report.json"), "utf8"));

    expect(out).toContain("controller/v1@2026-11 against");
    expect(report).toMatchObject({ profile: "controller/v1", revision: "2026-11" });
    expect(report).toMatchObject({
      command: expect.stringContaining("--profile controller/v1@2026-11"),
    });
    const refused = await drive("--profile", "graphql-status/v1");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("Pass --profile controller/v1");
  });

  it("names the rules that a variant breaks, and its record repeats them when rejudged", async () => {
    const args = ["--variant", "keeps-its-finalizer", "--kind", "Service", "--converge", "2s"];
    const { code, out } = await drive(...args, "--only", "controllers/reports-while-terminating");
    expect(out).toContain("controller.finalizer-released");
    expect(code).toBe(1);

    const judged = await call(["judge", folder.path, "--no-color"], testWorld(environment));

    expect(judged.out).toContain("controller.finalizer-released");
    expect(judged.code).toBe(1);
  });

  it("reduces a scenario to the steps that the violation needs, and reproduces only these", async () => {
    const args = ["--variant", "retries-conditions-alone", "--kind", "Deployment"];
    const only = ["--only", "controllers/retries-after-a-label-conflict"];
    const { code, out } = await drive(...args, ...only, "--converge", "1m");
    const report = readFileSync(join(folder.path, "report.json"), "utf8");
    const steps =
      "change a label of object 0 just before its next status write arrives, create object 0 with spec 0";

    expect(code, out).toBe(1);
    expect(out.replaceAll(/\s+/gu, " ")).toContain(`steps: ${steps}; reduced from 9 steps in `);
    expect(out).toContain("actual state, the controller's view, the controller's writes");
    expect(out).toMatch(/^ +\+\d+ ms {2}saw +watch delivered version \d+$/mu);
    expect(out).toMatch(
      /^ +▲ +\+\d+ ms {2}wrote +status write rejected: conflict with version \S+ by controller version/mu,
    );
    for (const lane of ["state", "view", "write"]) expect(report).toContain(`"lane": "${lane}"`);
    const again = await call(
      ["reproduce", "1", folder.path, "--output", join(folder.path, "again")],
      testWorld(environment),
    );
    expect(again.err).toMatch(
      /--replay '?controllers\/retries-after-a-label-conflict#Deployment:\d/u,
    );
    expect(again.err).toContain("reproduced");
    const replay = readFileSync(join(folder.path, "again", "report.json"), "utf8");
    expect(replay).toContain(`"steps": "${steps}"`);
  });

  it("passes the endpoint and its token to a controller that it starts", async () => {
    const seen = join(folder.path, "environment");
    const command = `env | grep CONFORMANCE > ${seen}; echo up; exec sleep 600`;
    const args = ["--command", command, "--ready", "up", "--converge", "500ms"];
    const { code, out } = await drive(...args, ...one);

    expect(code).toBe(1);
    expect(out).toContain("no status for generation 1 within 0.5 s");
    const variables = readFileSync(seen, "utf8");
    expect(variables).toMatch(/^CONFORMANCE_ENDPOINT=http:\/\/127\.0\.0\.1:\d+\/graphql$/mu);
    expect(variables).toMatch(/^CONFORMANCE_WS_ENDPOINT=ws:\/\/127\.0\.0\.1:\d+\/graphql$/mu);
    expect(variables).toMatch(/^CONFORMANCE_TOKEN=controller-token$/mu);
    expect(variables).toMatch(/^CONFORMANCE_KINDS=Deployment$/mu);
    const [, mark = ""] = /^CONFORMANCE_CONTROLLER_RUN=(.+)$/mu.exec(variables) ?? [];
    expect(signalGroup(2_147_483_647, mark, 0)).toBe(0);
  });

  it("reports why a controller does not start, without a violation", async () => {
    const args = ["--command", "echo no database >&2; exit 3", "--ready", "up"];
    const { code, out } = await drive(...args, ...one);

    expect(out).toContain("the controller did not start: it exited with code 3: no database");
    expect(code).toBe(3);
  });

  it("states how one that crashes ended", async () => {
    const command = "echo up; sleep 1; echo out of cheese; exit 9";
    const { code, out } = await drive("--command", command, "--ready", "up", ...one);

    expect(out).toContain("the controller exited on its own: it exited with code 9: out of cheese");
    expect(code).toBe(1);
  });

  it("watches a controller that runs already, and disturbs none of its writes", async () => {
    await using server = await startReference();
    const args = ["--endpoint", server.url, "--converge", "500ms"];
    const { code, out } = await drive(...args, ...one);

    // No controller is running, so no status is reported.
    expect(out).toContain("no status for generation 1 within 0.5 s");
    expect(code).toBe(1);
  });

  it.each([
    [["--variant", "nobody"], 'no faulty variant "nobody"'],
    [
      ["--variant", "observes-once", "--command", "x"],
      "--command and --variant are mutually exclusive",
    ],
    [["--command", " "], "--command has no value"],
    [
      ["--ready", "up"],
      "--ready and --ready-time apply only to a controller started with --command",
    ],
    [["--command", "x", "--ready-time", "soon"], 'invalid value for --ready-time: "soon"'],
    [["--proxy-port", "99999"], 'invalid value for --proxy-port: "99999"'],
    [["--kind", "Deploymant"], '--kind selects an unknown kind: "Deploymant"'],
    [["--converge", "0s"], 'invalid value for --converge: "0s"'],
    [["--rival-field", "Bucket"], 'invalid value for --rival-field: "Bucket"'],
    [["--owned", "Bucket=ConfigMap"], 'invalid value for --owned: "Bucket=ConfigMap"'],
    [["--owned", "Bucket=Gear:owner"], '--owned specifies an unknown kind: "Gear"'],
    [
      ["--specs", "nowhere.json"],
      "invalid specs in nowhere.json: no such file or directory (ENOENT)",
    ],
  ])("refuses %j", async (args, message) => {
    const { code, err } = await drive(...args);

    expect(err).toContain(`error: ${message}`);
    expect(err).toContain("help: ");
    expect(code).toBe(2);
  });

  it.each([
    ["no JSON", "[", "it is not a JSON object"],
    ["a list", "[]", "it is not a JSON object"],
    ["one spec", '{"Bucket": [{}]}', "Bucket is not a list of at least two objects"],
    ["a text among specs", '{"Bucket": [{}, "x"]}', "Bucket is not a list of at least two objects"],
  ])("rejects specs that are %s", async (_, text, why) => {
    const file = join(folder.path, "specs.json");
    writeFileSync(file, text);

    const { code, err } = await drive("--specs", file);

    expect(err).toContain(why);
    expect(code).toBe(2);
  });
});
