import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../bin/commands/main.ts";
import { serveStrangely } from "../../bin/testing/strange-servers.ts";
import { testWorld } from "../../bin/testing/test-world.ts";
import { canary, formsOf, leaksIn } from "./canary.ts";
import { roleCanaries, Scenario, typedIdentities } from "./canary-scenario.ts";

let scenario: Scenario;

beforeEach(() => {
  scenario = new Scenario();
});

afterEach(async () => {
  await scenario[Symbol.asyncDispose]();
});

function brokenClock(): Date {
  throw new TypeError(`${canary("environment")} and ${roleCanaries.author}`);
}

describe("credentials", () => {
  it("are in the output of no failure", async () => {
    const [password, query] = [canary("password"), canary("query")];
    const at = `//canary:${encodeURIComponent(password)}@127.0.0.1:1/graphql?key=${encodeURIComponent(query)}`;
    const value = canary("value");
    const calls = [
      ["run", "--endpoint", `http:${at}`],
      ["run", "--endpoint", `ftp:${at}`],
      ["run", "--endpoint", `http${at}`],
      ["run", "--endpoint", "http://127.0.0.1:1/", "--ws-endpoint", `http:${at}`],
      ["run", "--identity", value],
      ["run", "--identity", `autor=${value}`],
      ["run", "--identity", `author=${value}\n`, "--endpoint", "http://127.0.0.1:1/"],
      ["run", "--identity", `author=command:"${value}`],
      ["run", "--protocol", "kubernetes", "--endpoint", `http:${at}`, "--token", value],
      ["run", "--protocol", "kubernetes", "--token", `env:${value}`],
      ["run", `author=${value}`],
      ["init", "--endpoint", `http:${at}`, "--identity", `author=${value}`],
      ["cleanup", "nowhere", "--endpoint", `http:${at}`, "--identity", `author=${value}`],
    ];
    for (const call of calls) {
      const place = call[0] === "run" ? ["--output", scenario.results] : [];
      const code = await scenario.run([...call, "--verbose", ...place]);
      expect([2, 3]).toContain(code);
    }

    expect(scenario.leaks(password, query, value)).toEqual([]);
  });

  it("are in no output after an error of the suite itself", async () => {
    const server = await scenario.serve();
    const world = testWorld({ SOME_TOKEN: canary("environment") });
    const endpoint = `http://${server.host}/graphql`;
    const words = [...scenario.checkWords, "--endpoint", endpoint, "--verbose", ...typedIdentities];
    const code = await main(words, { ...world, clock: brokenClock });

    expect(code).toBe(3);
    expect(world.written.err).toContain("TypeError: [credential] and [credential]");
    const given = [{ where: "the terminal", text: world.written.err + world.written.out }];
    expect(leaksIn(given, [roleCanaries.author, canary("environment")])).toEqual([]);
  });

  it("are in no output of a run against an API server, with the token of a plugin", async () => {
    const fromPlugin = canary("plugin");
    await using server = await serveStrangely(({ headers }, response) => {
      const message = `${headers.authorization ?? ""} ${Object.values(formsOf(fromPlugin)).join(" ")}`;
      response.writeHead(403, {
        "content-type": "application/json",
        warning: `299 - "${message}"`,
      });
      response.end(JSON.stringify({ kind: "Status", reason: "Forbidden", message, code: 403 }));
    });
    const status = { token: fromPlugin };
    const credential = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential" };
    const answer = JSON.stringify({ ...credential, status });
    const plugin = scenario.plant("plugin.cjs", `console.log(${JSON.stringify(answer)})`);
    const kubeconfig = scenario.plant(
      "kubeconfig",
      `apiVersion: v1
kind: Config
current-context: one
contexts: [{ name: one, context: { cluster: one, user: one } }]
clusters: [{ name: one, cluster: { server: "${server.url.replace("/graphql", "")}" } }]
users:
  - name: one
    user:
      exec:
        apiVersion: client.authentication.k8s.io/v1
        command: ${JSON.stringify(process.execPath)}
        args: [${JSON.stringify(plugin)}]
        interactiveMode: Never
`,
    );
    const words = [...scenario.checkWords, "--kubeconfig", kubeconfig, "--verbose"];
    const code = await scenario.run([...words, "--protocol", "kubernetes"]);

    expect(code).toBe(3);
    expect(scenario.leaks(fromPlugin)).toEqual([]);
  });
});
