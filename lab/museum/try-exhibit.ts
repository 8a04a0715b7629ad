import { join } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { BuildPlaces } from "../implementers/build.ts";
import type { Exhibit } from "./exhibit.ts";
import { gears, pods } from "./gears.ts";
import { observeRelease } from "./observe-release.ts";
import { recordRelease } from "./record-release.ts";
import { systems } from "./systems.ts";
import { tryRelease } from "./try-release.ts";
import type { ReleaseResult, Verdict } from "./try-release.ts";

/** What an exhibit came to. */
export type Shown =
  | { readonly exhibit: Exhibit; readonly skipped: string }
  | {
      readonly exhibit: Exhibit;
      readonly skipped?: never;
      readonly before: Sight;
      readonly after: Sight;
      /** Of both runs, without fetching and building. */
      readonly seconds: number;
      readonly seed: number | undefined;
    };

/** One release as the suite sees it. */
export interface Sight {
  readonly release: string;
  readonly verdict: string;
  /** What was found, where the rule is broken. */
  readonly finding?: string;
  /** Further requirements of level MUST that are broken. */
  readonly others: readonly string[];
}

/** What showing exhibits takes. */
export interface Showing {
  readonly output: string;
  readonly places: BuildPlaces;
  /** Whether all requirements are asked, and not the rule alone. */
  readonly isWhole: boolean;
}

/** Runs the suite on the release before the fix and on the one after it. */
export async function tryExhibit(exhibit: Exhibit, showing: Showing): Promise<Shown> {
  const system = systems.find(({ name }) => name === exhibit.system);
  if (system === undefined) throw new Error(`there is no system ${exhibit.system}`);
  const ask = (release: string): Promise<ReleaseResult> => {
    const output = join(showing.output, exhibit.id, release);
    const { places } = showing;
    if (system.method === "recorded")
      return recordRelease({ system, release, scenario: exhibit.scenario ?? "", output, places });
    if (system.method === "observed") return observeRelease({ system, release, output, places });
    return tryRelease({
      system,
      release,
      kind: exhibit.kind === "pods" ? pods : gears,
      rules: showing.isWhole ? [] : [exhibit.rule],
      claimed: exhibit.claimed ?? [],
      output,
      places,
    });
  };
  const before = await ask(exhibit.before);
  if (!before.isTried) return { exhibit, skipped: before.reason };
  const after = await ask(exhibit.after);
  if (!after.isTried) return { exhibit, skipped: after.reason };
  return {
    exhibit,
    before: sightOf(exhibit.before, exhibit.rule, before.verdicts),
    after: sightOf(exhibit.after, exhibit.rule, after.verdicts),
    seconds: before.seconds + after.seconds,
    seed: after.seed,
  };
}

/** What the verdicts say of the rule, and which other requirements of level MUST are broken. */
export function sightOf(
  release: string,
  rule: string,
  verdicts: ReadonlyMap<string, Verdict>,
): Sight {
  const { verdict = "absent", finding } = verdicts.get(rule) ?? {};
  const others = [...verdicts].flatMap(([requirement, one]) =>
    requirement !== rule && isRed(one.verdict) && one.level === "MUST" ? [requirement] : [],
  );
  return { release, verdict, others, ...(finding === undefined ? {} : { finding }) };
}

/** Reads a result that was kept; nothing where it is none. */
export function readShown(value: JsonValue, exhibit: Exhibit): Shown | undefined {
  if (!isJsonObject(value)) return undefined;
  const { skipped, seconds, seed } = value;
  if (typeof skipped === "string") return { exhibit, skipped };
  const before = readSight(value["before"]);
  const after = readSight(value["after"]);
  if (before === undefined || after === undefined) return undefined;
  if (typeof seconds !== "number") return undefined;
  return { exhibit, before, after, seconds, seed: typeof seed === "number" ? seed : undefined };
}

function readSight(value: JsonValue | undefined): Sight | undefined {
  const { release, verdict, finding, others } = isJsonObject(value) ? value : {};
  if (typeof release !== "string" || typeof verdict !== "string") return undefined;
  const list: readonly JsonValue[] = Array.isArray(others) ? others : [];
  return {
    release,
    verdict,
    others: list.filter((one) => typeof one === "string"),
    ...(typeof finding === "string" ? { finding } : {}),
  };
}

/** Whether a verdict says that the rule is broken, always or now and then. */
export function isRed(verdict: string): boolean {
  return verdict === "fail" || verdict === "flaky" || verdict === "warn";
}

/** Whether an exhibit shows what it is to show: red before, green after. */
export function isShown(shown: Shown): boolean {
  return (
    shown.skipped === undefined && isRed(shown.before.verdict) && shown.after.verdict === "pass"
  );
}
