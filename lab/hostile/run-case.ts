import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { scaleLimits, limits as usualLimits } from "#contract";
import { demoTokens } from "#reference";
import type { CaseCall, CaseResult } from "./case-run.ts";
import { dialectOf } from "./dialects.ts";
import type { HostileCase } from "./hostile-case.ts";
import { HostileServer } from "./hostile-server.ts";
import { judgeCase } from "./judge-hostile-case.ts";
import { encodings } from "../../suites/targets/port/encodings.fixture.ts";
import type { Tally } from "./attack-tally.ts";
import type { Upstream } from "./hostile-upstream.ts";

export type Caller = (call: CaseCall, limitMs: number) => Promise<CaseResult>;

export interface CaseSurroundings {
  readonly upstream: Upstream;
  readonly call: Caller;
  readonly folder: string;
  readonly keep?: boolean;
}

export interface CaseOutcome {
  readonly case: HostileCase;
  readonly tally: Tally;
  readonly result: CaseResult;
  readonly problems: readonly string[];
}

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

export function leaksIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return credentials.some((token) => bytes.includes(token));
    })
    .map((path) => `${path} contains a credential`);
}

/** A run's credentials: in plain text, in the encodings of standard libraries, and within JSON. */
const credentials: readonly string[] = [
  ...new Set(
    Object.values(demoTokens)
      .flatMap((token) => [token, ...Object.values(encodings).map((encode) => encode(token))])
      .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]),
  ),
];

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

/** The credentials are options, because the dialect files contain none, not even by `extends: canonical`. */
function dialectWords(path: string): readonly string[] {
  const roles = Object.entries(demoTokens).map(([role, token]) => `${role}=${token}`);
  return ["--dialect", path, "--identity", ...roles];
}

/** Maximum time by which a busy machine delays a run, in milliseconds. */
const loadMs = 45_000;

/** Maximum number of sequential waits for concurrent cases. */
const turns = 12;

/** Returns the time limit of a run: the sum of its own limits, each multiplied by how often it can apply. */
function limitOf({ timeoutSeconds }: HostileCase): number {
  const limits = scaleLimits((timeoutSeconds * 1_000) / usualLimits.requestMs);
  const contactMs = 4 * limits.connectMs + limits.watchOpenMs;
  return contactMs + turns * limits.caseMs + limits.cleanupMs + loadMs;
}
