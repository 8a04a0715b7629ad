import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { isJsonObject, scaleLimits } from "#contract";
import type { JsonObject } from "#contract";
import type { RunResult } from "#verdicts";
import { startHttp } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import type { TestServer } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { startVolumes } from "../../suites/targets/graphql/testing/endpoints/volumes.ts";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { readDialectOption } from "../options/dialect-option.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const file = fileURLToPath(
  new URL("../../suites/targets/graphql/testing/endpoints/volumes.dialect.yaml", import.meta.url),
);
const volumes = readFileSync(file, "utf8");

const folder = folderForEachTest();

async function ask(server: TestServer, query: string, variables: JsonObject): Promise<JsonObject> {
  const response = await fetch(server.url, {
    method: "POST",
    headers: { authorization: "Bearer author-key", "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const body: unknown = await response.json();
  return isJsonObject(body) ? body : {};
}

function without(dialect: string, verbs: readonly string[]): string {
  return verbs.reduce(
    (left, verb) => left.replace(new RegExp(`^ {6}${verb}:\n(?: {8}.*\n)+`, "mu"), ""),
    dialect,
  );
}

async function check(
  server: TestServer,
  fixtures: object,
  verbs: readonly string[],
): Promise<RunResult> {
  const path = join(folder.path, "volumes.yaml");
  writeFileSync(
    path,
    `${without("delete" in fixtures ? volumes : volumes.replace("  - delete\n", ""), verbs)}    fixtures: ${JSON.stringify(fixtures)}\n`,
  );
  const dialect = { ...readDialectOption(path), path };
  const world = { environment: process.env, clock: () => new Date() };
  const limits = { ...scaleLimits(6), ...("create" in fixtures ? {} : { eventMs: 1_500 }) };
  const signal = new AbortController().signal;
  await using target = await connect({ endpoint: server.url, dialect, world, limits, signal });
  const scenarios = checks.filter(({ phase = "scenario" }) => phase === "scenario");
  return await checkTarget(target, { checks: scenarios, limits });
}

function openVerdicts({ verdicts }: RunResult): Readonly<Record<string, string>> {
  const open = verdicts.filter(
    ({ verdict }) => !["pass", "not-applicable", "excluded"].includes(verdict),
  );
  return Object.fromEntries(open.map(({ requirement, verdict }) => [requirement, verdict]));
}

async function startHook(server: TestServer): Promise<TestServer> {
  const addVolume = "mutation($i: AddVolumeInput!) { addVolume(input: $i) { volume { id } } }";
  const change = "mutation($i: ChangeVolumeInput!) { changeVolume(input: $i) { volume { id } } }";
  const drop = "mutation($i: DropVolumeInput!) { dropVolume(input: $i) { clientMutationId } }";
  const read =
    "query($p: ID!, $n: String!) { volume(by: {address: {project: $p, name: $n}}) { rv } }";
  const carryOut = async ({
    verb,
    namespace = "",
    name = "",
    spec = {},
  }: JsonObject): Promise<object> => {
    const place = { project: namespace, name };
    if (verb === "create") return ask(server, addVolume, { i: { ...place, wish: spec } });
    if (verb === "delete") return ask(server, drop, { i: place });
    const found = await ask(server, read, { p: namespace, n: name });
    const data = isJsonObject(found["data"]) ? found["data"]["volume"] : undefined;
    const rv = isJsonObject(data) ? (data["rv"] ?? 0) : 0;
    return ask(server, change, { i: { ...place, rv, wish: spec } });
  };
  return startHttp((request, response) => {
    void text(request).then(async (body) => {
      const asked: unknown = JSON.parse(body);
      const result: JsonObject = { ...(await carryOut(isJsonObject(asked) ? asked : {})) };
      const [error] = Array.isArray(result["errors"]) ? result["errors"] : [];
      const { code, message } = {
        code: "",
        message: "",
        ...(isJsonObject(error) ? { ...error, ...Object(error["extensions"]) } : {}),
      };
      const reasons: Record<string, string> = {
        ALREADY_EXISTS: "alreadyExists",
        NOT_FOUND: "notFound",
        INVALID: "invalid",
      };
      const refused = { reason: reasons[String(code)] ?? "unclassified", message: String(message) };
      response.end(error === undefined ? "" : JSON.stringify({ refused }));
    });
  });
}

const mutations = ["create", "update", "delete"];

async function runHooked(): Promise<RunResult> {
  await using server = await startVolumes();
  await using hook = await startHook(server);
  const http = { http: { url: hook.url } };
  return await check(server, { create: http, updateSpec: http, delete: http }, mutations);
}

describe("volumes that are created and deleted through hooks", () => {
  it("are judged by the visible requests, without a false positive", async () => {
    const result = await runHooked();
    expect(openVerdicts(result)).toEqual({
      "allocation.answers-are-told-apart": "inconclusive",
      // Hooks support neither roles, preconditions nor foreign fields.
      "authorization.controller-cannot-write-spec": "inconclusive",
      "authorization.controller-needs-no-spec-permission": "inconclusive",
      "concurrency.spec-and-status-share-the-version": "inconclusive",
      "concurrency.stale-spec-write-conflicts": "inconclusive",
      "isolation.create-never-stores-status": "inconclusive",
      "isolation.one-way-of-refusing": "inconclusive",
      "isolation.spec-write-never-changes-status": "inconclusive",
      "isolation.status-in-spec-write-is-rejected": "inconclusive",
    });
    expect(result.footer).toMatchObject({ leftBehind: 0 });
    expect(result.footer.sums.pass).toBeGreaterThan(50);
  });
});

describe("volumes that are there already", () => {
  it("are used once each and stay, without a false positive", async () => {
    await using server = await startVolumes();
    const names = Array.from({ length: 300 }, (_, index) => `there-${index}`);
    const addVolume = "mutation($i: AddVolumeInput!) { addVolume(input: $i) { volume { id } } }";
    for (const name of names) {
      await ask(server, addVolume, {
        i: { project: "alpha", name, wish: { bytes: 1, tier: "fast" } },
      });
    }
    const result = await check(server, { preloaded: names }, ["create", "delete"]);
    const violations = Object.values(openVerdicts(result)).filter(
      (verdict) => verdict === "fail" || verdict === "errored" || verdict === "flaky",
    );
    expect(violations).toEqual([]);
    expect(result.footer).toMatchObject({ leftBehind: 0 });
    expect(result.footer.sums.pass).toBeGreaterThan(30);
  });
});
