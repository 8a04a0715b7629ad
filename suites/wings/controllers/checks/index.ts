import { controllerRequirementIds } from "#contract";
import { defineCheck, defineProperty, tally } from "#harness";
import { judgeScenario } from "../scenarios/judge-scenario.ts";
import { Pace } from "../scenarios/reaction-times.ts";
import { playScenario } from "../scenarios/play-scenario.ts";
import { ownedKindsOf } from "../rules/kind-promises.ts";
import { Recurrence } from "../scenarios/reaction-times.ts";
import type { AnyCheck, Judgement } from "#harness";
import type { ControllerBench } from "../scenarios/controller-bench.ts";
import type { UnpromptedChange } from "../rules/unprompted-changes.ts";
import { AcceptedContrasts } from "../scenarios/accepted-contrasts.ts";
import type { PlayedScenario } from "../scenarios/played-scenario.ts";
import { affectsAll } from "../scenarios/step-places.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { FirstRuns } from "./first-runs.ts";
import { Reduction } from "./reduction.ts";
import { randomScenarios, simplerScenarios } from "./random-scenarios.ts";
import { decidedByAll, scriptedScenarios } from "./scripted-scenarios.ts";
import type { ScriptedScenario } from "./scripted-scenarios.ts";

/**
 * Scripted and random scenarios for controllers. Without a bench, the checks only judge recorded
 * observations again.
 */
export function controllerChecks(given?: ControllerBench): readonly AnyCheck[] {
  const learned = {
    unrest: new Recurrence(),
    silence: new Recurrence(),
    lastingDifferences: new Recurrence(),
    missing: new Recurrence(),
    lastingNumbers: new Recurrence(),
    contrasts: new AcceptedContrasts(),
    unprompted: new Map<string, readonly UnpromptedChange[]>(),
  };
  const bench = given === undefined ? undefined : { pace: new Pace(), ...learned, ...given };
  // A random scenario reports only a violation that recurs, so later scenarios cannot rely on what it has observed.
  const random =
    bench === undefined
      ? undefined
      : {
          ...bench,
          unrest: learned.unrest.withoutLearning,
          silence: learned.silence.withoutLearning,
        };
  // Scenarios that run exclusively have their own pace, because concurrent scenarios slow the controller down.
  const alone = given === undefined ? undefined : { pace: new Pace(), ...learned, ...given };
  const scripted = scriptedScenarios.filter((scenario) => isPossible(scenario, bench));
  const reduction = new Reduction(bench?.reducingMs);
  const firstRuns = new FirstRuns();
  return [
    ...scripted.map((scenario) =>
      scriptedCheck(scenario, isAlone(scenario) ? alone : bench, { reduction, firstRuns }),
    ),
    randomCheck(random),
  ];
}

interface Shared {
  readonly reduction: Reduction;
  readonly firstRuns: FirstRuns;
}

function isPossible(
  { needs, owns }: ScriptedScenario,
  bench: ControllerBench | undefined,
): boolean {
  if (bench === undefined) return true;
  const hasOwned = Object.values(bench.promises ?? {}).some(
    (promises) => ownedKindsOf(promises).length > 0,
  );
  if (owns === true && !hasOwned) return false;
  if (needs === undefined) return true;
  if (needs === "owned") return hasOwned;
  if (needs === "clock") return bench.skewClock !== undefined;
  const { wire, host } = bench;
  if (wire === undefined) return false;
  if (needs === "wire") return true;
  if (host === undefined) return false;
  if (needs === "takeover") return host.startSecond !== undefined;
  return needs === "restart" || wire.canServeOlderLists;
}

/**
 * Returns whether a scenario must run exclusively. A disturbance of all watches, or of the process,
 * affects every object that the controller handles at the time.
 */
function isAlone({ steps, needs, compares }: ScriptedScenario): boolean {
  const isOfProcess = needs === "older-lists" || needs === "restart" || needs === "takeover";
  if (compares === true || isOfProcess) return true;
  return typeof steps !== "function" && steps.some(affectsAll);
}

function scriptedCheck(
  scripted: ScriptedScenario,
  bench: ControllerBench | undefined,
  { reduction, firstRuns }: Shared,
): AnyCheck {
  const { name, decides, title, steps, features = [], expires, isLong } = scripted;
  const apart = isAlone(scripted);
  const outruns = expires === true && bench?.wire?.canExpireWatches !== true;
  const id = `controllers/${name}`;
  return defineCheck<PlayedScenario>({
    id,
    title,
    covers: controllerRequirementIds,
    ...(decides === undefined ? {} : { decides: [...decidedByAll, ...decides] }),
    scope: "kind",
    ...(apart ? { phase: "restart", meetsCompanions: true as const } : {}),
    ...(isLong === undefined ? {} : { isLong }),
    features: ["watch", ...features, ...(outruns ? (["watch.expiry"] as const) : [])],
    drive: async (context) => {
      const given = benchOf(bench);
      // Final states are compared only if no other scenario runs, because objects of other scenarios could compete.
      const first = apart ? await firstRuns.of(context, given) : undefined;
      const ends = first?.ends;
      return await reduction.playAndReduce(context, {
        check: id,
        scenario: typeof steps === "function" ? steps(first?.causes ?? []) : steps,
        play: (own, scenario, isEnough) =>
          playScenario(own, { bench: given, scenario, isEnough, ends }),
      });
    },
    judge: judgeScenario,
  });
}

const confirmations = 2;

function randomCheck(bench: ControllerBench | undefined): AnyCheck {
  return defineProperty<Scenario, PlayedScenario>({
    id: "controllers/random-scenarios",
    title: "The controller survives random changes to its objects and failed writes",
    covers: controllerRequirementIds,
    decides: decidedByAll,
    features: ["watch"],
    inputs: (context, arbitraries) => randomScenarios(context, benchOf(bench), arbitraries),
    simpler: simplerScenarios,
    cost: 4,
    confirmations,
    play: (context, scenario) => playScenario(context, { bench: benchOf(bench), scenario }),
    judge: judgementOf,
  });
}

function benchOf(bench: ControllerBench | undefined): ControllerBench {
  if (bench !== undefined) return bench;
  throw new Error("no controller was given, so these checks can only judge records");
}

function judgementOf(played: PlayedScenario): Judgement {
  const findings = judgeScenario(played);
  const exercised = findings.flatMap((finding) =>
    finding.result === "held"
      ? Array.from({ length: finding.instances }, () => finding.requirement)
      : [],
  );
  const violated = findings.find((finding) => finding.result === "violated");
  if (violated?.result !== "violated") return { exercised: tally(exercised) };
  const { result: _result, ...violation } = violated;
  return { exercised: tally(exercised), violation };
}
