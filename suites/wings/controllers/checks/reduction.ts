import { isControllerRequirement, levelIn } from "#contract";
import type { ControllerRequirementId, ObjectKey } from "#contract";
import type { CheckContext } from "#harness";
import {
  judgeScenario,
  parseTurns,
  printTurns,
  violationsIn,
} from "../scenarios/judge-scenario.ts";
import type { PlayedScenario, ReducedScenario } from "../scenarios/played-scenario.ts";
import { formAt, reduceScenario } from "../scenarios/reduce-scenario.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { IsEnough } from "../scenarios/settle-controller.ts";
import { lastPlace } from "../scenarios/step-places.ts";

type Play = (
  context: CheckContext,
  scenario: Scenario,
  isEnough?: IsEnough,
) => Promise<PlayedScenario>;

/** Maximum time for one requirement, in milliseconds. Shorter for a SHOULD, because many controllers break one. */
const maxMs = { must: 20_000, other: 8_000 } as const;

/** Maximum time that a replay continues after the expected violation, in milliseconds. */
const moreMs = 3_000;

/** Factor by which a replay may exceed its expected duration before it is interrupted. */
const longest = 3;

/**
 * Time to start a process before a replay, in milliseconds. The measured duration may not include
 * this time.
 */
const startMs = 10_000;

/** The fraction of a case's time limit after which no replay starts. */
const shareOfCase = 0.8;

export interface ReducedCase {
  readonly check: string;
  readonly scenario: Scenario;
  readonly play: Play;
}

/**
 * Simplifies the scenarios of one run that violate a requirement: one scenario per requirement,
 * within a time limit. After that limit, a violation that was seen once is still replayed, because
 * a slow machine may have caused it.
 */
export class Reduction {
  readonly #reduced = new Set<ControllerRequirementId>();
  readonly #isWanted: boolean;
  #leftMs: number;
  #turn: Promise<void> = Promise.resolve();

  /** Without a time limit, no scenario is replayed, and each violation counts. */
  constructor(leftMs?: number) {
    this.#isWanted = leftMs !== undefined;
    this.#leftMs = leftMs ?? 0;
  }

  /**
   * Runs a scenario, and searches for a simpler form for each violated requirement that has no
   * simpler form yet. If the run reproduces a known form of this scenario, runs only that form.
   */
  async playAndReduce(context: CheckContext, of: ReducedCase): Promise<PlayedScenario> {
    const path = pathFor(context, of.check);
    if (path !== undefined) return replay(context, of, path);
    if (!this.#isWanted) return (await playAlone(context, of)).played;
    const beganMs = performance.now();
    const { companions, ...alone } = context;
    const { played, keys } = await playAlone(context, of);
    const tookMs = performance.now() - beganMs;
    // Waits for the companion cases, which must not use the process during replays.
    await companions?.meet(context, lastPlace);
    return this.#inTurn(() => this.#reduceAll(alone, of, { played, keys, beganMs, tookMs }));
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  async #reduceAll(
    context: CheckContext,
    of: ReducedCase,
    { played, keys, beganMs, tookMs }: Played,
  ): Promise<PlayedScenario> {
    const endMs = beganMs + context.limits.caseMs * shareOfCase;
    const violations = violationsIn(played);
    const { judging } = played;
    const reduced: ReducedScenario[] = [];
    for (const requirement of brokenBy(played)) {
      // A violation in an earlier scenario has already confirmed that the requirement is violated.
      if (this.#reduced.has(requirement)) continue;
      this.#reduced.add(requirement);
      if (reduced.length === 0) await context.discard(keys);
      const violatedMs = violations.get(requirement) ?? tookMs;
      const expectedMs = Math.min(tookMs, violatedMs + moreMs);
      const violating = { requirement, tookMs: expectedMs, endMs, judging };
      reduced.push(await this.#reduce(context, of, violating));
    }
    return { ...played, ...(reduced.length === 0 ? {} : { reduced }) };
  }

  async #reduce(
    context: CheckContext,
    of: ReducedCase,
    { requirement, tookMs, endMs, judging }: Violating,
  ): Promise<ReducedScenario> {
    const beganMs = performance.now();
    const mostMs = levelIn("controller/v1", requirement) === "MUST" ? maxMs.must : maxMs.other;
    const latestMs = Math.min(beganMs + Math.min(mostMs, this.#leftMs), endMs);
    const isOver = (atMs: number): boolean =>
      performance.now() + tookMs > atMs || context.signal.aborted;
    const isLate = (): boolean => isOver(latestMs);
    const reduced = await reduceScenario({
      scenario: of.scenario,
      play: async (scenario) => {
        const cutMs = Math.min(
          isLate() ? endMs : latestMs,
          performance.now() + startMs + longest * tookMs,
        );
        const enough = new Enough({ requirement, judging, cutMs });
        const { played, keys } = await playAlone(context, { ...of, scenario }, enough.test);
        await context.discard(keys);
        const isCut = enough.isCut || context.signal.aborted;
        return isCut && !brokenBy(played).includes(requirement) ? undefined : played;
      },
      breaks: (played) => brokenBy(played).includes(requirement),
      isLate,
      isLateToConfirm: () => isOver(endMs),
    });
    this.#leftMs -= performance.now() - beganMs;
    return { requirement, ...reduced };
  }
}

interface Played {
  readonly played: PlayedScenario;
  readonly keys: readonly ObjectKey[];
  readonly beganMs: number;
  readonly tookMs: number;
}

interface Violating {
  readonly requirement: ControllerRequirementId;
  /** Expected duration of a replay that reproduces the violation, in milliseconds. */
  readonly tookMs: number;
  /** Time at which the case must finish, on the monotonic clock. */
  readonly endMs: number;
  readonly judging: PlayedScenario["judging"];
}

/**
 * Stops a replay when the requirement is violated or the time limit is reached. The violation must
 * be seen twice, because a state may arrive before the write that created it.
 */
class Enough {
  readonly #of: Pick<Violating, "judging" | "requirement"> & { readonly cutMs: number };
  #isSeen = false;
  isCut = false;

  constructor(of: Pick<Violating, "judging" | "requirement"> & { readonly cutMs: number }) {
    this.#of = of;
  }

  readonly test: IsEnough = (events) => {
    const { requirement, judging, cutMs } = this.#of;
    const isBroken = violationsIn({ events, judging }).has(requirement);
    const isConfirmed = this.#isSeen && isBroken;
    this.#isSeen = isBroken;
    this.isCut = performance.now() > cutMs;
    return isConfirmed || this.isCut;
  };
}

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

async function playAlone(
  context: CheckContext,
  { scenario, play }: ReducedCase,
  isEnough?: IsEnough,
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
  return { played: await play(own, scenario, isEnough), keys };
}

function brokenBy(played: PlayedScenario): readonly ControllerRequirementId[] {
  return judgeScenario(played).flatMap(({ result, requirement }) =>
    result === "violated" && isControllerRequirement(requirement) ? [requirement] : [],
  );
}
