import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { scaleLimits, limits as usualLimits } from "#contract";
import { demoTokens } from "#reference";
import type { CaseCall, CaseResult } from "./case-run.ts";
import { dialectOf } from "./dialects.ts";
import type { HostileCase } from "./hostile-case.ts";
import { HostileServer } from "./hostile-server.ts";
import { judgeCase } from "./judge-case.ts";
import { encodings } from "../../suites/targets/port/testing/encodings.ts";
import type { Tally } from "./tally.ts";
import type { Upstream } from "./upstream.ts";

/** Where a call of the program is carried out. */
export type Caller = (call: CaseCall, limitMs: number) => Promise<CaseResult>;

/** What running a case takes. */
export interface CaseSurroundings {
  readonly upstream: Upstream;
  readonly call: Caller;
  /** A folder for the dialects and the files of runs. */
  readonly folder: string;
  /** Keep the files of the run. */
  readonly keep?: boolean;
}

/** What a case came to. */
export interface CaseOutcome {
  readonly case: HostileCase;
  readonly tally: Tally;
  readonly result: CaseResult;
  /** What is wrong with it; empty where nothing is. */
  readonly problems: readonly string[];
}

/** Starts the server of a case and lets the program meet it. */
export async function runCase(
  hostileCase: HostileCase,
  { upstream, call, folder, keep = false }: CaseSurroundings,
): Promise<CaseOutcome> {
  const output = join(folder, `case-${hostileCase.seed}`);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await using server = await HostileServer.start(hostileCase, upstream);
  const words = wordsOf(hostileCase, { url: server.url, output, folder });
  const result = await call({ words, output }, limitOf(hostileCase));
  const tally = { ...server.tally, isOtherObjectThere: await upstream.hasOtherObject() };
  const leaks = leaksIn(output);
  if (!keep) rmSync(output, { recursive: true, force: true });
  const problems = [...leaks, ...judgeCase(hostileCase, tally, result)];
  return { case: hostileCase, tally, result, problems };
}

/** The files of a run that hold a credential. */
export function leaksIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return credentials.some((token) => bytes.includes(token));
    })
    .map((path) => `a credential stands in ${path}`);
}

/** The credentials of a run, as they are and as standard libraries write them, also within JSON. */
const credentials: readonly string[] = [
  ...new Set(
    Object.values(demoTokens)
      .flatMap((token) => [token, ...Object.values(encodings).map((encode) => encode(token))])
      .flatMap((said) => [said, JSON.stringify(said).slice(1, -1)]),
  ),
];

/** What is typed. */
function wordsOf(
  hostileCase: HostileCase,
  {
    url,
    output,
    folder,
  }: { readonly url: string; readonly output: string; readonly folder: string },
): readonly string[] {
  const { seed, only, timeoutSeconds, concurrency, format } = hostileCase;
  const dialect = dialectOf(hostileCase);
  const chosen = dialect === undefined ? [] : dialectWords(join(folder, dialect));
  const settings = {
    endpoint: url,
    output,
    config: "none",
    seed,
    timeout: timeoutSeconds,
    runs: 2,
    concurrency,
    format: `terminal,json,${format}`,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return ["run", ...options, "--no-color", ...chosen, "--only", ...only];
}

/** A dialect that extends another one has none of its credentials. */
function dialectWords(path: string): readonly string[] {
  const roles = Object.entries(demoTokens).map(([role, token]) => `${role}=${token}`);
  return ["--dialect", path, "--identity", ...roles];
}

/** What a loaded machine may add to every run, in milliseconds. */
const loadMs = 45_000;

/** How often the program may wait for a case in turn: of a selection with many cases some are under way at once. */
const turns = 12;

/** By when a run must have ended: its own limits, each taken as often as it can follow on another. */
function limitOf({ timeoutSeconds }: HostileCase): number {
  const limits = scaleLimits((timeoutSeconds * 1_000) / usualLimits.requestMs);
  const contactMs = 4 * limits.connectMs + limits.watchOpenMs;
  return contactMs + turns * limits.caseMs + limits.cleanupMs + loadMs;
}
