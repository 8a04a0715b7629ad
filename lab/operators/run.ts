import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isJsonObject } from "#contract";
import { scopedSignal } from "#targets";
import { askCluster } from "../kubernetes/administrator.ts";
import { buildLimitIn, findBinaries } from "../kubernetes/binaries.ts";
import { Cluster } from "../kubernetes/cluster.ts";
import type { ClusterOptions } from "../kubernetes/cluster.ts";
import { defineOwnKinds } from "../kubernetes/named-kinds.ts";
import { runProfile } from "../kubernetes/run-profile.ts";
import { operators } from "./operators.ts";
import type { Operator } from "./operators.ts";
import { runMain, tell } from "../run-main.ts";

/**
 * `npm run test:operators`: runs a small operator for each library with `npx conformance controller` on a real API
 * server, and prints a table. `--operator NAME` selects an operator; arguments after `--` are passed to the command
 * line. Skips operators whose language is missing, and prints the reason. Exits with 1 if an operator could not run or
 * a MUST is broken.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    operator: { type: "string", multiple: true, default: [] },
    output: { type: "string", default: "conformance-results/operators" },
  },
});

interface Driven {
  readonly operator: Operator;
  readonly code: number;
  readonly verdicts: ReadonlyMap<string, readonly string[]>;
  /** Why the operator was skipped. Absent if it ran. */
  readonly skipped?: string;
}

async function main(): Promise<number> {
  const { env } = process;
  const cache = join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "status-conformance");
  const limits = buildLimitIn(env);
  const binaries = await findBinaries({
    ...(env["KUBEBUILDER_ASSETS"] === undefined ? {} : { assets: env["KUBEBUILDER_ASSETS"] }),
    modules: resolve("lab/kubernetes/servers"),
    cache,
    tell,
    ...limits,
  });
  if (!binaries.isFound) {
    tell(`skipped because the servers are missing: ${binaries.reason}`);
    return env["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
  }
  const servers = { etcd: binaries.etcd, apiServer: binaries.apiServer };
  const results: Driven[] = [];
  for (const operator of operators) {
    if (values.operator.length > 0 && !values.operator.includes(operator.name)) continue;
    using limit = scopedSignal(limits);
    const command = await operator.prepare({ cache, tell, limit: limit.signal }).catch(asError);
    results.push(
      typeof command === "string"
        ? await drive(operator, { command, servers })
        : { operator, code: 0, verdicts: new Map(), skipped: command.message },
    );
  }
  process.stdout.write(tableOf(results));
  return results.some(isBad) ? 1 : 0;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Whether an operator failed. Requirements that it does not exercise stay undecided, which is not a failure. */
function isBad({ code }: Driven): boolean {
  return code !== 0 && code !== 4;
}

async function drive(
  operator: Operator,
  { command, servers }: { readonly command: string; readonly servers: ClusterOptions },
): Promise<Driven> {
  tell(`${operator.name}: ${operator.library}`);
  await using cluster = await Cluster.start(servers);
  await defineOwnKinds(cluster);
  await allow(cluster);
  const output = join(values.output, operator.name);
  const code = await runProfile({
    cluster,
    output,
    command: "controller",
    words: `--kind gears.example.com --ready-time 2m --seed 1 --runs 4 --quiet --no-color
      --identity controller=env:CONTROLLER_TOKEN --format terminal,json`
      .split(/\s+/u)
      .concat("--ready", operator.ready, "--command", command, ...positionals),
    environment: { ...process.env, CONTROLLER_TOKEN: cluster.tokens.controller },
  });
  return { operator, code, verdicts: await verdictsIn(join(output, "report.json")) };
}

function rule(group: string, resources: readonly string[], verbs: string): object {
  return { apiGroups: [group], resources, verbs: verbs.split(" ") };
}

/**
 * Grants the permissions that operators with these libraries need: for their kind, for annotating objects and for
 * creating events.
 */
async function allow(cluster: Cluster): Promise<void> {
  const metadata = { name: "operators" };
  const rules = [
    rule("example.com", ["gears"], "get list watch patch update"),
    rule("example.com", ["gears/status"], "get patch update"),
    rule("apiextensions.k8s.io", ["customresourcedefinitions"], "get list watch"),
    rule("", ["namespaces"], "get list watch"),
    rule("", ["events"], "create patch"),
  ];
  const user = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "controller" };
  const role = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: metadata.name };
  const group = "/apis/rbac.authorization.k8s.io/v1";
  for (const [kind, object] of [
    ["clusterroles", { metadata, rules }],
    ["clusterrolebindings", { metadata, roleRef: role, subjects: [user] }],
  ] as const) {
    const { status, text } = await askCluster(cluster, `${group}/${kind}`, object);
    if (status !== 201) throw new Error(`${kind} could not be created: HTTP ${status} ${text}`);
  }
}

async function verdictsIn(path: string): Promise<Driven["verdicts"]> {
  const verdicts = new Map<string, string[]>();
  const text = await readFile(path, "utf8").catch(() => "{}");
  const report: unknown = JSON.parse(text);
  const lines: unknown = isJsonObject(report) ? report["requirements"] : undefined;
  for (const line of Array.isArray(lines) ? lines : []) {
    const { verdict, requirement } = isJsonObject(line) ? line : {};
    if (typeof verdict !== "string" || typeof requirement !== "string") continue;
    verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), requirement]);
  }
  return verdicts;
}

function tableOf(results: readonly Driven[]): string {
  const head = ["Operator", "Exit code", "pass", "Broken MUSTs", "Broken SHOULDs", "Undecided"];
  const rows = results.map(({ operator, code, verdicts, skipped }) =>
    skipped === undefined
      ? [
          operator.library,
          String(code),
          String(verdicts.get("pass")?.length ?? 0),
          named(verdicts, ["fail", "flaky"]),
          named(verdicts, ["warn"]),
          named(verdicts, ["inconclusive", "untestable", "errored"]),
        ]
      : [operator.library, "skipped", "", "", "", skipped.split("\n")[0] ?? ""],
  );
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

function named(verdicts: Driven["verdicts"], wanted: readonly string[]): string {
  return wanted
    .flatMap((verdict) => verdicts.get(verdict) ?? [])
    .map((name) => `\`${name}\``)
    .join(", ");
}

await runMain(main);
