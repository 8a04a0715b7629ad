import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "#contract";
import { Cluster } from "../kubernetes/cluster.ts";
import type { ClusterOptions } from "../kubernetes/cluster.ts";

export type AuditLevel = "Metadata" | "Request" | "RequestResponse";

export interface Audit {
  readonly policy: JsonObject;
  readonly users: readonly string[];
}

/**
 * An audit policy that logs all requests at the given level. Like default policies, it includes the stage
 * `RequestReceived`.
 */
export function policyAt(level: AuditLevel): JsonObject {
  return { ...policyHead, rules: [{ level }] };
}

/** An audit policy that logs the requests for one kind, as the guide to logs recommends. */
export function policyFor(group: string, resource: string): JsonObject {
  const resources = [{ group, resources: [resource, `${resource}/status`] }];
  const verbs = ["create", "update", "patch", "delete", "get"];
  return {
    ...policyHead,
    omitStages: ["RequestReceived"],
    omitManagedFields: true,
    rules: [{ level: "RequestResponse", verbs, resources }, { level: "None" }],
  };
}

const policyHead = { apiVersion: "audit.k8s.io/v1", kind: "Policy" };

export class AuditedCluster implements AsyncDisposable {
  readonly cluster: Cluster;
  readonly #policyFolder: string;

  private constructor(cluster: Cluster, policyFolder: string) {
    this.cluster = cluster;
    this.#policyFolder = policyFolder;
  }

  static async start(servers: ClusterOptions, { policy, users }: Audit): Promise<AuditedCluster> {
    const folder = await mkdtemp(join(tmpdir(), "status-conformance-audit-"));
    const policyFile = join(folder, "policy.json");
    await writeFile(policyFile, JSON.stringify(policy));
    const cluster = await Cluster.start({
      ...servers,
      administrators: users,
      apiServerFlags: {
        "audit-policy-file": policyFile,
        "audit-log-path": "{folder}/audit.log",
        // In this mode, the server writes each line before it sends the response.
        "audit-log-mode": "blocking-strict",
        // Size limit of a log in megabytes. It is high enough to prevent rotation.
        "audit-log-maxsize": "100000",
      },
    });
    return new AuditedCluster(cluster, folder);
  }

  logPath(index = 0): string {
    return join(this.cluster.replicaFolder(index), "audit.log");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster[Symbol.asyncDispose]();
    await rm(this.#policyFolder, { recursive: true, force: true });
  }
}
