import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { V1Container, V1Job, V1PersistentVolumeClaim } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { isJsonObject } from "#contract";
import { startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import {
  asText,
  installPackage,
  listAt,
  memberAt,
  repositoryText,
  repositoryYaml,
} from "../../bin/testing/installed-package.ts";
import type { EndedScript, InstalledPackage } from "../../bin/testing/installed-package.ts";
import { unknownMembers } from "../../bin/testing/kubernetes-models.ts";

let installed: InstalledPackage;
let sound: ReferenceServer;

beforeAll(async () => {
  installed = installPackage();
  sound = await startReference();
});

afterAll(async () => {
  await sound[Symbol.asyncDispose]();
  installed[Symbol.dispose]();
});

const narrowing = "--only 'concurrency/stale-version-conflicts#Service.*'";

function environmentOf(container: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listAt(container, "env").map((of) => [
      asText(memberAt(of, "name")),
      asText(memberAt(of, "value")),
    ]),
  );
}

function scriptOf(container: unknown): string {
  return asText(listAt(container, "command").at(-1));
}

function containerOf(job: unknown): unknown {
  return listAt(job, "spec", "template", "spec", "containers")[0];
}

describe("the Kubernetes manifests", () => {
  const documents = parseAllDocuments(repositoryText("docs/ci/kubernetes-job.yaml"));
  const manifests = documents.map((of): unknown => of.toJS());
  const jobs = manifests.filter((of) => memberAt(of, "kind") === "Job");
  const [indexed, merging] = jobs;

  it("only have fields that Kubernetes defines", () => {
    const models = { Job: V1Job, PersistentVolumeClaim: V1PersistentVolumeClaim };
    const kinds = manifests.map((of) => asText(memberAt(of, "kind")));
    expect(kinds.toSorted()).toEqual(["Job", "Job", "PersistentVolumeClaim"]);
    for (const manifest of manifests) {
      const model = Object.entries(models).find(([kind]) => kind === memberAt(manifest, "kind"));
      expect(unknownMembers(manifest, model?.[1].name ?? "")).toEqual([]);
    }
    expect(unknownMembers({ ...structuredClone(indexed ?? {}), sepc: 1 }, V1Job.name)).toEqual([
      "sepc",
    ]);
  });

  it("are an Indexed Job with one pod per shard, and a Job that merges", () => {
    expect(jobs.map((of) => memberAt(of, "apiVersion"))).toEqual(["batch/v1", "batch/v1"]);
    expect(memberAt(indexed, "spec")).toMatchObject({
      completionMode: "Indexed",
      backoffLimitPerIndex: 0,
      template: { spec: { restartPolicy: "Never" } },
    });
    const { SHARDS } = environmentOf(containerOf(indexed));
    expect(SHARDS).toBe(asText(memberAt(indexed, "spec", "completions")));
    expect(memberAt(indexed, "spec", "parallelism")).toBe(memberAt(indexed, "spec", "completions"));
  });

  it("contain commands that combine all shards into one verdict", async () => {
    const results = join(installed.folder, "kubernetes");
    mkdirSync(results);
    const run = (container: unknown, script: string, index: number): Promise<EndedScript> =>
      installed.run(installed.folder, script, {
        ...environmentOf(container),
        ENDPOINT: sound.url,
        RESULTS: results,
        JOB_COMPLETION_INDEX: String(index),
      });
    const shard = containerOf(indexed);
    const count = Number(memberAt(indexed, "spec", "completions"));
    for (let index = 0; index < count; index += 1) {
      const ended = await run(shard, `${scriptOf(shard)} ${narrowing}`, index);
      expect(ended.code, ended.out).toBe(0);
    }
    const ended = await run(containerOf(merging), scriptOf(containerOf(merging)), 0);
    expect(ended.code, ended.out).toBe(0);
    expect(existsSync(join(results, "merged", "junit.xml"))).toBe(true);
  });
});

describe("the Sonobuoy plugin", () => {
  const plugin = repositoryYaml("docs/ci/sonobuoy-plugin.yaml");

  it("is a definition with a valid Kubernetes container", () => {
    expect(plugin).toEqual({
      "sonobuoy-config": {
        driver: "Job",
        "plugin-name": expect.stringMatching(/^[a-z\d-]+$/u),
        "result-format": "junit",
        description: expect.any(String),
      },
      spec: expect.objectContaining({ name: "plugin" }),
    });
    const spec = memberAt(plugin, "spec");
    expect(isJsonObject(spec) && unknownMembers(spec, V1Container.name)).toEqual([]);
    expect(memberAt(spec, "volumeMounts")).toEqual([
      { name: "results", mountPath: "/tmp/sonobuoy/results" },
    ]);
  });

  it("writes the path of its results to the file that Sonobuoy waits for", async () => {
    const results = join(installed.folder, "sonobuoy");
    mkdirSync(results);
    const script = scriptOf(memberAt(plugin, "spec"))
      .replaceAll("--seed", `${narrowing} --seed`)
      .replaceAll("/tmp/shard", `${installed.folder}/sonobuoy-shard`)
      .replaceAll("/tmp/merged", `${installed.folder}/sonobuoy-merged`);
    const ended = await installed.run(installed.folder, script, {
      ENDPOINT: sound.url,
      SEED: "1",
      RESULTS_DIR: results,
    });
    expect(ended.code, ended.out).toBe(0);
    const named = readFileSync(join(results, "done"), "utf8");
    expect(readFileSync(named, "utf8")).toContain("<testsuites");
  });
});
