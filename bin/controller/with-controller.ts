import type { Limits } from "#contract";
import type { ControllerBench, OwnedKind } from "#wings/controllers";
import { faults, startReference } from "#reference";
import { withUsualPlaces } from "#targets";
import type { Target } from "#targets";
import { newRuntimeSuffix } from "../options/random-ids.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { suggest } from "../options/suggest-names.ts";
import { UsageError } from "../process/program-errors.ts";
import type { World } from "../process/world.ts";
import { confirmWriting } from "../reach/confirm-writing.ts";
import { connectTarget } from "../reach/connect-target.ts";
import { narrowTarget } from "../reach/narrow-target.ts";
import { preflight } from "../reach/preflight.ts";
import type { ControllerSettings } from "./controller-settings.ts";
import {
  broughtKinds,
  ownedKindsIn,
  ownKinds,
  promisesWith,
  retainedEvents,
  withKindNames,
} from "./reference-kind-setup.ts";
import { setUp } from "./set-up.ts";
import { SkewedClock } from "./skewed-clock.ts";
import type { SetUp } from "./set-up.ts";

export interface ControllerRunRequest {
  readonly settings: RunSettings;
  readonly special: ControllerSettings;
  readonly limits: Limits;
  readonly world: World;
  readonly signal: AbortSignal;
}

/** Time for shrinking scenarios that contain a violation, in milliseconds. */
const reducingMs = 60_000;

/**
 * Duration of persistent conflicts and rejections for a controller other than the reference controllers, in
 * milliseconds. Over a longer period, a controller that retries every 200 ms, or on every event, would appear to retry
 * forever.
 */
const stormMs = 1_200;

export interface ReachedController {
  readonly target: Target;
  readonly bench: ControllerBench;
  /** Whether the endpoint is the built-in reference server, which stops when the run finishes. */
  readonly isOwn: boolean;
}

/**
 * Connects to the endpoint, or starts the reference server, and prepares the controller. Stops both after `use`.
 *
 * @throws UsageError, TargetUnreachable and DialectMismatch if the controller cannot be tested.
 */
export async function withController<T>(
  request: ControllerRunRequest,
  use: (reached: ReachedController) => Promise<T>,
): Promise<T> {
  const { settings, special, limits, world, signal } = request;
  const isOwn = settings.endpoint === undefined && settings.kubernetes === undefined;
  const clock = new SkewedClock(world.clock);
  await using server = isOwn ? await startOwn(request, clock) : undefined;
  const address = server?.url ?? settings.endpoint?.href;
  const suffix = newRuntimeSuffix();
  const reaching = {
    settings: withRelated(settings, special),
    limits,
    world,
    signal,
    suffixFor: () => suffix,
  };
  await using reached = withUsualPlaces(
    await connectTarget({ ...reaching, ...(address === undefined ? {} : { address }) }),
  );
  const owned = withKindNames(reached.description, ownedOf(request));
  checkOwned(reached, owned);
  const target = narrowed(reached, request, isOwn);
  await preflight(target, limits, signal);
  await confirmWriting(target.description, request);
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
  const skewClock = isOwn ? { skewClock: (aheadMs: number) => clock.skew(aheadMs) } : {};
  const ownedKinds = ownedKindsIn(reached.description, owned);
  const promises = promisesOf(request, isOwn, owned);
  const bench = { ...benchOf(request, place, isOwn), promises, ...skewClock, ownedKinds };
  return await use({ target, bench, isOwn });
}

/**
 * Starts the reference server with the faults that a faulty controller needs, because a correct server would reject
 * some of its invalid writes.
 */
async function startOwn(
  { settings, special, world }: ControllerRunRequest,
  clock: SkewedClock,
): Promise<AsyncDisposable & { readonly url: string }> {
  const { controller: request } = special;
  const needs = request.from === "reference" ? (request.variant?.needs ?? []) : [];
  const server = await startReference({
    retainedEvents,
    clock: clock.now,
    faults: faults.filter(({ name }) => needs.includes(name)),
    owned: Object.values(special.owned ?? {})
      .flat()
      .map(({ kind }) => kind),
    // A controller may add its finalizer before it reports anything.
    updated: request.from === "reference" ? [] : (special.kinds ?? Object.keys(ownKinds.specs)),
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

function narrowed(target: Target, { special }: ControllerRunRequest, isOwn: boolean): Target {
  const withStatus = target.description.kinds.filter(
    ({ operations }) => operations.updateStatus.length > 0,
  );
  const names = withStatus.map(({ name }) => name);
  const wanted = special.kinds ?? (isOwn ? Object.keys(ownKinds.specs) : names);
  for (const name of wanted) {
    if (names.includes(name)) continue;
    const isKnown = target.description.kinds.some((kind) => kind.name === name);
    const problem = isKnown ? "a kind without a status" : "an unknown kind";
    throw new UsageError(`--kind selects ${problem}: "${name}"`, {
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

/** On an API server, the run also watches the owned kinds. */
function withRelated(settings: RunSettings, { owned }: ControllerSettings): RunSettings {
  const { kubernetes } = settings;
  if (kubernetes === undefined || owned === undefined) return settings;
  const related = [
    ...new Set(
      Object.values(owned)
        .flat()
        .map(({ kind }) => kind),
    ),
  ];
  return { ...settings, kubernetes: { ...kubernetes, related } };
}

/** @throws UsageError for an owned kind that the suite cannot observe. */
function checkOwned(
  { description: { kinds, relatedKinds = [] } }: Target,
  owned: Readonly<Record<string, readonly OwnedKind[]>>,
): void {
  const names = [...kinds, ...relatedKinds].map(({ name }) => name);
  for (const { kind } of Object.values(owned).flat()) {
    if (names.includes(kind)) continue;
    throw new UsageError(`--owned specifies an unknown kind: "${kind}"`, {
      fix: suggest(kind, names, `Valid kinds: ${names.join(", ")}.`),
    });
  }
}

function ownedOf({
  special: { controller, owned = {} },
}: ControllerRunRequest): Readonly<Record<string, readonly OwnedKind[]>> {
  const variant = controller.from === "reference" ? controller.variant : undefined;
  const ofVariant = variant?.owns === undefined ? {} : { [variant.kind]: [variant.owns].flat() };
  return { ...ofVariant, ...owned };
}

function promisesOf(
  { special: { controller } }: ControllerRunRequest,
  isOwn: boolean,
  owned: Readonly<Record<string, readonly OwnedKind[]>>,
): NonNullable<ControllerBench["promises"]> {
  const own = isOwn ? ownKinds.promises : {};
  const known = controller.from === "reference" && !isOwn ? broughtKinds.promises : own;
  return promisesWith(owned, known);
}

function benchOf(request: ControllerRunRequest, place: SetUp, isOwn: boolean): ControllerBench {
  const { special, world } = request;
  const { convergeMs, quietMs, specs, rivalFields } = special;
  return {
    ...(isOwn ? ownKinds : {}),
    ...(special.controller.from === "reference" && !isOwn ? broughtKinds : {}),
    ...(specs === undefined ? {} : { specs }),
    ...(rivalFields === undefined ? {} : { rivalFields }),
    ...(place.host === undefined ? {} : { host: place.host }),
    ...(place.wire === undefined ? {} : { wire: place.wire }),
    now: world.clock,
    reducingMs,
    convergeMs,
    quietMs,
    ...(special.controller.from === "reference" ? {} : { stormMs }),
  };
}
