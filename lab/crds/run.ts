import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
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
import { interruptedCode, readResult, tryKind } from "./try-kind.ts";
import type { KindResult } from "./try-kind.ts";
import { nameList, namesAmong, npmScript, parseArguments, wholeNumber } from "../npm-script.ts";
import { runMain, printLine } from "../run-main.ts";

interface Options {
  readonly project: readonly string[];
  readonly kind: readonly string[];
  readonly unusual?: true;
  readonly folder: readonly string[];
  readonly atOnce: number;
  readonly most: number;
  readonly resume?: true;
  readonly output: string;
  readonly kept?: true;
  readonly serve?: true;
  readonly table?: string;
  readonly missing?: true;
  readonly random?: number;
  readonly seed: readonly string[];
}

const script = npmScript(
  "test:crds",
  "Download the modules of known projects, install their CRDs on a real API server without controllers, and run the " +
    "profile on each kind that has a status.",
)
  .argument("[options...]", "after --: options of each run")
  .option(
    "--project <name...>",
    "run these projects (default: all)",
    namesAmong(projects.map(({ name }) => name)),
    [],
  )
  .option("--kind <name...>", "run these kinds (default: all)", nameList, [])
  .option("--unusual", "instead run the kinds with unusual schemas of this repository")
  .option("--folder <path...>", "instead run the definitions in these folders", nameList, [])
  .option("--at-once <n>", "run n kinds concurrently", wholeNumber, 2)
  .option("--most <n>", "run at most n kinds per project", wholeNumber, 1000)
  .option("--resume", "keep the results in the output folder")
  .option("--output <folder>", "write the results here", "conformance-results/crds")
  .option("--kept", "only show the results in the output folder")
  .option("--serve", "install the CRDs and wait")
  .option("--table <file>", "add the results to the table of this page")
  .option("--missing", "run the kinds that the table lacks")
  .option("--random <n>", "instead run n kinds with random definitions for each seed", wholeNumber)
  .option("--seed <n...>", "the first seeds of the random definitions", nameList, ["1"])
  .addHelpText(
    "after",
    "\nThe exit code is 1 if a MUST is violated. With --random, it is also 1 if a MUST is inconclusive, and the seeds " +
      "of these kinds are printed.",
  );
const { args: positionals } = parseArguments(script);
const values = script.opts<Options>();

interface Candidate {
  readonly project: string;
  readonly kind: string;
}

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());

async function main(): Promise<number> {
  return values.kept === true ? await give(await keptResults()) : await tryProjects();
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
  if (values.random !== undefined) return await tryRandomKinds(cluster, values.random);
  const wanted = chosenProjects().filter(
    ({ name }) => values.project.length === 0 || values.project.includes(name),
  );
  const prepared = await Promise.all(wanted.map((one) => prepare(cluster, one)));
  const known =
    values.missing === true ? kindsIn(await readFile(values.table ?? "", "utf8")) : new Set();
  const candidates = inTurns(prepared).filter(({ kind }) => !known.has(kind));
  if (values.serve === true) return await serve(cluster);
  return await give(await tryAll(cluster, candidates));
}

function chosenProjects(): readonly Project[] {
  if (values.unusual === true) return [unusual];
  const own = values.folder.map((path) => ({ name: basename(path), paths: [path] }));
  return own.length > 0 ? own : projects;
}

function tryRandomKinds(cluster: Cluster, count: number): Promise<number> {
  return tryRandom({
    cluster,
    seeds: values.seed.flatMap((first) =>
      Array.from({ length: count }, (_, index) => Number(first) + index),
    ),
    concurrency: values.atOnce,
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
  if (stopping.signal.aborted) return interruptedCode;
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
    if (!hasStatus || !isWanted || kinds.length >= values.most) continue;
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
  const { signal } = stopping;
  const lane = async (): Promise<void> => {
    for (const candidate of queue) {
      if (signal.aborted) break;
      const kept = values.resume === true ? await keptResult(candidate.kind) : undefined;
      // A run with exit code 3 could not finish, so its kind is run again.
      const isKept = kept !== undefined && kept.code !== 3;
      const result =
        (isKept ? kept : undefined) ??
        (await tryKind({ cluster, ...candidate, output: values.output, words, signal }));
      if (signal.aborted) break;
      results.push(result);
      if (isKept) continue;
      await writeFile(resultPath(candidate.kind), `${JSON.stringify(result, undefined, 2)}\n`);
      const { project, kind, seconds, broken, refusal } = result;
      const outcome = refusal ?? (broken.length === 0 ? "nothing is broken" : broken.join(", "));
      printLine(`${project} ${kind} (${seconds} s): ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: values.atOnce }, lane));
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
