import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isJsonObject } from "#contract";
import { build } from "../../implementers/build.ts";
import { Cluster } from "../cluster.ts";
import type { ClusterOptions } from "../cluster.ts";
import { logExpectations } from "../expectations.ts";
import { runCommand } from "../lab-command.ts";
import { defineOwnKinds } from "../own-definitions.ts";
import { grantRoles } from "./grant-roles.ts";
import { serveGateway } from "./serve-gateway.ts";

export interface GatewayTrial {
  readonly servers: ClusterOptions;
  readonly cache: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
}

const folder = "lab/kubernetes/gateway";

const output = "conformance-results/kubernetes-gateway";

const namespaces = ["red", "blue"];

/**
 * Runs `init` on the GraphQL gateway of platform-mesh in front of an API server, and then the suite with the dialect
 * that it wrote. Compares the verdicts with those of the stored report. `GATEWAY_SOURCE` is a local clone of the
 * gateway's repository. Resolves with an exit code.
 */
export async function tryGateway(trial: GatewayTrial): Promise<number> {
  const { servers, environment, log } = trial;
  const { repository, commit, release } = await version();
  const built = await build(
    {
      name: "graphql-gateway",
      source: "version.json",
      tools: [
        ["git", "--version"],
        ["go", "version"],
      ],
      build: [
        ["git", "clone", "--quiet", environment["GATEWAY_SOURCE"] ?? repository, "gateway"],
        ["git", "-C", "gateway", "checkout", "--quiet", commit],
        ["go", "build", "-C", "gateway", "-o", "../server", "."],
      ],
    },
    { sources: resolve(folder), cache: trial.cache, log },
  );
  if (!built.isBuilt) {
    log(`skipped: ${built.reason}`);
    return environment["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
  }
  log(`kubernetes-graphql-gateway ${release} in front of kube-apiserver`);
  await using cluster = await Cluster.start(servers);
  await defineOwnKinds(cluster);
  await grantRoles(cluster, namespaces);
  await using gateway = await serveGateway(join(built.folder, "server"), cluster);
  const { printed, code } = await runSuite(trial, cluster, gateway.url);
  const stored = await verdictsIn(
    resolve(`reports/results/graphql-status-v1/kubernetes-graphql-gateway/${release}.json`),
  );
  const found = await verdictsIn(join(output, "report.json"));
  const differences = [...found].filter(([id, verdict]) => (stored.get(id) ?? "") !== verdict);
  const isWritten = printed.includes("no operation writes the status");
  const missed = logExpectations(log, [
    ["init states first that no operation writes the status", isWritten, printed.slice(0, 500)],
    ["the run ends without a violation", code === 0 || code === 4, `it ended with ${code}`],
    [
      "the verdicts are those of the stored report",
      found.size > 0 && differences.length === 0,
      differences
        .map(([id, verdict]) => `${id}: ${verdict}, not ${stored.get(id) ?? "none"}`)
        .join("\n"),
    ],
  ]);
  return missed === 0 ? 0 : 1;
}

async function runSuite(
  { environment }: GatewayTrial,
  cluster: Cluster,
  url: string,
): Promise<{ readonly printed: string; readonly code: number }> {
  await mkdir(output, { recursive: true });
  const dialect = join(output, "dialect.yaml");
  const { author, controller, reader, stranger } = cluster.tokens;
  const shared = {
    isShown: false,
    environment: {
      ...environment,
      AUTHOR_TOKEN: author,
      CONTROLLER_TOKEN: controller,
      READER_TOKEN: reader,
      STRANGER_TOKEN: stranger,
      INVALID_TOKEN: "never-issued",
      EXPIRED_TOKEN: await cluster.expiredToken(),
    },
  };
  const roles = ["author", "controller", "reader", "stranger", "invalid", "expired"];
  const identities = roles.map((role) => `${role}=env:${role.toUpperCase()}_TOKEN`);
  const at = ["--endpoint", url, "--no-color"];
  const given = ["--namespace", ...namespaces, "--kind", "ExampleComV1Gear"];
  const { printed } = await runCommand({
    ...shared,
    words: ["init", ...at, "--output", dialect, "--force", "--identity", ...identities, ...given],
  });
  const words = [...at, "--dialect", dialect, "--output", output, "--seed", "1"];
  const { code } = await runCommand({ ...shared, words, isShown: true });
  return { printed, code };
}

interface Version {
  readonly repository: string;
  readonly commit: string;
  readonly release: string;
}

async function version(): Promise<Version> {
  const found: unknown = JSON.parse(await readFile(join(folder, "version.json"), "utf8"));
  const { repository, commit, release } = isJsonObject(found) ? found : {};
  if (typeof repository !== "string" || typeof commit !== "string" || typeof release !== "string")
    throw new Error(`${folder}/version.json is incomplete`);
  return { repository, commit, release };
}

async function verdictsIn(path: string): Promise<ReadonlyMap<string, string>> {
  const report: unknown = JSON.parse(await readFile(path, "utf8"));
  const list = isJsonObject(report) ? report["requirements"] : undefined;
  return new Map(
    (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
      const { requirement, verdict } = isJsonObject(one) ? one : {};
      const isWhole = typeof requirement === "string" && typeof verdict === "string";
      return isWhole ? [[requirement, verdict] as const] : [];
    }),
  );
}
