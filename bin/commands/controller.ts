import { configured } from "../config/configuration.ts";
import { checkScenarioSelection } from "../controller/check-scenario-selection.ts";
import { checkController } from "../controller/check-controller.ts";
import type { ControllerSettings } from "../controller/controller-settings.ts";
import { readController } from "../controller/read-controller.ts";
import { reproduceController } from "../controller/reproduce-controller.ts";
import { withController } from "../controller/with-controller.ts";
import type { ControllerArguments } from "../options/controller-options.ts";
import { controllerProfile } from "../options/controller-profile.ts";
import { newSeed } from "../options/random-ids.ts";
import { prepareRun } from "../output/prepare-run.ts";
import type { PreparedRun } from "../output/prepare-run.ts";
import { recordRun } from "../output/record-run.ts";
import type { Ending } from "../process/exit-code.ts";
import type { World } from "../process/world.ts";

interface Shared extends PreparedRun {
  readonly special: ControllerSettings;
}

export async function controller(
  call: { readonly typed: ControllerArguments; readonly given: ReadonlySet<string> },
  world: World,
): Promise<Ending> {
  const { typed } = await configured(call, world);
  const { special, settings } = readController(
    { ...call.typed, ...typed, profile: controllerProfile(call, typed) },
    world,
  );
  const prepared = prepareRun(settings, typed.color, world);
  using interruption = world.listen();
  return await check({ ...prepared, special, signal: interruption.signal });
}

function check(shared: Shared): Promise<Ending> {
  const { settings, limits, special } = shared;
  const revised = settings.revision === undefined ? {} : { revision: settings.revision };
  return withController(shared, ({ target, bench, isOwn }) => {
    checkScenarioSelection(settings.selection, target, { bench, ...revised });
    return recordRun(shared, (recording) => {
      const seed = settings.seed ?? newSeed();
      return checkController(target, bench, {
        ...recording,
        selection: settings.selection,
        ...revised,
        ...(shared.baseline === undefined ? {} : { baseline: shared.baseline }),
        ...(settings.proofBudget === undefined ? {} : { proofBudget: settings.proofBudget }),
        ...(settings.mostWrites === undefined ? {} : { mostWrites: settings.mostWrites }),
        ...(settings.namePrefix === undefined ? {} : { namePrefix: settings.namePrefix }),
        ...(settings.concurrency === undefined ? {} : { concurrency: settings.concurrency }),
        keepObjects: isOwn,
        limits,
        timeLimitMs: special.timeLimitMs,
        seed,
        command: reproduceController(shared, seed),
      });
    });
  });
}
