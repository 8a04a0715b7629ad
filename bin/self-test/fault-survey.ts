import { isJsonObject } from "#contract";
import { checks } from "#checks";
import type { CheckPhase } from "#harness";
import { FaultReach, faults } from "#reference";
import type { Fault } from "#reference";
import type { RecordLine, Shard } from "#verdicts";
import type { TargetDescription } from "#targets";
import { checkReference } from "../reach/compose.ts";
import { isTextList, narrowing } from "./fault-trial.ts";

/** Maps each fault to the cases in which it makes a difference. Plain data, because threads exchange it. */
export type FaultSurvey = ReadonlyMap<string, readonly string[]>;

/**
 * Runs scenarios once without a fault, and determines for each case which faults make a difference. Trials of all other
 * faults can skip the case. Cases run sequentially, so that each difference can be attributed to its case. `shard`
 * selects the cases.
 */
export async function surveyFaults(shard: Shard, signal: AbortSignal): Promise<FaultSurvey> {
  const scenarios = checks.filter(isScenario);
  const reach = new FaultReach(faults.filter(isScenario).filter(isPlainlyReached));
  const notes = new Notes(() => reach.take());
  await checkReference({
    faults: [reach.watcher],
    checks: scenarios,
    select: (target) => {
      notes.begin(target);
      return { only: [], skip: [] };
    },
    shard,
    narrowing,
    keepObjects: true,
    concurrency: 1,
    emit: (line) => notes.take(line),
    signal,
  });
  return notes.survey();
}

/** Runs N surveys of the shard concurrently, because a survey mostly waits for events. */
export async function surveyTogether(
  { index, count }: Shard,
  surveys: number,
  signal: AbortSignal,
): Promise<FaultSurvey> {
  const parts = Array.from({ length: surveys }, (_, turn) => ({
    index: index + turn * count,
    count: count * surveys,
  }));
  return joinSurveys(await Promise.all(parts.map((part) => surveyFaults(part, signal))));
}

function isScenario({ phase = "scenario" }: { readonly phase?: CheckPhase }): boolean {
  return phase === "scenario";
}

function isPlainlyReached({ under = [] }: Pick<Fault, "under">): boolean {
  return under.length === 0;
}

class Notes {
  readonly #reached: () => readonly string[];
  readonly #inAll = new Set<string>();
  readonly #inOne: (readonly [string, readonly string[]])[] = [];
  #definitions: ReadonlySet<string> = new Set();

  /** `reached` returns the faults that have made a difference since its last call. */
  constructor(reached: () => readonly string[]) {
    this.#reached = reached;
  }

  begin({ prerequisites }: Pick<TargetDescription, "prerequisites">): void {
    this.#definitions = new Set(prerequisites.map(({ key }) => key.name));
  }

  take(line: RecordLine): void {
    if (this.#isForAll(line)) {
      for (const fault of this.#reached()) this.#inAll.add(fault);
    } else if (line.line === "case") this.#inOne.push([line.case, this.#reached()]);
  }

  /** Whether a line affects every later case: a server start, or the definition of a kind. */
  #isForAll(line: RecordLine): boolean {
    if (line.line !== "exchange") return line.line === "header";
    const { command } = line;
    return command.verb === "create" && this.#definitions.has(command.key.name);
  }

  survey(): FaultSurvey {
    const cases = new Map<string, string[]>();
    for (const [name, reached] of this.#inOne) {
      for (const fault of new Set([...reached, ...this.#inAll])) {
        const known = cases.get(fault);
        if (known === undefined) cases.set(fault, [name]);
        else known.push(name);
      }
    }
    return cases;
  }
}

export function joinSurveys(surveys: readonly FaultSurvey[]): FaultSurvey {
  const names = new Set(surveys.flatMap((survey) => [...survey.keys()]));
  return new Map([...names].map((name) => [name, surveys.flatMap((one) => one.get(name) ?? [])]));
}

/** Parses a survey request from another thread. Returns undefined for any other message. */
export function readSurveyRequest(value: unknown): Shard | undefined {
  if (!isJsonObject(value)) return undefined;
  const { index, count } = value;
  return typeof index === "number" && typeof count === "number" ? { index, count } : undefined;
}

export function readSurvey(value: unknown): FaultSurvey {
  if (!(value instanceof Map)) throw new Error("a worker sent an invalid survey");
  const entries: readonly (readonly [unknown, unknown])[] = [...value];
  return new Map(
    entries.map(([fault, cases]) => {
      if (typeof fault === "string" && isTextList(cases)) return [fault, cases];
      throw new Error("a worker sent a survey without names");
    }),
  );
}
