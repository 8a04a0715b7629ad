import type { ControllerBench } from "#wings/controllers";
import { faults, startReference } from "#reference";
import type { Target } from "#targets";
import { newRuntimeSuffix, newSeed } from "../options/random-ids.ts";
import { configured } from "../config/configuration.ts";
import { confirmWriting } from "../reach/confirm-writing.ts";
import type { ControllerArguments } from "../options/controller-options.ts";
import { checkController } from "../controller/check-controller.ts";
import { broughtKinds, ownKinds, retainedEvents } from "../controller/own-kinds.ts";
import { readControllerSettings } from "../controller/controller-settings.ts";
import type { ControllerSettings } from "../controller/controller-settings.ts";
import { repeatController } from "../controller/repeat-controller.ts";
import { setUp } from "../controller/set-up.ts";
import type { SetUp } from "../controller/set-up.ts";
import { UsageError } from "../process/errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { narrowTarget } from "../reach/narrow-target.ts";
import { preflight } from "../reach/preflight.ts";
import { connectTarget } from "../reach/connect-target.ts";
import { prepareRun } from "../output/prepare-run.ts";
import type { PreparedRun } from "../output/prepare-run.ts";
import { recordRun } from "../output/record-run.ts";
import { controllerProfile } from "../options/controller-profile.ts";
import { readSettings } from "../options/read-settings.ts";
import { suggest } from "../options/suggest-names.ts";
import type { World } from "../process/world.ts";

interface Shared extends PreparedRun {
  readonly special: ControllerSettings;
}

/**
 * Runs a controller through scenarios, and checks the statuses that it writes.
 *
 * @throws UsageError, TargetUnreachable, DialectMismatch and HarnessError if the run cannot finish.
 */
export async function controller(
  call: { readonly typed: ControllerArguments; readonly given: ReadonlySet<string> },
  world: World,
): Promise<Ending> {
  const { typed } = await configured(call, world);
  const { kind, ...general } = { ...call.typed, ...typed };
  const named = kind === undefined ? {} : { kind };
  // On an API server, --kind names the kinds to reach; with a dialect, it selects among the kinds of the dialect.
  const isCluster = [typed.kubeconfig, typed.context].some((said) => said !== undefined);
  const isNamed = isCluster || typed.protocol === "kubernetes";
  const special = readControllerSettings({ ...general, ...(isNamed ? {} : named) });
  const settings = readSettings(
    { ...general, ...(isNamed ? named : {}), profile: controllerProfile(call, typed) },
    world,
  );
  const prepared = prepareRun(settings, typed.color, world);
  using interruption = world.listen();
  return await check({ ...prepared, special, signal: interruption.signal });
}

async function check(shared: Shared): Promise<Ending> {
  const { settings, special, limits, world, signal } = shared;
  const isOwn = settings.endpoint === undefined && settings.kubernetes === undefined;
  await using server = isOwn ? await startOwn(shared) : undefined;
  const address = server?.url ?? settings.endpoint?.href;
  const suffix = newRuntimeSuffix();
  const reaching = { settings, limits, world, signal, suffixFor: () => suffix };
  await using reached = await connectTarget({
    ...reaching,
    ...(address === undefined ? {} : { address }),
  });
  const target = narrowed(reached, shared, isOwn);
  await preflight(target, limits, signal);
  await confirmWriting(target.description, shared);
  await using place = await setUp({
    target,
    settings,
    request: special.controller,
    hasOlderLists: isOwn || special.olderLists === true,
    limits,
    world,
    signal,
    suffix,
    ...(address === undefined ? {} : { address }),
  });
  return await recordRun(shared, (recording) => {
    const seed = settings.seed ?? newSeed();
    return checkController(target, benchOf(shared, place, isOwn), {
      ...recording,
      selection: settings.selection,
      ...(settings.revision === undefined ? {} : { revision: settings.revision }),
      ...(shared.baseline === undefined ? {} : { baseline: shared.baseline }),
      ...(settings.proofBudget === undefined ? {} : { proofBudget: settings.proofBudget }),
      ...(settings.mostWrites === undefined ? {} : { mostWrites: settings.mostWrites }),
      ...(settings.namePrefix === undefined ? {} : { namePrefix: settings.namePrefix }),
      ...(settings.concurrency === undefined ? {} : { concurrency: settings.concurrency }),
      keepObjects: isOwn,
      limits,
      seed,
      command: repeatController(shared, seed),
    });
  });
}

/**
 * Starts the reference server, with the faults that a faulty controller needs: a correct server would reject some of
 * its invalid writes.
 */
async function startOwn({
  settings,
  special,
  world,
}: Shared): Promise<AsyncDisposable & { readonly url: string }> {
  const { controller: request } = special;
  const needs = request.from === "reference" ? (request.variant?.needs ?? []) : [];
  const server = await startReference({
    retainedEvents,
    faults: faults.filter(({ name }) => needs.includes(name)),
  });
  if (settings.verbosity !== "quiet") {
    const who = request.from === "reference" ? nameOf(request.variant?.name) : "the controller";
    world.err.write(
      `No --endpoint given: testing ${who} against the built-in reference server at ${server.url}\n`,
    );
  }
  return server;
}

function nameOf(variant: string | undefined): string {
  return variant === undefined ? "the reference controllers" : `the faulty variant ${variant}`;
}

/**
 * The kinds that the controller reconciles.
 *
 * @throws UsageError for an unknown kind.
 */
function narrowed(target: Target, { special }: Shared, isOwn: boolean): Target {
  const withStatus = target.description.kinds.filter(
    ({ operations }) => operations.updateStatus.length > 0,
  );
  const names = withStatus.map(({ name }) => name);
  const wanted = special.kinds ?? (isOwn ? Object.keys(ownKinds.specs) : names);
  for (const name of wanted) {
    if (names.includes(name)) continue;
    throw new UsageError(`--kind names a kind without a status: "${name}"`, {
      fix: suggest(name, names, `Valid kinds: ${names.join(", ")}.`),
    });
  }
  const kept = withStatus.filter(({ name }) => wanted.includes(name));
  return narrowTarget(target, {
    kinds: Object.fromEntries(
      kept.map(({ name, operations }) => [name, operations.updateStatus] as const),
    ),
    ...(isOwn ? { retainedEvents } : {}),
  });
}

function benchOf({ special, world }: Shared, place: SetUp, isOwn: boolean): ControllerBench {
  const { convergeMs, quietMs, specs, stormMs, rivalFields } = special;
  return {
    ...(isOwn ? ownKinds : {}),
    ...(special.controller.from === "reference" && !isOwn ? broughtKinds : {}),
    ...(specs === undefined ? {} : { specs }),
    ...(rivalFields === undefined ? {} : { rivalFields }),
    ...(place.host === undefined ? {} : { host: place.host }),
    ...(place.wire === undefined ? {} : { wire: place.wire }),
    now: world.clock,
    convergeMs,
    quietMs,
    stormMs,
  };
}
