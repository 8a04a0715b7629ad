import { join } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { BuildPlaces } from "../implementers/build.ts";
import type { Exhibit, System, GraphqlSystem } from "./exhibit.ts";
import { servedKinds } from "./gears.ts";
import { observeRelease } from "./observe-release.ts";
import { recordRelease } from "./record-release.ts";
import { systems } from "./systems.ts";
import { tryCluster } from "./try-cluster.ts";
import { tryRelease } from "./try-release.ts";
import type { ReleaseResult, Verdict } from "./run-suite.ts";
import { buildRelease } from "./build-release.ts";
import { serve } from "../implementers/serve-implementer.ts";
import { emptied, runSuite, withoutRoles } from "./run-suite.ts";

interface GraphqlTrial {
  readonly system: GraphqlSystem;
  readonly release: string;
  readonly rules: readonly string[];
  readonly output: string;
  readonly places: BuildPlaces;
}

async function tryGraphql(trial: GraphqlTrial): Promise<ReleaseResult> {
  const { system, release, rules, output, places } = trial;
  const { name, start, path } = system;
  const built = await buildRelease(system, release, places);
  if (!built.isBuilt) return { isTried: false, reason: built.reason };
  await emptied(output);
  await using server = await serve({ start, path }, built.folder);
  const dialect = join(built.folder, "dialect.yaml");
  const words = ["--endpoint", server.url, "--dialect", dialect, ...withoutRoles];
  return await runSuite({ title: `${name} ${release}`, words, rules, output });
}

export type Shown =
  | { readonly exhibit: Exhibit; readonly skipped: string }
  | {
      readonly exhibit: Exhibit;
      readonly skipped?: never;
      readonly before: ReleaseVerdict;
      readonly after: ReleaseVerdict;
      /** Duration of both runs in seconds, without fetching and building. */
      readonly seconds: number;
      readonly seed: number | undefined;
    };

export interface ReleaseVerdict {
  readonly release: string;
  readonly verdict: string;
  readonly finding?: string;
  /** Whether all requirements were checked, and not only the rule. */
  readonly isWhole: boolean;
  readonly others: readonly string[];
}

export interface Showing {
  readonly output: string;
  readonly places: BuildPlaces;
  /** Whether to check all requirements on the fixed release, and not only the rule. */
  readonly isWhole: boolean;
  /** Results for releases on which all requirements were checked. Several exhibits can share a result. */
  readonly whole: Map<string, ReleaseResult>;
}

export async function tryExhibit(exhibit: Exhibit, showing: Showing): Promise<Shown> {
  const system = systems.find(({ name }) => name === exhibit.system);
  if (system === undefined) throw new Error(`there is no system ${exhibit.system}`);
  const { isWhole } = showing;
  const before = await ask({ exhibit, system, release: exhibit.before, isWhole: false }, showing);
  if (!before.isTried) return { exhibit, skipped: before.reason };
  const after = await ask({ exhibit, system, release: exhibit.after, isWhole }, showing);
  if (!after.isTried) return { exhibit, skipped: after.reason };
  return {
    exhibit,
    before: releaseVerdictOf(exhibit, {
      release: exhibit.before,
      ...before,
      isWhole: asksAll(system),
    }),
    after: releaseVerdictOf(exhibit, {
      release: exhibit.after,
      ...after,
      isWhole: isWhole || asksAll(system),
    }),
    seconds: before.seconds + after.seconds,
    seed: after.seed,
  };
}

/** Whether every rule is always checked, as for recorded and observed systems. */
function asksAll({ method }: System): boolean {
  return method === "recorded" || method === "observed";
}

interface Question {
  readonly exhibit: Exhibit;
  readonly system: System;
  readonly release: string;
  readonly isWhole: boolean;
}

async function ask(question: Question, showing: Showing): Promise<ReleaseResult> {
  const { exhibit, system, release, isWhole } = question;
  const { kind, claimed, namedKinds, serverFlags } = exhibit;
  const key = JSON.stringify([system.name, release, kind, claimed, namedKinds, serverFlags]);
  const known = isWhole ? showing.whole.get(key) : undefined;
  if (known !== undefined) return known;
  const result = await tryOne(question, showing);
  if (isWhole && !asksAll(system)) showing.whole.set(key, result);
  return result;
}

/** Runs the suite against a release, checks its recording, or observes it, depending on the type of the system. */
function tryOne(
  { exhibit, system, release, isWhole }: Question,
  { output: folder, places }: Showing,
): Promise<ReleaseResult> {
  const output = join(folder, exhibit.id, release);
  const shared = { release, output, places };
  const rules = isWhole ? [] : (exhibit.checks ?? [exhibit.rule]);
  const { scenario = "", kind = "gears", claimed = [], namedKinds, serverFlags } = exhibit;
  switch (system.method) {
    case "recorded":
      return recordRelease({ ...shared, system, scenario });
    case "observed":
      return observeRelease({ ...shared, system });
    case "graphql":
      return tryGraphql({ ...shared, system, rules });
    case "cluster":
      return tryCluster({
        ...shared,
        system,
        rules,
        ...(namedKinds === undefined ? {} : { namedKinds }),
        ...(serverFlags === undefined ? {} : { serverFlags }),
      });
    case "served":
      return tryRelease({ ...shared, system, rules, kind: servedKinds[kind], claimed });
  }
}

interface Seen {
  readonly release: string;
  readonly isWhole: boolean;
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

export function releaseVerdictOf(
  { rule }: { readonly rule: string },
  { release, isWhole, verdicts }: Seen,
): ReleaseVerdict {
  const { verdict = "absent", finding } = verdicts.get(rule) ?? {};
  const others = [...verdicts].flatMap(([requirement, one]) =>
    requirement !== rule && isRed(one.verdict) ? [requirement] : [],
  );
  return { release, verdict, isWhole, others, ...(finding === undefined ? {} : { finding }) };
}

export function readShown(value: JsonValue, exhibit: Exhibit): Shown | undefined {
  if (!isJsonObject(value)) return undefined;
  const { skipped, seconds, seed } = value;
  if (typeof skipped === "string") return { exhibit, skipped };
  const before = readReleaseVerdict(value["before"]);
  const after = readReleaseVerdict(value["after"]);
  if (before === undefined || after === undefined) return undefined;
  if (typeof seconds !== "number") return undefined;
  return { exhibit, before, after, seconds, seed: typeof seed === "number" ? seed : undefined };
}

function readReleaseVerdict(value: JsonValue | undefined): ReleaseVerdict | undefined {
  const { release, verdict, finding, isWhole, others } = isJsonObject(value) ? value : {};
  if (typeof release !== "string" || typeof verdict !== "string") return undefined;
  const list: readonly JsonValue[] = Array.isArray(others) ? others : [];
  return {
    release,
    verdict,
    isWhole: isWhole === true,
    others: list.filter((one) => typeof one === "string"),
    ...(typeof finding === "string" ? { finding } : {}),
  };
}

export function isRed(verdict: string): boolean {
  return verdict === "fail" || verdict === "flaky" || verdict === "warn";
}

export function isShown(shown: Shown): boolean {
  return (
    shown.skipped === undefined && isRed(shown.before.verdict) && shown.after.verdict === "pass"
  );
}
