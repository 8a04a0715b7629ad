import type { IdentityName } from "#contract";
import { faults } from "#reference";
import { LiveObservation } from "#reports";
import type { ObservationUpdate } from "#reports";
import { observe as observeTarget } from "#wings/controllers";
import type { ObservationAudience } from "#wings/controllers";
import { scopedSignal, withUsualPlaces } from "#targets";
import type { Target } from "#targets";
import { appearanceOf } from "../output/appearance.ts";
import { newRunId } from "../options/random-ids.ts";
import { configured } from "../config/configuration.ts";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { keepLongLivedHeapSmall } from "../process/runtime-tuning.ts";
import { suggest } from "../options/suggest-names.ts";
import type { ObserveArguments } from "../options/observe-options.ts";
import { readObserveSettings, reproduceObservation } from "../controller/observe-settings.ts";
import type { ObserveSettings } from "../controller/observe-settings.ts";
import { connectTarget } from "../reach/connect-target.ts";
import { prepareRun } from "../output/prepare-run.ts";
import type { PreparedRun } from "../output/prepare-run.ts";
import { recordRun } from "../output/record-run.ts";
import { controllerProfile } from "../options/controller-profile.ts";
import { readSettings } from "../options/read-settings.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { readSuite } from "../process/version.ts";
import type { World } from "../process/world.ts";

interface Shared extends PreparedRun {
  readonly special: ObserveSettings;
  /** Aborts when the duration has elapsed or the user interrupts. In both cases, the command finishes normally. */
  readonly signal: AbortSignal;
}

export async function observe(
  call: { readonly typed: ObserveArguments; readonly given: ReadonlySet<string> },
  world: World,
): Promise<Ending> {
  const { typed } = await configured(call, world);
  const special = readObserveSettings({ ...call.typed, ...typed });
  // Here, `--kind` selects the kinds to watch, not the kinds of the target.
  const { kind: _kind, ...usual } = typed;
  const settings = readSettings(
    { ...usual, profile: controllerProfile(call, typed), concurrency: "1" },
    world,
  );
  needsEndpoint(settings, special);
  const prepared = prepareRun(settings, typed.color, world);
  keepLongLivedHeapSmall();
  using interruption = world.listen();
  const { signal } = interruption;
  await using target = withUsualPlaces(await connect({ ...prepared, special, signal }));
  using end = scopedSignal({
    ...(special.forMs === undefined ? {} : { limitMs: special.forMs }),
    within: [signal],
  });
  return await watch(target, { ...prepared, special, signal: end.signal });
}

function needsEndpoint({ endpoint, kubernetes }: RunSettings, { kinds }: ObserveSettings): void {
  if (endpoint === undefined && kubernetes === undefined) {
    throw new UsageError("nothing to observe", {
      fix: "Specify a live system with --endpoint or --kubeconfig.",
    });
  }
  if (kubernetes === undefined || kinds !== undefined || kubernetes.kinds !== undefined) return;
  throw new UsageError("an API server has too many kinds to watch all of them", {
    fix: "Select kinds by their names in kubectl, e.g. --kind deployments.apps.",
  });
}

async function connect({ settings, special, limits, world, signal }: Shared): Promise<Target> {
  const { endpoint, kubernetes } = settings;
  if (kubernetes === undefined) {
    const address = endpoint === undefined ? {} : { address: endpoint.href };
    return connectTarget({ settings, limits, world, signal, ...address, isObserved: true });
  }
  const { observeKubernetes } = await import("../reach/connect-kubernetes.ts");
  const server = endpoint === undefined ? {} : { endpoint: endpoint.href };
  return observeKubernetes(
    { request: kubernetes, environment: world.environment, ...server, limits, signal },
    special.kinds,
  );
}

async function watch(target: Target, shared: Shared): Promise<Ending> {
  const { special, settings, limits, world } = shared;
  const kinds = kindsOf(target, special, settings);
  const { namespace, managers } = special;
  if (settings.verbosity !== "quiet") world.err.write(opening(kinds, special, target));
  return await recordRun(
    { ...shared, onLine: () => {} },
    async ({ emit, signal, clock, monotonicMs }) => {
      using audience = audienceOf(shared);
      return await observeTarget({
        suite: readSuite(),
        target,
        settings: { kinds, managers, ...(namespace === undefined ? {} : { namespace }) },
        ...(settings.revision === undefined ? {} : { revision: settings.revision }),
        identity: identityOf(target),
        run: newRunId(),
        limits,
        command: reproduceObservation(shared),
        knownFaults: faults,
        clock,
        monotonicMs,
        emit,
        audience,
        signal,
      });
    },
  );
}

/** Selects any role that may read, since the command never writes. */
function identityOf({ description: { identities } }: Target): IdentityName {
  const readers = ["reader", "controller", "author"] as const;
  return readers.find((name) => identities.includes(name)) ?? "anonymous";
}

function kindsOf(
  { description }: Target,
  { kinds: wanted }: ObserveSettings,
  { kubernetes }: RunSettings,
): readonly string[] {
  const watched = description.kinds.filter(({ operations }) => operations.watch.length > 0);
  const names = watched.map(({ name }) => name);
  if (kubernetes !== undefined) return names;
  // A kind that every run registers for itself does not exist yet, so it cannot be watched.
  const usual = watched.filter(
    ({ operations, isRuntime }) => operations.updateStatus.length > 0 && !isRuntime,
  );
  const chosen = wanted ?? usual.map(({ name }) => name);
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const isKnown = description.kinds.some(({ name }) => name === unknown);
    const problem = isKnown ? "a kind that cannot be watched" : "an unknown kind";
    throw new UsageError(`--kind selects ${problem}: "${unknown}"`, {
      fix: suggest(unknown, names, `Valid kinds: ${names.join(", ")}.`),
    });
  }
  if (chosen.length > 0) return chosen;
  throw new UsageError("the dialect has no kind with both a status and a watch", {
    fix: "Add a watch to the dialect, or select a kind with --kind.",
  });
}

function opening(kinds: readonly string[], { forMs }: ObserveSettings, target: Target): string {
  const end = forMs === undefined ? "until interrupted" : `for ${forMs / 1000} s`;
  return `watching ${kinds.join(", ")} at ${target.description.endpoint} ${end}\n`;
}

interface Audience extends ObservationAudience, Disposable {}

/** Refresh interval of the view, in milliseconds. Events may be rare, so the view does not wait for them. */
const refreshMs = 250;

function audienceOf({ color, settings, world }: Shared): Audience {
  const { err } = world;
  const { width } = appearanceOf(err, world, { color });
  const live = new LiveObservation({ isTerminal: err.isTerminal, width });
  const write = (text: string): void => {
    if (text !== "" && settings.verbosity !== "quiet") err.write(text);
  };
  const beganMs = world.monotonicMs();
  let update: Omit<ObservationUpdate, "elapsedMs"> = { objects: 0, events: 0, writers: new Map() };
  const timer = setInterval(() => {
    write(live.update({ ...update, elapsedMs: world.monotonicMs() - beganMs }));
  }, refreshMs);
  return {
    event: (_event, counts) => {
      update = counts;
    },
    found: (finding) => write(live.finding(finding)),
    trouble: (kind, problem) => write(live.trouble(kind, problem)),
    [Symbol.dispose]: () => {
      clearInterval(timer);
      write(live.end());
    },
  };
}
