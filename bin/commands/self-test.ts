import { availableParallelism } from "node:os";
import { faults as allFaults } from "#reference";
import type { Fault } from "#reference";
import { isWhole as hasNoGap, renderKillMatrix, renderKillMatrixJson } from "#reports";
import { appearanceOf } from "../output/appearance.ts";
import { HarnessError } from "../process/errors.ts";
import type { Ending } from "../process/exit-code.ts";
import type { Extensions } from "../extensions/extension.ts";
import { findExtensions } from "../extensions/find-extensions.ts";
import { tryExtensions, unprovenChecks } from "../self-test/try-extensions.ts";
import type { Trial } from "../self-test/fault-trial.ts";
import { pickFaults } from "../self-test/faults.ts";
import { killMatrixOf } from "../self-test/kill-matrix.ts";
import { optimiseLittle } from "../process/optimise-little.ts";
import { parseChoice, parseWhole } from "../options/option-values.ts";
import { reportFormats } from "./program.ts";
import type { SelfTestArguments } from "./program.ts";
import { runTrials } from "../self-test/trial-workers.ts";
import { canUseThreads } from "../process/can-use-threads.ts";
import type { World } from "../process/world.ts";

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
  const extensions = await findExtensions(typed.config, world);
  const wanted = typed.fault ?? ["*"];
  const known = [...(isWhole ? certainFaults : allFaults), ...extensions.faults];
  const faults = pickFaults(wanted, known);
  const wished =
    typed.workers === undefined
      ? availableParallelism()
      : parseWhole("--workers", typed.workers, workerCounts);
  using interruption = world.listen();
  const { signal } = interruption;
  const workers = canUseThreads ? wished : 0;
  optimiseLittle();
  const tried = await tryAll({ faults, extensions, isWhole, workers, signal, world });
  if (signal.aborted) return { ending: "interrupted" };
  if (tried.clean === undefined) {
    throw new HarnessError("the self-test tried nothing", { mend: "Report this as a defect." });
  }
  const matrix = killMatrixOf({ clean: tried.clean, faulty: tried.faulty, faults, isWhole });
  const style = appearanceOf(world.out, world, { color: typed.color });
  world.out.write(
    format === "json" ? renderKillMatrixJson(matrix) : renderKillMatrix(matrix, style),
  );
  if (extensions.faults.every((fault) => faults.includes(fault))) {
    for (const { id } of unprovenChecks(extensions, tried.faulty)) {
      world.err.write(`${id} catches no fault: declare one that it should with defineFault\n`);
    }
  }
  return hasNoGap(matrix) ? { ending: "done" } : { ending: "gaps" };
}

interface Tries {
  readonly faults: readonly Fault[];
  readonly extensions: Extensions;
  readonly isWhole: boolean;
  readonly workers: number;
  readonly signal: AbortSignal;
  readonly world: World;
}

interface Tried {
  readonly clean: Trial | undefined;
  readonly faulty: readonly Trial[];
}

/** The faults of the suite in threads, those of extensions here. */
async function tryAll(tries: Tries): Promise<Tried> {
  const { faults, extensions, isWhole, workers, signal, world } = tries;
  const own = faults.filter((fault) => extensions.faults.includes(fault));
  const isExtended = extensions.checks.length > 0 && (isWhole || own.length > 0);
  const usual = faults.filter((fault) => !own.includes(fault)).map(({ name }) => name);
  const names = usual.length === 0 && isExtended ? [] : [undefined, ...usual];
  const done = countTrials(names.length + (isExtended ? own.length + 1 : 0), world);
  const [clean, ...faulty] = await runTrials(names, { isSurveyed: isWhole, workers, done, signal });
  if (!isExtended || signal.aborted) return { clean, faulty };
  const extended = await tryExtensions(extensions, {
    faults: own.map(({ name }) => name),
    done,
    signal,
  });
  return {
    clean: clean === undefined ? extended.clean : joinTrials(clean, extended.clean),
    faulty: [...faulty, ...extended.faulty],
  };
}

/** One trial of two that looked at different requirements. */
function joinTrials(first: Trial, second: Trial): Trial {
  const looked = new Set(second.verdicts.filter(isLookedAt).map(({ requirement }) => requirement));
  return {
    ...second,
    ...first,
    verdicts: [
      ...first.verdicts.filter(({ requirement }) => !looked.has(requirement)),
      ...second.verdicts.filter(isLookedAt),
    ],
  };
}

function isLookedAt({ verdict }: Trial["verdicts"][number]): boolean {
  return verdict !== "excluded" && verdict !== "not-applicable";
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
