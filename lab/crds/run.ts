import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildLimitIn, findBinaries } from "../kubernetes/binaries.ts";
import { Cluster } from "../kubernetes/cluster.ts";
import { fetchModule } from "./fetch-module.ts";
import type { Fetched } from "./fetch-module.ts";
import { install } from "./install.ts";
import { projects, unusual } from "./projects.ts";
import type { Project } from "./projects.ts";
import { tryRandom } from "./random/try-random.ts";
import { readDefinitions } from "./read-definitions.ts";
import { kindsIn, tableOf, withTable } from "./definitions-table.ts";
import { readResult, tryKind } from "./try-kind.ts";
import type { KindResult } from "./try-kind.ts";
import { runMain, printLine } from "../run-main.ts";

/**
 * `npm run test:crds`: downloads the modules of known projects, installs their CRDs on a real API server without
 * controllers, and runs the profile on each kind that has a status. `--project NAME` and `--kind NAME` select projects
 * and kinds. `--unusual` instead selects this repository's kinds with unusual schemas, and `--folder PATH` selects the
 * definitions in a folder. `--most N` limits the number of kinds per project, and `--at-once N` sets the concurrency.
 * `--resume` keeps the results in the output folder. `--table FILE` adds the results to the table of a page, and
 * `--missing` selects kinds that this table lacks. `--kept` only shows stored results, and `--serve` installs the CRDs
 * and waits. Arguments after `--` are passed to each run. `--random N` runs N kinds with random definitions for each
 * `--seed S`, starting at that seed, and prints the seed of each kind that did not run, or that has a violated or
 * inconclusive MUST. Exits with 0 if no MUST is violated. With `--random`, exits with 0 only if no seed was printed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: "string", multiple: true, default: [] },
    kind: { type: "string", multiple: true, default: [] },
    unusual: { type: "boolean", default: false },
    folder: { type: "string", multiple: true, default: [] },
    "at-once": { type: "string", default: "2" },
    most: { type: "string", default: "1000" },
    resume: { type: "boolean", default: false },
    output: { type: "string", default: "conformance-results/crds" },
    kept: { type: "boolean", default: false },
    serve: { type: "boolean", default: false },
    table: { type: "string" },
    missing: { type: "boolean", default: false },
    random: { type: "string" },
    seed: { type: "string", multiple: true, default: ["1"] },
  },
});

interface Candidate {
  readonly project: string;
  readonly kind: string;
}

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());

async function main(): Promise<number> {
  return values.kept ? await give(await keptResults()) : await tryProjects();
}

async function tryProjects(): Promise<number> {
  const { env } = process;
  const binaries = await findBinaries({
    ...(env["KUBEBUILDER_ASSETS"] === undefined ? {} : { assets: env["KUBEBUILDER_ASSETS"] }),
    modules: resolve("lab/kubernetes/servers"),
    cache: join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "status-conformance"),
    log: printLine,
    ...buildLimitIn(env),
  });
  if (!binaries.isFound) {
    printLine(`skipped because the servers are missing: ${binaries.reason}`);
    return env["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
  }
  await using cluster = await Cluster.start({ etcd: binaries.etcd, apiServer: binaries.apiServer });
  if (values.random !== undefined) return await tryRandomKinds(cluster, Number(values.random));
  const wanted = chosenProjects().filter(
    ({ name }) => values.project.length === 0 || values.project.includes(name),
  );
  const prepared = await Promise.all(wanted.map((one) => prepare(cluster, one)));
  const known = values.missing ? kindsIn(await readFile(values.table ?? "", "utf8")) : new Set();
  const candidates = inTurns(prepared).filter(({ kind }) => !known.has(kind));
  if (values.serve) return await serve(cluster);
  return await give(await tryAll(cluster, candidates));
}

function chosenProjects(): readonly Project[] {
  if (values.unusual) return [unusual];
  const own = values.folder.map((path) => ({ name: basename(path), paths: [path] }));
  return own.length > 0 ? own : projects;
}

function tryRandomKinds(cluster: Cluster, count: number): Promise<number> {
  return tryRandom({
    cluster,
    seeds: values.seed.flatMap((first) =>
      Array.from({ length: count }, (_, index) => Number(first) + index),
    ),
    concurrency: Number(values["at-once"]),
    output: values.output,
    words,
    signal: stopping.signal,
  });
}

async function give(results: readonly KindResult[]): Promise<number> {
  const table = tableOf(results);
  process.stdout.write(table);
  await writeFile(join(values.output, "table.md"), table);
  if (values.table !== undefined) {
    const page = await readFile(values.table, "utf8");
    await writeFile(values.table, withTable(page, results));
  }
  return results.some(({ broken }) => broken.length > 0) ? 1 : 0;
}

async function keptResults(): Promise<readonly KindResult[]> {
  const kinds = await readdir(values.output);
  const results = await Promise.all(kinds.map((kind) => keptResult(kind)));
  return inOrder(results.filter((result) => result !== undefined));
}

function inOrder(results: readonly KindResult[]): readonly KindResult[] {
  return results.toSorted((left, right) => (place(left) < place(right) ? -1 : 1));
}

async function prepare(cluster: Cluster, project: Project): Promise<readonly Candidate[]> {
  const { name, module, paths } = project;
  const fetched: Fetched =
    module === undefined ? { isFetched: true, folder: resolve(".") } : await fetchModule(module);
  if (!fetched.isFetched) {
    printLine(`${name}: skipped: ${fetched.reason}`);
    return [];
  }
  const kinds: Candidate[] = [];
  for (const definition of await readDefinitions(fetched.folder, paths)) {
    const { name: kind, hasStatus } = definition;
    const isWanted = values.kind.length === 0 || values.kind.includes(kind);
    if (stopping.signal.aborted) break;
    if (!hasStatus || !isWanted || kinds.length >= Number(values.most)) continue;
    const problem = await install(cluster, definition);
    if (problem === undefined) kinds.push({ project: name, kind });
    else printLine(`${kind}: ${problem}`);
  }
  return kinds;
}

async function tryAll(
  cluster: Cluster,
  candidates: readonly Candidate[],
): Promise<readonly KindResult[]> {
  const queue = candidates.values();
  const results: KindResult[] = [];
  const lane = async (): Promise<void> => {
    for (const candidate of queue) {
      if (stopping.signal.aborted) break;
      const kept = values.resume ? await keptResult(candidate.kind) : undefined;
      // A run with exit code 3 could not finish, so its kind is run again.
      const isKept = kept !== undefined && kept.code !== 3;
      const result =
        (isKept ? kept : undefined) ??
        (await tryKind({ cluster, ...candidate, output: values.output, words }));
      results.push(result);
      if (isKept) continue;
      await writeFile(resultPath(candidate.kind), `${JSON.stringify(result, undefined, 2)}\n`);
      const { project, kind, seconds, broken, refusal } = result;
      const outcome = refusal ?? (broken.length === 0 ? "nothing is broken" : broken.join(", "));
      printLine(`${project} ${kind} (${seconds} s): ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values["at-once"]) }, lane));
  return inOrder(results);
}

/** Alternates between projects, so that an interrupted run has covered each of them. */
function inTurns(groups: readonly (readonly Candidate[])[]): readonly Candidate[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    groups.flatMap((group) => group.slice(turn, turn + 1)),
  ).flat();
}

function resultPath(kind: string): string {
  return join(values.output, kind, "result.json");
}

async function keptResult(kind: string): Promise<KindResult | undefined> {
  try {
    return readResult(JSON.parse(await readFile(resultPath(kind), "utf8")));
  } catch {
    return undefined;
  }
}

const words: readonly string[] = [
  "--seed",
  "1",
  "--runs",
  "2",
  "--attempts",
  "2",
  // The timeout is generous, because a late response from a busy machine is not a finding.
  "--timeout",
  "60",
  "--format",
  "json",
  ...positionals,
];

function place({ project, kind }: KindResult): string {
  return `${project} ${kind}`;
}

async function serve(cluster: Cluster): Promise<number> {
  printLine(`export ENDPOINT=${cluster.endpoints[0] ?? ""}`);
  printLine(`export CA=${cluster.certificatePath()}`);
  printLine(`export ADMINISTRATOR_TOKEN=${cluster.tokens.admin}`);
  const waiting = setInterval(() => undefined, 60_000);
  if (!stopping.signal.aborted) await once(stopping.signal, "abort");
  clearInterval(waiting);
  return 0;
}

await runMain(main);
