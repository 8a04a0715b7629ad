import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { usualCredentials } from "#verdicts";
import { curlCommands, replayScript } from "./reproduction.ts";
import type { ReproducedRequest } from "./reproduction.ts";

const created: ReproducedRequest = {
  kind: "call",
  exchange: 1,
  identity: "author",
  verb: "create",
  about: "Service default/web",
  url: "http://127.0.0.1:1/graphql",
  operation: "mutation($name: String!) { create(name: $name) { resourceVersion uid } }",
  variables: { name: "web" },
  reply: { status: 200, body: { data: { create: { resourceVersion: "5", uid: "u-1" } } } },
  outcome: "accepted, version 5",
};
const written: ReproducedRequest = {
  ...created,
  exchange: 2,
  identity: "controller",
  verb: "updateStatus",
  operation: "mutation($input: Input!) { write(input: $input) { resourceVersion } }",
  variables: {
    input: { name: "web", resourceVersion: "5", uid: "u-1", note: "it's\u202e </script>" },
  },
  reply: { status: 200, body: { errors: [{ extensions: { code: "CONFLICT" } }] } },
  outcome: "refused as conflict",
};

interface Seen {
  readonly url: string;
  readonly bodies: readonly JsonObject[];
  readonly headers: readonly IncomingHttpHeaders[];
}

/** Starts a server whose versions differ from the recorded ones. It accepts only the first request. */
async function serve(): Promise<Seen> {
  const bodies: JsonObject[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      if (isJsonObject(body)) bodies.push(body);
      headers.push(request.headers);
      const reply =
        bodies.length === 1
          ? { data: { create: { resourceVersion: "900", uid: "u-9" } } }
          : { errors: [{ extensions: { code: "CONFLICT" } }] };
      response.end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/graphql`, bodies, headers };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "reproduction-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test("the script is a standalone program, and uses the current values of the target", async () => {
  const { url, bodies, headers } = await serve();
  const script = replayScript("a title\n process.exit(9)", [
    { ...created, url },
    { ...written, url },
  ]);
  const file = join(folder(), "reproduce.mjs");
  writeFileSync(file, script ?? "");
  const environment = { AUTHOR_CREDENTIAL: "a", CONTROLLER_CREDENTIAL: "c" };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env: environment });

  expect(stdout).toContain("Reproduced: the last request received the recorded response.");
  expect(headers.map(({ authorization }) => authorization)).toEqual(["Bearer a", "Bearer c"]);
  const variables = bodies[0]?.["variables"];
  const fresh = isJsonObject(variables) ? variables["name"] : undefined;
  expect(fresh).toMatch(/^web-.+/u);
  expect(bodies[1]).toMatchObject({
    query: written.operation,
    variables: {
      input: { name: fresh, resourceVersion: "900", uid: "u-9", note: "it's\u202e </script>" },
    },
  });
});

const ownPlaces = {
  http: { header: "X-Api-Key", format: 'key="$credential"; it\'s' },
} as const;

test("credentials are sent in the target's place", async () => {
  const { url, headers } = await serve();
  const steps = [{ ...created, url }];
  const file = join(folder(), "reproduce.mjs");
  writeFileSync(file, replayScript("a title", steps, ownPlaces) ?? "");
  await promisify(execFile)(process.execPath, [file], { env: { AUTHOR_CREDENTIAL: "a$&" } });
  const curl = curlCommands(steps, ownPlaces) ?? "";
  const echoed = execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }\n${curl}`], {
    env: { AUTHOR_CREDENTIAL: "a$&" },
    encoding: "utf8",
  });

  expect(headers[0]).toMatchObject({ "x-api-key": `key="a$&"; it's` });
  expect(headers[0]).not.toHaveProperty("authorization");
  expect(echoed).toContain(`x-api-key: key="a$&"; it's\n`);
});

test("the exit code of the script indicates a different reply", async () => {
  const { url } = await serve();
  const accepted = { ...written, url, reply: { status: 200, body: { data: {} } } };
  const file = join(folder(), "reproduce.mjs");
  writeFileSync(file, replayScript("a title", [{ ...created, url }, accepted]) ?? "");

  await expect(promisify(execFile)(process.execPath, [file], { env: {} })).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("AUTHOR_CREDENTIAL is not set"),
  });
});

test("curl commands are quoted for a shell, and contain no invisible characters", () => {
  const text = curlCommands([created, written, { ...created, kind: "watch", verb: "watch" }]) ?? "";

  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text).toContain("$CONTROLLER_CREDENTIAL");
  expect(text).toMatch(/^# #1 author watch .*a stream/mu);
  const echoed = execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }\n${text}`], {
    env: { CONTROLLER_CREDENTIAL: "secret" },
    encoding: "utf8",
  });
  expect(echoed).toContain("authorization: Bearer secret");
  const body = echoed.split("\n").findLast((line) => line.startsWith("{"));
  expect(JSON.parse(body ?? "")).toEqual({
    query: written.operation,
    variables: written.variables,
  });
});

test.each([
  { line: "PUT /apis/v1/web/status", body: { status: {} }, type: "application/json" },
  { line: "PATCH /apis/v1/web/status", body: { status: {} }, type: "application/merge-patch+json" },
  {
    line: "PATCH /apis/v1/web/status",
    body: [{ op: "test" }],
    type: "application/json-patch+json",
  },
  {
    line: "PATCH /apis/v1/web/status?fieldManager=a&force=true",
    body: { apiVersion: "v1", status: {} },
    type: "application/apply-patch+yaml",
  },
])("a request over REST is sent as it was: $type", ({ line, body, type }) => {
  const url = "https://127.0.0.1:6443/";
  const rest = { ...written, url, operation: line, variables: { body }, identity: "anonymous" };
  const text = (curlCommands([rest]) ?? "").replaceAll("'", "");
  const [method = "", path = ""] = line.split(" ");
  expect(text).toContain(`--request ${method} `);
  expect(text).toContain(`--url https://127.0.0.1:6443${path} `);
  expect(text).toContain(`--header content-type: ${type} `);
  expect(text).toContain(`--data-raw ${JSON.stringify(body)}`);
  expect(text).not.toContain("authorization");
  expect(replayScript("a title", [rest])).toContain(type);
});

test("a value that is too large is not shown in full", () => {
  const large = { ...written, variables: { text: "x".repeat(50_000_000) } };
  expect(curlCommands([large])).toBeUndefined();
  expect(replayScript("a title", [large])).toBeUndefined();
});

test("a role with several headers sends each from its own variable", async () => {
  const { url, headers } = await serve();
  const steps = [{ ...created, url }];
  const places = { ...ownPlaces, roles: { author: ["X-Role", "x-$(touch)"] } };
  const environment = { AUTHOR_X_ROLE: "editor", AUTHOR_X___TOUCH_: "s" };
  const curl = curlCommands(steps, places) ?? "";
  const echoed = execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }\n${curl}`], {
    env: environment,
    encoding: "utf8",
  });
  const file = join(folder(), "reproduce.mjs");
  const named = { ...places, roles: { author: ["X-Role"] } };
  const script = replayScript("a title", steps, named) ?? "";
  writeFileSync(file, script);
  await promisify(execFile)(process.execPath, [file], { env: environment });

  expect(echoed).toContain("x-role: editor\n");
  expect(echoed).toContain("x-$(touch): s\n");
  expect(script).toContain("AUTHOR_X_ROLE=… node reproduce.mjs");
  expect(headers[0]).toMatchObject({ "x-role": "editor" });
  expect(headers[0]).not.toHaveProperty("x-api-key");
});

test("a role without its own credential sends what identifies it", () => {
  const headers = { "Impersonate-User": "status-conformance:author" };
  const senders = {
    author: { credentialOf: "administrator", headers },
    reader: { certificateOf: "administrator", headers },
    stranger: {},
  };
  const commandOf = (identity: string) =>
    curlCommands([{ ...created, identity }], { ...usualCredentials, senders }) ?? "";

  expect(commandOf("author")).toContain('"authorization: Bearer $ADMINISTRATOR_CREDENTIAL"');
  expect(commandOf("author")).toContain("impersonate-user: status-conformance:author");
  expect(commandOf("reader")).toContain('--cert "$ADMINISTRATOR_CERTIFICATE"');
  expect(commandOf("reader")).not.toContain("authorization");
  expect(commandOf("stranger")).not.toContain("authorization");
  expect(commandOf("tenant")).toContain("$TENANT_CREDENTIAL");
});

test("a script sends the credential of the role that impersonates", async () => {
  const { url, headers } = await serve();
  const senders = {
    author: { credentialOf: "administrator", headers: { "impersonate-user": "someone" } },
  };
  const script = replayScript("a title", [{ ...created, url }], { ...usualCredentials, senders });
  const file = join(folder(), "reproduce.mjs");
  writeFileSync(file, script ?? "");
  const environment = { ADMINISTRATOR_CREDENTIAL: "t" };
  await promisify(execFile)(process.execPath, [file], { env: environment });

  expect(script).toContain("ADMINISTRATOR_CREDENTIAL=… node reproduce.mjs");
  expect(headers[0]).toMatchObject({ authorization: "Bearer t", "impersonate-user": "someone" });
});
