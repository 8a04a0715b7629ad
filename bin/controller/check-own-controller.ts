import { limits as usualLimits } from "#contract";
import type { ControllerBench, OwnedKind } from "#wings/controllers";
import { startReference } from "#reference";
import type { Fault } from "#reference";
import type { ControllerRules } from "#reference/controller";
import type { RunResult } from "#verdicts";
import type { CheckOptions } from "../reach/compose.ts";
import { connect } from "../reach/connect-endpoint.ts";
import type { ConnectOptions } from "../reach/connect-endpoint.ts";
import type { Target } from "#targets";
import { narrowTarget } from "../reach/narrow-target.ts";
import { checkController } from "./check-controller.ts";
import { ControllerProxy } from "./controller-proxy.ts";
import { InProcessController } from "./in-process-controller.ts";
import { ownedKindsIn, ownKinds, promisesWith, retainedEvents } from "./reference-kind-setup.ts";
import { SkewedClock } from "./skewed-clock.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";

export interface OwnControllerOptions extends CheckOptions {
  readonly rules?: ControllerRules;
  readonly serverFaults?: readonly Fault[];
  readonly kinds?: readonly string[];
  /** Time limit within which a controller must report, in milliseconds. */
  readonly convergeMs?: number;
  readonly quietMs?: number;
  /** Additional time that each start of the controllers takes, in milliseconds. 0 by default. */
  readonly startMs?: number;
  /** The kinds of the objects that the controllers create for each object of `kinds`. None by default. */
  readonly owned?: OwnedKind | readonly OwnedKind[] | undefined;
}

/** Readiness timeout as a multiple of the connection timeout, as for controllers started on the command line. */
const readyFactor = 6;

/** Starts the reference server and its controllers, checks the controllers through a proxy, and stops everything. */
export async function checkOwnController(options: OwnControllerOptions = {}): Promise<RunResult> {
  const { rules, serverFaults = [], kinds = Object.keys(ownKinds.specs) } = options;
  const { limits = usualLimits, convergeMs = 10_000, quietMs = 100 } = options;
  const signal = options.signal ?? new AbortController().signal;
  const serverClock = new SkewedClock(now);
  await using server = await startReference({
    faults: serverFaults,
    retainedEvents,
    clock: serverClock.now,
  });
  await using connected = await connect({ endpoint: server.url, limits, signal });
  const wanted = connected.description.kinds.filter(({ name }) => kinds.includes(name));
  const target = narrowTarget(connected, {
    kinds: Object.fromEntries(
      wanted.map(({ name, operations }) => [name, operations.updateStatus] as const),
    ),
    retainedEvents,
  });
  const recognition = recognizeGraphql(connected.description, { hasOlderLists: true });
  await using proxy = await ControllerProxy.start({ endpoint: server.url, recognition });
  const reach = (opening: Pick<ConnectOptions, "clock" | "endpoint" | "signal">): Promise<Target> =>
    connect({ ...opening, limits, returnsRateLimits: true });
  await using host = new InProcessController({
    connect: async (stop, clock) => {
      await clock.wait(options.startMs ?? 0, stop);
      return reach({ endpoint: proxy.url, signal: stop, clock });
    },
    connectSecond: (stop, clock) => reach({ endpoint: proxy.secondUrls.url, signal: stop, clock }),
    kinds,
    ...(rules === undefined ? {} : { rules }),
    now,
    random: () => Math.random(),
    eventMs: limits.eventMs,
    readyMs: readyFactor * limits.connectMs,
  });
  const bench: ControllerBench = {
    ...ownKinds,
    promises: promisesWith(ownedBy(kinds, options.owned), ownKinds.promises),
    ownedKinds: ownedKindsIn(connected.description, ownedBy(kinds, options.owned)),
    skewClock: (aheadMs) => serverClock.skew(aheadMs),
    host,
    wire: proxy,
    now,
    convergeMs,
    quietMs,
  };
  return await checkController(target, bench, { ...options, keepObjects: true, limits });
}

function ownedBy(
  kinds: readonly string[],
  owned: OwnControllerOptions["owned"],
): Readonly<Record<string, readonly OwnedKind[]>> {
  return owned === undefined ? {} : Object.fromEntries(kinds.map((kind) => [kind, [owned].flat()]));
}

function now(): Date {
  return new Date();
}
