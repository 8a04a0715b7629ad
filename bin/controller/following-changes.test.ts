import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { scaleLimits } from "#contract";
import {
  correctVariants,
  faultyVariants,
  rulesOfCorrectVariant,
  rulesOfVariant,
} from "#reference/controller";
import type { ControllerRules } from "#reference/controller";
import { checkOwnController } from "./check-own-controller.ts";

/** The pauses of a reconcile, and their length in milliseconds. On a busy machine, few of a long pause would count. */
const [pauses, pauseMs] = [40, 2];

const requirement = "controller.observed-generation-of-start";

/** Rules of a controller whose work takes a while. */
function working(rules: ControllerRules): ControllerRules {
  return {
    ...rules,
    reconcilers: (correct, writing, target) =>
      rules.reconcilers(correct, writing, target).map((reconciler) => ({
        ...reconciler,
        reconcile: async (staged, environment) => {
          await reconciler.reconcile(staged, environment);
          for (let turn = 0; turn < pauses; turn += 1) await pause(pauseMs);
        },
      })),
  };
}

async function verdictOn(rules: ControllerRules): Promise<string | undefined> {
  const { verdicts } = await checkOwnController({
    rules: working(rules),
    kinds: ["Deployment"],
    selection: { only: ["controllers/reports-what-it-saw-when-changes-follow"], skip: [] },
    convergeMs: 30_000,
    limits: scaleLimits(10),
  });
  return verdicts.find((line) => line.requirement === requirement)?.verdict;
}

it("a change during the work shows that the generation is of a later state than the result", async () => {
  const variant = faultyVariants.find(({ name }) => name === "observes-a-second-read");
  if (variant === undefined) throw new Error("the variant is missing");

  expect(await verdictOn(rulesOfVariant(variant))).toBe("fail");
});

it("a controller that reports the generation of its result passes", async () => {
  const variant = correctVariants.find(({ name }) => name === "reads-before-each-report");
  if (variant === undefined) throw new Error("the variant is missing");

  expect(await verdictOn(rulesOfCorrectVariant(variant))).toBe("pass");
});
