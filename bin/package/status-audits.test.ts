import { fileURLToPath } from "node:url";
import type { Audit as GraphqlHttpAudit } from "graphql-http";
import { describe, expect, it } from "vitest";
import { faults, startReference } from "#reference";
import { startVolumes } from "../../suites/targets/graphql/testing/endpoints/volumes.ts";
import { pickFaults } from "../self-test/picked-variants.ts";
import { statusAudits } from "./status-audits.ts";
import { closedAddress } from "../testing/strange-servers.ts";
import { ownExtension } from "../testing/own-extension.ts";
import { UsageError } from "../process/program-errors.ts";

const only = [
  "concurrency.stale-status-write-conflicts",
  "isolation.spec-write-never-changes-status",
];
// These tests do not depend on time. On a busy machine, responses must not time out.
const checks = { only, skip: ["histories/*", "properties/*"], seed: 1, timeFactor: 6 };

describe("audits of the status contract", () => {
  it("pass one by one if the endpoint conforms, in a loop for those of graphql-http", async () => {
    await using server = await startReference();
    const audits: readonly GraphqlHttpAudit[] = statusAudits({
      endpoint: () => server.url,
      ...checks,
    });
    expect(audits.map(({ id }) => id).toSorted()).toEqual(only.toSorted());
    for (const audit of audits) {
      const result = await audit.fn();
      expect(result.status).toBe("ok");
      expect(audit.name).toMatch(/^MUST \S/u);
    }
  });

  it("name the error, with the response that shows it", async () => {
    await using server = await startReference({
      faults: pickFaults(["stale-version-accepted"], faults),
    });
    const audits = statusAudits({ endpoint: server.url, ...checks });
    const audit = audits.find(({ id }) => id === "concurrency.stale-status-write-conflicts");
    const result = await audit?.fn();
    if (result === undefined || result.status === "ok") throw new Error("the audit has to fail");
    expect(result.status).toBe("error");
    expect(result.reason).toMatch(/^fail: expected: .*; actual: accepted/u);
    expect(result.response.status).toBe(200);
    expect(JSON.stringify(await result.response.json())).toContain("resourceVersion");
  });

  it("read an endpoint as a dialect file describes it, with credentials from variables", async () => {
    await using server = await startVolumes(["omission-clears"]);
    const folder = new URL("../../suites/targets/graphql/testing/endpoints/", import.meta.url);
    const omitted = "write.omitted-members-unchanged";
    const audits = statusAudits({
      endpoint: server.url,
      dialect: fileURLToPath(new URL("volumes.dialect.yaml", folder)),
      environment: { KEY: "controller-key" },
      identities: ["controller=env:KEY"],
      ...checks,
      only: [omitted, "generation.starts-at-one"],
    });
    const found = await Promise.all(audits.map(async ({ id, fn }) => [id, (await fn()).status]));
    expect(Object.fromEntries(found)).toMatchObject({ [omitted]: "error" });
    expect(found.filter(([, status]) => status === "ok")).toHaveLength(1);
  });

  it.each([
    "concurrency/stale-version-conflicts#Service.*",
    "*/stale-version-conflicts",
    "*conflicts#S*",
  ])("are those of all that the cases of a pattern show: %s", async (pattern) => {
    await using server = await startReference({
      faults: pickFaults(["stale-version-accepted"], faults),
    });
    const audits = statusAudits({
      endpoint: server.url,
      ...checks,
      only: [pattern],
      skip: [...checks.skip, "watch/*", "apply/*"],
    });
    const results = await Promise.all(audits.map(({ fn }) => fn()));
    const red = results.filter(({ status }) => status === "error").map(({ id }) => id);
    expect(red).toContain("concurrency.stale-status-write-conflicts");
  });

  it("also cover requirements of extensions", async () => {
    await using server = await startReference();
    const [audit, ...others] = statusAudits({
      endpoint: server.url,
      only: ["x-own.*"],
      extensions: [ownExtension({ holds: false })],
    });
    expect(others).toEqual([]);
    expect(audit).toMatchObject({ id: "x-own.is-created", name: "MUST An object is created." });
    expect(await audit?.fn()).toMatchObject({ status: "error" });
  });

  it.each([
    { given: { only: ["concurency.*"] }, says: /no checks selected: only "concurency\.\*"/u },
    { given: { only: ["concurency/*#Service"] }, says: /only "concurency/u },
    { given: { skip: ["*"] }, says: /no checks selected: .*skip "\*"/u },
  ])("are rejected where there would be none: $given", ({ given, says }) => {
    const call = (): unknown => statusAudits({ endpoint: "http://127.0.0.1:1/", ...given });
    expect(call).toThrow(UsageError);
    expect(call).toThrow(says);
  });

  it.each([
    {
      only: ["concurrency/stale-version-conflicts#Servise.*"],
      says: /does not match any requirement/u,
    },
    { only, skip: ["historys/*"], says: /--skip historys\/\* does not match any requirement/u },
    { only, skip: ["*/*"], says: /no checks selected/u },
  ])("reject where a pattern leaves nothing on the endpoint: $only $skip", async (row) => {
    await using server = await startReference();
    const { says, ...selection } = row;
    const [audit] = statusAudits({ endpoint: server.url, ...selection });
    await expect(audit?.fn()).rejects.toThrow(says);
  });

  it("are red if the run did not finish", async () => {
    await using server = await startReference();
    const stop = new AbortController();
    const extension = ownExtension({ holds: true, onDrive: () => stop.abort() });
    const audits = statusAudits({
      endpoint: server.url,
      only: ["x-own.*"],
      extensions: [extension],
      signal: stop.signal,
    });
    expect(await audits[0]?.fn()).toMatchObject({
      status: "error",
      reason: "inconclusive: the run was interrupted",
    });
  });

  it("reject if nothing could be checked", async () => {
    const [audit] = statusAudits({ endpoint: await closedAddress(), ...checks });
    await expect(audit?.fn()).rejects.toThrow("nothing is listening on this port");
  });
});
