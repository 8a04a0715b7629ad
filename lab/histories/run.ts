import { mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { scopedSignal } from "#targets";
import { built, findBinaries } from "../kubernetes/binaries.ts";
import type { BinarySearch } from "../kubernetes/binaries.ts";
import { commandLine, runCommand } from "../kubernetes/run-command.ts";
import { compareWithPorcupine } from "./compare-porcupine.ts";
import { judgeCollections } from "./public-collections.ts";
import { costOf, growLog, parseLog } from "./large-log.ts";
import { plantedMistakes } from "./planted-writers.ts";
import { recordLog } from "./record-log.ts";
import type { LabPrograms } from "./record-log.ts";
import { runMain, tell } from "../run-main.ts";

/** One line of the table. */
interface Row {
  readonly what: string;
  readonly result: string;
  readonly goal: string;
  /** Absent where it was not measured. */
  readonly isReached?: boolean;
}

/** What a trial works with. */
interface Lab {
  readonly programs: LabPrograms;
  readonly folder: string;
  /** How long the controllers run alone, in minutes. */
  readonly minutes: number;
  /** The size of the large log, in megabytes. */
  readonly megabytes: number;
}

/**
 * `npm run test:histories -- [--minutes N] [--megabytes N] [--samples N]`: records audit logs of a real control plane, judges
 * them, compares our checker with porcupine, and prints what was found in one table. `--porcupine` does
 * the comparison alone, `--collections` the published histories. `--parse FILE` reads a log with JSON.parse, for comparison.
 */
async function main(words: readonly string[]): Promise<number> {
  const [option, file] = words;
  if (option === "--parse" && file !== undefined) {
    await parseLog(file);
    return 0;
  }
  const samples = numberAfter(words, "--samples", 1_000);
  if (option === "--porcupine") return await tryAgreement(samples);
  if (option === "--collections") return end(collectionRows());
  const programs = await findPrograms();
  if (programs === undefined) return process.env["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
  const folder = await mkdtemp(join(tmpdir(), "status-conformance-histories-"));
  try {
    const minutes = numberAfter(words, "--minutes", 10);
    const megabytes = numberAfter(words, "--megabytes", 1_000);
    const lab: Lab = { programs, folder, minutes, megabytes };
    return end([
      ...(await tryPlanted(lab)),
      await tryAlone(lab),
      ...(await tryLarge(lab)),
      ...collectionRows(),
      agreementRow(samples, folder),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the table. Returns the exit code. */
function end(rows: readonly Row[]): number {
  process.stdout.write(tableOf(rows));
  return rows.some(({ isReached }) => isReached === false) ? 1 : 0;
}

/** `--porcupine` compares the checkers alone. */
async function tryAgreement(samples: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "status-conformance-histories-"));
  try {
    return end([agreementRow(samples, folder)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

function numberAfter(words: readonly string[], option: string, usual: number): number {
  const at = words.indexOf(option);
  const number = at < 0 ? usual : Number(words[at + 1]);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`${option} takes a number`);
}

async function findPrograms(): Promise<LabPrograms | undefined> {
  const { env } = process;
  const cacheHome = env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const search: BinarySearch = {
    modules: resolve("lab/kubernetes/servers"),
    cache: join(cacheHome, "status-conformance"),
    tell,
  };
  const servers = await findBinaries(search);
  if (!servers.isFound) {
    tell(`skipped: no servers to test against: ${servers.reason}`);
    return undefined;
  }
  using limit = scopedSignal({});
  const controllerManager = await built("kube-controller-manager", search, limit.signal);
  return { etcd: servers.etcd, apiServer: servers.apiServer, controllerManager };
}

/** Planted mistakes among the work of real controllers, at the level that shows most and at the one that shows least. */
async function tryPlanted({ programs, folder }: Lab): Promise<readonly Row[]> {
  const log = join(folder, "planted.log");
  tell("recording: 30 s of churn with six planted mistakes");
  await recordLog(programs, {
    level: "RequestResponse",
    churnMs: 30_000,
    isPlanted: true,
    into: log,
  });
  const { findings, anomalies } = await judged(log);
  const named = plantedMistakes.filter((mistake) =>
    findings.some((finding) => isOf(finding, mistake)),
  );
  const others = findings.filter(
    (finding) => !plantedMistakes.some((mistake) => isOf(finding, mistake)),
  );
  const wrong = others.length + anomalies.length;
  return [
    {
      what: "planted mistakes that are named with their users",
      result: `${named.length} of ${plantedMistakes.length}`,
      goal: `${plantedMistakes.length} of ${plantedMistakes.length}`,
      isReached: named.length === plantedMistakes.length,
    },
    {
      what: "other findings in that log",
      result: String(wrong),
      goal: "0",
      isReached: wrong === 0,
    },
  ];
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

/** Real controllers with nobody else at fault: whatever is found is a false positive, or news. */
async function tryAlone({ programs, folder, minutes }: Lab): Promise<Row> {
  const log = join(folder, "alone.log");
  tell(`recording: ${minutes} min of churn under kube-controller-manager`);
  const churnMs = minutes * 60_000;
  await recordLog(programs, { level: "RequestResponse", churnMs, isPlanted: false, into: log });
  const { findings, anomalies, requests } = await judged(log);
  for (const finding of findings) tell(JSON.stringify(finding, undefined, 2));
  const count = findings.length + anomalies.length;
  return {
    what: `findings in ${requests} requests of ${minutes} min of kube-controller-manager alone`,
    result: String(count),
    goal: "0",
    isReached: count === 0,
  };
}

async function tryLarge({ folder, megabytes }: Lab): Promise<readonly Row[]> {
  const log = join(folder, "large.log");
  tell(`growing a log to ${megabytes} MB`);
  const size = await growLog(join(folder, "planted.log"), log, megabytes * 1e6);
  const parse = await costOf([fileURLToPath(import.meta.url), "--parse", log]);
  const check = await costOf([commandLine, "check-history", "--from", "kubernetes-audit", log]);
  if (check.code !== 1) throw new Error(`the large log was judged with ${String(check.code)}`);
  const ratio = check.seconds / parse.seconds;
  const gigabytes = (size / 1e9).toFixed(1);
  return [
    {
      what: `${gigabytes} GB of log: time, as a multiple of JSON.parse line by line (${parse.seconds.toFixed(1)} s)`,
      result: ratio.toFixed(2),
      goal: "at most 3",
      isReached: ratio <= 3,
    },
    {
      what: `${gigabytes} GB of log: memory`,
      result: `${Math.round(check.mebibytes)} MiB`,
      goal: "at most 400 MiB",
      isReached: check.mebibytes <= 400,
    },
  ];
}

interface Judged {
  readonly findings: readonly JsonObject[];
  readonly anomalies: readonly JsonObject[];
  readonly requests: number;
}

async function judged(log: string): Promise<Judged> {
  const words = ["check-history", "--from", "kubernetes-audit", log, "--format", "json"];
  const { code, printed } = await runCommand({ words, environment: process.env, isShown: false });
  const answer: unknown = code <= 1 ? JSON.parse(printed.slice(printed.indexOf("{"))) : undefined;
  if (!isJsonObject(answer)) throw new Error(`judging ${log} ended with ${code}: ${printed}`);
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
  const lines = rows.map(
    ({ what, result, goal, isReached }) =>
      `| ${what} | ${result} | ${goal} | ${reachedWord(isReached)} |`,
  );
  return `${["| what | result | goal | reached |", "| --- | --- | --- | --- |", ...lines].join("\n")}\n`;
}

function reachedWord(isReached: boolean | undefined): string {
  if (isReached === undefined) return "-";
  return isReached ? "yes" : "NO";
}

await runMain(() => main(process.argv.slice(2)));
