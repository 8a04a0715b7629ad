import type { Report } from "#reports";
import { scopedSignal } from "#targets";
import { controllerChecks } from "#wings/controllers";
import { parseProfile } from "../options/option-values.ts";
import { UsageError } from "../process/program-errors.ts";
import { guardedWorld } from "../process/guarded-world.ts";
import { processWorld } from "../process/process-world.ts";
import {
  controllerOptionNames,
  controllerProfileName,
  runController,
} from "../controller/run-controller-profile.ts";
import type { ControllerOptions } from "../controller/run-controller-profile.ts";
import { checkNames } from "../reach/run-against.ts";
import { requirementsOpenTo } from "./audited.ts";
import { testRequirements } from "./requirement-tests.ts";

const usualTimeoutSeconds = 900;

/**
 * Time, in milliseconds, after the limit for the running scenarios to finish and for the controller and the proxy to
 * stop.
 */
const stopMs = 30_000;

/** Options of a controller run. The default time limit for all scenarios is 900 seconds. */
export type DescribeControllerOptions = ControllerOptions;

/**
 * Declares one Vitest test for each requirement of `controller/v1`. The controller is started and runs through all
 * scenarios once, before the first test. Verdicts become test results as with `describeConformance`.
 *
 * @throws UsageError for an unknown option, without a command, or if there would be no tests.
 */
export function describeController(options: DescribeControllerOptions): void {
  checkNames(options, controllerOptionNames);
  const { runTimeoutSeconds = usualTimeoutSeconds, only = [], skip = [] } = options;
  const { profile = controllerProfileName } = options;
  const limitMs = runTimeoutSeconds * 1000 + stopMs;
  if (!("command" in options)) {
    throw new UsageError("no command", {
      fix: "Set the `command` option to the command that starts the controller.",
    });
  }
  testRequirements({
    title: `the controller conforms to ${profile}`,
    requirements: requirementsOpenTo({
      selection: { only, skip },
      checks: controllerChecks(),
      ...parseProfile(profile),
      named: profile,
    }),
    run: () => run({ ...options, runTimeoutSeconds }, limitMs),
    timeoutMs: limitMs + stopMs,
  });
}

/** Aborts the run at its time limit, so that the controller is stopped. */
async function run(options: ControllerOptions, limitMs: number): Promise<Report> {
  const { environment = process.env, signal } = options;
  const world = guardedWorld({ ...processWorld(process), environment }, []);
  using scope = scopedSignal({ limitMs, within: signal === undefined ? [] : [signal] });
  return await runController({ ...options, signal: scope.signal }, world);
}
