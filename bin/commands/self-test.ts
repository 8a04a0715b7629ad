import { availableParallelism } from "node:os";
import { faults as allFaults } from "#reference";
import { isWhole as hasNoGap, renderKillMatrix, renderKillMatrixJson } from "#reports";
import { appearanceOf } from "../appearance.ts";
import { HarnessError } from "../errors.ts";
import type { Ending } from "../exit-code.ts";
import type { Trial } from "../fault-trial.ts";
import { pickFaults } from "../faults.ts";
import { killMatrixOf } from "../kill-matrix.ts";
import { parseChoice, parseWhole } from "../option-values.ts";
import { reportFormats } from "../program.ts";
import type { SelfTestArguments } from "../program.ts";
import { canUseThreads, runTrials } from "../trial-workers.ts";
import type { World } from "../world.ts";

/**
 * The faults that show whenever they are looked for. How often the rare ones are found, which only
 * histories see, is a rate and no yes or no: `npm run bench -- --only detection` measures it.
 */
const certainFaults = allFaults.filter(({ phase }) => phase !== "history");

const workerCounts = { least: 0, most: 64 } as const;

/**
 * Checks the checks: each fault must be found by the requirements that it names and by no other, and
 * nothing may be found where there is no fault.
 *
 * @throws UsageError for options that make no sense.
 */
export async function selfTest(typed: SelfTestArguments, world: World): Promise<Ending> {
  const format = parseChoice("--format", typed.format, reportFormats);
  const isWhole = typed.fault === undefined;
  const faults = isWhole ? certainFaults : pickFaults(typed.fault, allFaults);
  const wished =
    typed.workers === undefined
      ? availableParallelism()
      : parseWhole("--workers", typed.workers, workerCounts);
  using interruption = world.listen();
  const { signal } = interruption;
  const names = [undefined, ...faults.map(({ name }) => name)];
  const [clean, ...faulty] = await runTrials(names, {
    isSurveyed: isWhole,
    workers: canUseThreads ? wished : 0,
    done: countTrials(names.length, world),
    signal,
  });
  if (signal.aborted) return { ending: "interrupted" };
  if (clean === undefined) {
    throw new HarnessError("the self-test tried nothing", { mend: "Report this as a defect." });
  }
  const matrix = killMatrixOf({ clean, faulty, faults, isWhole });
  const style = appearanceOf(world.out, world, { color: typed.color });
  world.out.write(
    format === "json" ? renderKillMatrixJson(matrix) : renderKillMatrix(matrix, style),
  );
  return hasNoGap(matrix) ? { ending: "done" } : { ending: "gaps" };
}

/** Back to the first column, and the line erased. */
const eraseLine = "\r\u001B[2K";

/** Counts the trials on a terminal; elsewhere there is nothing to watch. */
function countTrials(planned: number, { err }: World): (trial: Trial) => void {
  let tried = 0;
  return () => {
    tried += 1;
    if (!err.isTerminal) return;
    err.write(tried === planned ? eraseLine : `${eraseLine}${tried} of ${planned} runs done`);
  };
}
