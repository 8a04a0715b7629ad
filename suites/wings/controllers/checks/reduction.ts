import { isControllerRequirement } from "#contract";
import type { ControllerRequirementId, ObjectKey } from "#contract";
import type { CheckContext } from "#harness";
import { judgeScenario } from "../scenarios/judge-scenario.ts";
import type { PlayedScenario, ReducedScenario } from "../scenarios/play-scenario.ts";
import { formAt, reduceScenario } from "../scenarios/reduce-scenario.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { parseTurns, printTurns } from "../scenarios/turns.ts";

type Play = (context: CheckContext, scenario: Scenario) => Promise<PlayedScenario>;

/** Maximum time for one requirement, in milliseconds. */
const mostMs = 20_000;

/** The share of a case's time after which no replay starts. */
const shareOfCase = 0.8;

export interface ReducedCase {
  /** Id of the check. */
  readonly check: string;
  readonly scenario: Scenario;
  readonly play: Play;
}

/** Simplifies the scenarios of one run in which a violation was found: one for each requirement, within a time limit. */
export class Reduction {
  readonly #reduced = new Set<ControllerRequirementId>();
  #leftMs: number;

  constructor(leftMs = 0) {
    this.#leftMs = leftMs;
  }

  /**
   * Plays a scenario, and searches for a simpler form for each violated requirement that has none yet. If the budget
   * has a path to a form of this scenario, only plays that form.
   */
  async playAndReduce(context: CheckContext, of: ReducedCase): Promise<PlayedScenario> {
    const path = pathFor(context, of.check);
    if (path !== undefined) return replay(context, of, path);
    const beganMs = performance.now();
    const { played, keys } = await playAlone(context, of);
    const tookMs = performance.now() - beganMs;
    const endMs = beganMs + context.limits.caseMs * shareOfCase;
    const reduced: ReducedScenario[] = [];
    for (const requirement of brokenBy(played)) {
      if (this.#leftMs <= 0 || context.signal.aborted) break;
      if (this.#reduced.has(requirement)) continue;
      this.#reduced.add(requirement);
      if (reduced.length === 0) await context.discard(keys);
      reduced.push(await this.#reduce(context, of, { requirement, tookMs, endMs }));
    }
    return { ...played, ...(reduced.length === 0 ? {} : { reduced }) };
  }

  async #reduce(
    context: CheckContext,
    of: ReducedCase,
    { requirement, tookMs, endMs }: Violating,
  ): Promise<ReducedScenario> {
    const beganMs = performance.now();
    // A replay that starts may take as long as the first play.
    const latestMs = Math.min(beganMs + Math.min(mostMs, this.#leftMs), endMs) - tookMs;
    const reduced = await reduceScenario({
      scenario: of.scenario,
      play: async (scenario) => {
        const { played, keys } = await playAlone(context, { ...of, scenario });
        await context.discard(keys);
        return played;
      },
      breaks: (played) => brokenBy(played).includes(requirement),
      isLate: () => performance.now() > latestMs || context.signal.aborted,
    });
    this.#leftMs -= performance.now() - beganMs;
    return { requirement, ...reduced };
  }
}

interface Violating {
  readonly requirement: ControllerRequirementId;
  /** Duration of the play with the violation, in milliseconds. */
  readonly tookMs: number;
  /** When the case must end, on the monotonic clock. */
  readonly endMs: number;
}

/** The path in the budget, if it belongs to a case of this check. */
function pathFor(
  { proofBudget: { replay: asked } }: CheckContext,
  check: string,
): string | undefined {
  const isOfCheck = asked?.check === check || asked?.check.startsWith(`${check}#`) === true;
  return isOfCheck ? asked?.path : undefined;
}

async function replay(
  context: CheckContext,
  { scenario, play }: ReducedCase,
  path: string,
): Promise<PlayedScenario> {
  const turns = parseTurns(path);
  const form = formAt(scenario, turns);
  if (form === undefined) {
    throw new Error(`The path ${path} does not exist: it belongs to another case or release.`);
  }
  return { ...(await play(context, form)), replay: printTurns(turns) };
}

/** Plays with new objects, and returns their keys. */
async function playAlone(
  context: CheckContext,
  { scenario, play }: ReducedCase,
): Promise<{ readonly played: PlayedScenario; readonly keys: readonly ObjectKey[] }> {
  const keys: ObjectKey[] = [];
  const own: CheckContext = {
    ...context,
    unusedKey: (kind) => {
      const key = context.unusedKey(kind);
      keys.push(key);
      return key;
    },
  };
  return { played: await play(own, scenario), keys };
}

function brokenBy(played: PlayedScenario): readonly ControllerRequirementId[] {
  return judgeScenario(played).flatMap(({ result, requirement }) =>
    result === "violated" && isControllerRequirement(requirement) ? [requirement] : [],
  );
}
