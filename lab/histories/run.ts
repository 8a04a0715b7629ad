import { mkdtemp, rm } from "node:fs/promises";
import { markdownTable } from "#reports";
import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Option } from "commander";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { scopedSignal } from "#targets";
import { built, findBinaries } from "../kubernetes/binaries.ts";
import type { BinarySearch } from "../kubernetes/binaries.ts";
import { commandLine, runCommand } from "../kubernetes/lab-command.ts";
import type { AuditLevel } from "./audited-cluster.ts";
import { compareWithPorcupine } from "./compare-porcupine.ts";
import { judgeCollections } from "./public-collections.ts";
import { costOf, growLog, parseLog, writeHotLog } from "./large-log.ts";
import { plantedMistakes } from "./planted-writers.ts";
import { observeChurn } from "./observe-churn.ts";
import type { ObservedFinding } from "./observe-churn.ts";
import { recordLog, recordSample, recordTwoLogs } from "./record-log.ts";
import type { LabPrograms } from "./record-log.ts";
import { npmScript, parseArguments, wholeNumber } from "../npm-script.ts";
import { runMain, printLine } from "../run-main.ts";

interface Row {
  readonly what: string;
  readonly result: string;
  readonly goal: string;
  /** Whether the goal was reached. Absent if the goal could not be measured. */
  readonly isReached?: boolean;
}

interface Lab {
  /** Absent if no experiment needs a control plane. */
  readonly programs?: LabPrograms;
  readonly folder: string;
  readonly minutes: number;
  readonly megabytes: number;
  readonly samples: number;
}

const trials = {
  planted: tryPlanted,
  servers: tryTwoServers,
  alone: async (lab) => [await tryAlone(lab)],
  observed: tryObserved,
  large: tryLarge,
  hot: tryHot,
  collections: async () => collectionRows(),
  porcupine: async ({ samples, folder }) => [agreementRow(samples, folder)],
} as const satisfies Readonly<Record<string, (lab: Lab) => Promise<readonly Row[]>>>;

type Trial = keyof typeof trials;

const onCluster: ReadonlySet<Trial> = new Set<Trial>([
  "planted",
  "servers",
  "alone",
  "observed",
  "large",
]);

interface Options {
  readonly only: readonly Trial[];
  readonly minutes: number;
  readonly megabytes: number;
  readonly samples: number;
  readonly parse?: string;
  readonly sample?: string;
}

const allTrials = Object.keys(trials).filter(isTrial);

const script = npmScript(
  "test:histories",
  "Record audit logs of a real control plane, check them and published histories, compare the checker with porcupine, " +
    "and print all results in one table.",
)
  .addOption(
    new Option("--only <name...>", "run only these experiments")
      .choices(allTrials)
      .default(allTrials, "all"),
  )
  .option("--minutes <n>", "the duration of the observation", wholeNumber, 10)
  .option("--megabytes <n>", "the size of the large log", wholeNumber, 1_000)
  .option("--samples <n>", "compare n histories with porcupine", wholeNumber, 1_000)
  .option("--parse <file>", "instead read a log with JSON.parse, for comparison")
  .option("--sample <file>", "instead record the audit log of docs/examples/audit-log")
  .addHelpText("after", "\nThe exit code is 1 if a goal is missed.");

async function main(options: Options): Promise<number> {
  const { only: chosen, minutes, megabytes, samples, parse, sample } = options;
  if (parse !== undefined) {
    await parseLog(parse);
    return 0;
  }
  if (sample !== undefined) return await writeSample(sample);
  const isOnCluster = chosen.some((trial) => onCluster.has(trial));
  const programs = isOnCluster ? await findPrograms() : undefined;
  if (isOnCluster && programs === undefined) {
    return process.env["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
  }
  const folder = await mkdtemp(join(tmpdir(), "status-conformance-histories-"));
  try {
    const lab: Lab = {
      ...(programs === undefined ? {} : { programs }),
      folder,
      minutes,
      megabytes,
      samples,
    };
    const rows: Row[] = [];
    for (const trial of chosen) rows.push(...(await trials[trial](lab)));
    return end(rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSample(file: string): Promise<number> {
  const programs = await findPrograms();
  if (programs === undefined) return 3;
  await recordSample(programs, resolve(file));
  return 0;
}

function isTrial(name: string): name is Trial {
  return Object.hasOwn(trials, name);
}

function end(rows: readonly Row[]): number {
  process.stdout.write(tableOf(rows));
  return rows.some(({ isReached }) => isReached === false) ? 1 : 0;
}

function agreementRow(samples: number, folder: string): Row {
  const agreement = compareWithPorcupine(samples, folder);
  const goal = `0 of ${samples}`;
  if (typeof agreement === "string") {
    return {
      what: "disagreements with porcupine",
      result: `not measured: ${agreement}`,
      goal,
    };
  }
  const { illegal, disagreements, undecided } = agreement;
  return {
    what: `disagreements with porcupine, and with our verdict on the sample exported to EDN and read back (${illegal} illegal, ${undecided} undecided)`,
    result: `${disagreements} of ${agreement.samples}`,
    goal,
    isReached: disagreements === 0 && undecided * 20 < samples,
  };
}

function collectionRows(): readonly Row[] {
  const what = "known anomalies in Jepsen's histories of etcd";
  const result = judgeCollections();
  if (typeof result === "string") {
    return [{ what, result: `not measured: ${result}`, goal: "all" }];
  }
  const { histories, anomalies, found, falseAlarms, names } = result;
  const named = [...names].map(([name, count]) => `${count} ${name}`).join(", ");
  return [
    {
      what: `${what} that are found (first of each: ${named})`,
      result: `${found} of ${anomalies}`,
      goal: "all",
      isReached: found === anomalies,
    },
    {
      what: `findings in those of the ${histories} histories that are known to be legal`,
      result: String(falseAlarms),
      goal: "0",
      isReached: falseAlarms === 0,
    },
  ];
}

async function findPrograms(): Promise<LabPrograms | undefined> {
  const { env } = process;
  const cacheHome = env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const search: BinarySearch = {
    modules: resolve("lab/kubernetes/servers"),
    cache: join(cacheHome, "status-conformance"),
    log: printLine,
  };
  const servers = await findBinaries(search);
  if (!servers.isFound) {
    printLine(`skipped because the servers are missing: ${servers.reason}`);
    return undefined;
  }
  using limit = scopedSignal({});
  const controllerManager = await built("kube-controller-manager", search, limit.signal);
  return { etcd: servers.etcd, apiServer: servers.apiServer, controllerManager };
}

/** Plants defects in a workload of real controllers, at the audit levels that record the most and the least data. */
async function tryPlanted(lab: Lab): Promise<readonly Row[]> {
  const { named, wrong } = againstPlanted(await judged([await plantedLog(lab, "RequestResponse")]));
  const metadata = await judged([await plantedLog(lab, "Metadata")]);
  return [
    {
      what: "planted mistakes attributed to the right users",
      result: `${named} of ${plantedMistakes.length}`,
      goal: `${plantedMistakes.length} of ${plantedMistakes.length}`,
      isReached: named === plantedMistakes.length,
    },
    {
      what: "other findings in that log",
      result: String(wrong),
      goal: "0",
      isReached: wrong === 0,
    },
    {
      what: "findings at level Metadata, which cannot show these mistakes",
      result: String(metadata.findings.length + metadata.anomalies.length),
      goal: "0",
      isReached: metadata.findings.length + metadata.anomalies.length === 0,
    },
  ];
}

/** Number of milliseconds by which the second API server's clock is behind. */
const behindMs = 200;

/** The value of `--clock-error` for both logs, in milliseconds. It exceeds the difference between their clocks. */
const clockErrorMs = 250;

async function tryTwoServers({ programs, folder }: Lab): Promise<readonly Row[]> {
  if (programs === undefined) throw new Error("no control plane");
  const logs = [join(folder, "first.log"), join(folder, "second.log")] as const;
  printLine("recording: six planted mistakes on two API servers");
  await recordTwoLogs(programs, { into: logs, behindMs });
  const merged = await judged(logs, ["--clock-error", String(clockErrorMs)]);
  const { named, wrong } = againstPlanted(merged);
  const of = `logs of two API servers, clocks ${behindMs} ms apart, --clock-error ${clockErrorMs}`;
  return [
    {
      what: `planted mistakes attributed to the right users: ${of}`,
      result: `${named} of ${plantedMistakes.length}`,
      goal: `${plantedMistakes.length} of ${plantedMistakes.length}`,
      isReached: named === plantedMistakes.length,
    },
    {
      what: "other findings in these logs",
      result: String(wrong),
      goal: "0",
      isReached: wrong === 0,
    },
  ];
}

function againstPlanted({ findings, anomalies }: Judged): { named: number; wrong: number } {
  const named = plantedMistakes.filter((mistake) =>
    findings.some((finding) => isOf(finding, mistake)),
  );
  const others = findings.filter(
    (finding) => !plantedMistakes.some((mistake) => isOf(finding, mistake)),
  );
  for (const other of [...others, ...anomalies]) printLine(JSON.stringify(other, undefined, 2));
  for (const { rule, user } of plantedMistakes.filter((mistake) => !named.includes(mistake)))
    printLine(`not found: ${rule} of ${user}`);
  return { named: named.length, wrong: others.length + anomalies.length };
}

async function plantedLog({ programs, folder }: Lab, level: AuditLevel): Promise<string> {
  const log = join(folder, `planted-${level}.log`);
  if (existsSync(log) || programs === undefined) return log;
  printLine(`recording: 30 s of churn with six planted mistakes at level ${level}`);
  await recordLog(programs, { level, churnMs: 30_000, isPlanted: true, into: log });
  return log;
}

type Mistake = (typeof plantedMistakes)[number];

function isOf(finding: JsonObject, { rule, user, other }: Mistake): boolean {
  const users = [userIn(finding["by"]), userIn(finding["other"])];
  const wanted = [user, other];
  return finding["rule"] === rule && users.every((name, i) => name === wanted[i]);
}

function userIn(writer: unknown): unknown {
  return isJsonObject(writer) ? writer["user"] : undefined;
}

/** Runs real controllers without planted defects. Every finding is a false positive or a new defect. */
async function tryAlone({ programs, folder, minutes }: Lab): Promise<Row> {
  const log = join(folder, "alone.log");
  if (programs === undefined) throw new Error("no control plane");
  printLine(`recording: ${minutes} min of churn under kube-controller-manager`);
  const churnMs = minutes * 60_000;
  await recordLog(programs, { level: "RequestResponse", churnMs, isPlanted: false, into: log });
  const { findings, anomalies, requests } = await judged([log]);
  for (const finding of findings) printLine(JSON.stringify(finding, undefined, 2));
  const count = findings.length + anomalies.length;
  return {
    what: `findings in ${requests} requests from kube-controller-manager in ${minutes} min, without planted mistakes`,
    result: String(count),
    goal: "0",
    isReached: count === 0,
  };
}

/** Runs `observe` on known controllers. Findings that are known to be true do not count as false positives. */
async function tryObserved({ programs, folder, minutes }: Lab): Promise<readonly Row[]> {
  if (programs === undefined) throw new Error("no control plane");
  printLine(`observing: ${minutes} min of churn under kube-controller-manager`);
  const output = join(folder, "observed");
  const { kinds, found } = await observeChurn(programs, {
    churnMs: minutes * 60_000,
    output,
  });
  const strange = found.filter((finding) => !isKnownTrue(finding));
  for (const { requirement, kind, actual } of found) printLine(`${requirement} ${kind}: ${actual}`);
  const of = `${minutes} min of kube-controller-manager (${kinds} kinds)`;
  return [
    {
      what: `findings of \`observe\` in ${of} that are not known to be true`,
      result: String(strange.length),
      goal: "0",
      isReached: strange.length === 0,
    },
    {
      what: `true findings in them: ${[...new Set(found.filter(isKnownTrue).map(({ requirement, kind }) => `${requirement} of ${kind}`))].join(", ")}`,
      result: String(found.length - strange.length),
      goal: "some",
      isReached: found.length > strange.length,
    },
  ];
}

/** Whether a finding is a defect of kube-controller-manager 1.34.4 that a review of its code confirms. */
function isKnownTrue({ requirement, kind }: ObservedFinding): boolean {
  return (
    requirement === "controller.observed-generation-reported" && kindsWithoutGeneration.has(kind)
  );
}

const kindsWithoutGeneration: ReadonlySet<string> = new Set([
  "CronJob",
  "Job",
  "Namespace",
  "Node",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "ResourceQuota",
]);

async function tryLarge(lab: Lab): Promise<readonly Row[]> {
  const { folder, megabytes } = lab;
  const log = join(folder, "large.log");
  const planted = await plantedLog(lab, "RequestResponse");
  printLine(`growing a log to ${megabytes} MB`);
  const size = await growLog(planted, log, megabytes * 1e6);
  const parse = await costOf([fileURLToPath(import.meta.url), "--parse", log]);
  const check = await costOf([commandLine, "check-history", "--from", "kubernetes-audit", log]);
  if (check.code !== 1) throw new Error(`judging the large log ended with ${String(check.code)}`);
  const ratio = check.seconds / parse.seconds;
  const ofProcessors = check.processorSeconds / parse.processorSeconds;
  const gigabytes = (size / 1e9).toFixed(1);
  return [
    {
      what: `${gigabytes} GB of log: time, as a multiple of JSON.parse line by line (${parse.seconds.toFixed(1)} s)`,
      result: ratio.toFixed(2),
      goal: "at most 3",
      isReached: ratio <= 3,
    },
    {
      what: `${gigabytes} GB of log: CPU time, as a multiple of \`JSON.parse\` (${parse.processorSeconds.toFixed(1)} s)`,
      result: ofProcessors.toFixed(2),
      goal: "at most 3",
      isReached: ofProcessors <= 3,
    },
    {
      what: `${gigabytes} GB of log: memory`,
      result: `${Math.round(check.mebibytes)} MiB`,
      goal: "at most 400 MiB",
      isReached: check.mebibytes <= 400,
    },
  ];
}

/** Number of requests for a single object. Its history cannot be split. */
const hotRequests = 100_000;

async function tryHot({ folder }: Lab): Promise<readonly Row[]> {
  const [few, many] = [
    await hotMebibytes(folder, hotRequests),
    await hotMebibytes(folder, 10 * hotRequests),
  ];
  return [
    {
      what: `${hotRequests} requests for one object: memory`,
      result: `${Math.round(few)} MiB`,
      goal: "at most 400 MiB",
      isReached: few <= 400,
    },
    {
      what: "ten times as many: additional memory",
      result: `${Math.round(many - few)} MiB`,
      goal: "at most 64 MiB",
      isReached: many - few <= 64,
    },
  ];
}

async function hotMebibytes(folder: string, requests: number): Promise<number> {
  const log = join(folder, "hot.log");
  printLine(`judging ${requests} requests for one object`);
  await writeHotLog(log, requests);
  const check = await costOf([commandLine, "check-history", "--from", "kubernetes-audit", log]);
  await rm(log);
  if (check.code !== 0) throw new Error(`judging the log of one object ended with ${check.code}`);
  return check.mebibytes;
}

interface Judged {
  readonly findings: readonly JsonObject[];
  readonly anomalies: readonly JsonObject[];
  readonly requests: number;
}

async function judged(logs: readonly string[], options: readonly string[] = []): Promise<Judged> {
  const from = ["--from", "kubernetes-audit", ...logs];
  const words = ["check-history", ...from, "--format", "json", ...options];
  const { code, printed } = await runCommand({ words, environment: process.env, isShown: false });
  const answer: unknown =
    code <= 1 || code === 4 ? JSON.parse(printed.slice(printed.indexOf("{"))) : undefined;
  if (!isJsonObject(answer))
    throw new Error(`judging ${logs.join(", ")} failed with ${code}: ${printed}`);
  const { requests } = answer;
  return {
    findings: objectsIn(answer["findings"]),
    anomalies: objectsIn(answer["anomalies"]),
    requests: typeof requests === "number" ? requests : 0,
  };
}

function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ what, result, goal, isReached }) => [
    what,
    result,
    goal,
    reachedWord(isReached),
  ]);
  return `${markdownTable(["what", "result", "goal", "reached"], cells)}\n`;
}

function reachedWord(isReached: boolean | undefined): string {
  if (isReached === undefined) return "-";
  return isReached ? "yes" : "NO";
}

await runMain(() => main(parseArguments(script).opts<Options>()));
