import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerJson, serveAnswers } from "../../suites/targets/kubernetes/testing/api-server.ts";
import type { ServedAnswers } from "../../suites/targets/kubernetes/testing/api-server.ts";
import { canary, formsOf } from "./canary.ts";
import { Scenario } from "./canary-scenario.ts";

let scenario: Scenario;

beforeEach(() => {
  scenario = new Scenario();
});

afterEach(async () => {
  await scenario[Symbol.asyncDispose]();
});

/** Returns the credentials that a server received: a token, or encoded Basic credentials and their password. */
function heardIn({ headers }: IncomingMessage): readonly string[] {
  const [scheme = "", value = ""] = (headers.authorization ?? "").split(" ");
  if (scheme !== "Basic") return value === "" ? [] : [value];
  return [
    value,
    Buffer.from(value, "base64")
      .toString("utf8")
      .replace(/^[^:]*:/u, ""),
  ];
}

/**
 * Serves an API that accepts every credential, allows everything in access reviews, rejects all other requests except
 * for the version, and echoes every credential that it has received.
 */
function serveEchoing(credentials: Set<string>): Promise<ServedAnswers> {
  return serveAnswers((request, _body, reply) => {
    for (const one of heardIn(request)) credentials.add(one);
    const message = [...credentials].flatMap((one) => Object.values(formsOf(one))).join(" ");
    const { url = "" } = request;
    if (url === "/version") answerJson(reply, 200, { gitVersion: "v1.33.0", message });
    else if (url.includes("reviews")) {
      answerJson(reply, 201, { status: { allowed: true, reason: message, resourceRules: [] } });
    } else {
      const details = { causes: [{ field: message, message }] };
      answerJson(reply, 403, { kind: "Status", reason: "Forbidden", code: 403, message, details });
    }
  });
}

function kubeconfigOf(server: string, user: object): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "one",
    clusters: [{ name: "one", cluster: { server, "insecure-skip-tls-verify": true } }],
    contexts: [{ name: "one", context: { cluster: "one", user: "admin" } }],
    users: [{ name: "admin", user }],
  });
}

const secret = canary("kubeconfig");
const inBase64 = Buffer.from(secret).toString("base64");
const reply = {
  apiVersion: "client.authentication.k8s.io/v1",
  kind: "ExecCredential",
  status: { token: secret },
};

/** Configures a credential plugin that runs a script, with a response and a password in its environment. */
function plugin(script: string): object {
  return {
    exec: {
      apiVersion: reply.apiVersion,
      command: process.execPath,
      args: ["-e", script],
      env: [
        { name: "PLUGIN_ANSWER", value: JSON.stringify(reply) },
        { name: "PLUGIN_PASSWORD", value: canary("plugin") },
      ],
      interactiveMode: "Never",
    },
  };
}

describe("the secrets of a kubeconfig", () => {
  it.each<
    readonly [name: string, user: (plant: (text: string) => string) => object, sent: boolean]
  >([
    ["a token", () => ({ token: secret }), true],
    ["a token in a file", (plant) => ({ "token-file": plant(secret) }), true],
    ["a password", () => ({ username: "admin", password: secret }), true],
    ["the answer of a plugin", () => plugin("console.log(process.env.PLUGIN_ANSWER)"), true],
    [
      "the words of a plugin that fails",
      () => plugin("console.error(process.env.PLUGIN_PASSWORD); process.exit(1)"),
      false,
    ],
    [
      "the key of a certificate",
      () => ({ "client-key-data": inBase64, "client-certificate-data": inBase64 }),
      false,
    ],
  ])("are in no output, whatever the server echoes: %s", async (_, userOf, isSent) => {
    const credentials = new Set<string>();
    await using server = await serveEchoing(credentials);
    const user = userOf((text) => scenario.plant("token", text));
    const path = scenario.plant("kubeconfig", kubeconfigOf(server.url, user));
    const where = ["--kubeconfig", path];

    await scenario.check([...where, "--verbose", "--yes"]);
    await scenario.run(["observe", ...where, "--kind", "configmaps", "--for", "1s"]);
    await scenario.run(["cleanup", scenario.results, ...where]);

    expect(credentials.has(secret)).toBe(isSent);
    expect(scenario.given.length).toBeGreaterThan(3);
    expect(scenario.leaks(secret, inBase64, canary("plugin"))).toEqual([]);
  });
});
