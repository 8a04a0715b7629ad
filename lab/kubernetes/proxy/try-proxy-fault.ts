import { limits, scaleLimits } from "#contract";
import type { Limits, RequirementId } from "#contract";
import { checks } from "#checks";
import type { Target } from "#targets";
import { connectKubernetesTarget, tokenCaller } from "#targets/kubernetes";
import { checkTarget } from "../../../bin/reach/compose.ts";
import type { Trial } from "../../../bin/self-test/fault-trial.ts";
import { narrowTarget } from "../../../bin/reach/narrow-target.ts";
import type { ApiAddress } from "./api-connection.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { offerBookmarks } from "./offer-bookmarks.ts";
import type { ProxyFault } from "./proxy-fault.ts";

export interface TrialPlace extends ApiAddress {
  readonly administratorToken: string;
  readonly suffix: string;
}

export interface TrialOptions {
  readonly fault?: Pick<ProxyFault, "begin" | "hasOwnKinds" | "name">;
  /**
   * The requirements to check: with a fault, those that it violates, otherwise those that any fault violates. Empty for
   * all requirements.
   */
  readonly requirements: readonly RequirementId[];
  readonly isFirst: boolean;
  readonly limits?: Limits;
}

/** All status mutations on one kind, one status mutation on other kinds, and a kind without a status subresource. */
const tried = {
  kinds: {
    Widget: ["status.put", "status.patch.merge", "status.patch.json", "status.apply"],
    WidgetD: ["status.patch.json"],
    WidgetU: ["status.put"],
    Gadget: [],
  },
};

/** Waits are short, because a fault may drop events, and waiting for a dropped event takes the full time. */
const trialLimits: Limits = {
  ...limits,
  eventMs: scaleLimits(0.3).eventMs,
  fenceRetryMs: scaleLimits(0.3).fenceRetryMs,
};

/** Excludes random sequences and histories. These faults affect single writes, which scenarios detect faster. */
const scripted = checks.filter(({ phase = "scenario" }) => phase === "scenario");

/** The number of concurrent cases is low, because several probes share the machine. */
const concurrency = 12;

/** Runs the checks of some requirements through a proxy, with or without a fault. Never rejects. */
export async function tryProxyFault(
  place: TrialPlace,
  wish: TrialOptions,
  signal: AbortSignal,
): Promise<Trial> {
  const beganMs = performance.now();
  const { fault, requirements } = wish;
  const which = fault === undefined ? {} : { fault: fault.name };
  const durationMs = (): number => Math.round(performance.now() - beganMs);
  try {
    await using proxy = await FaultProxy.start({
      ...place,
      behaviour: offerBookmarks(fault?.begin() ?? {}),
    });
    const kinds =
      fault?.hasOwnKinds === true
        ? { suffix: `${place.suffix}${fault.name.replaceAll("-", "")}`, isFirst: true }
        : { suffix: place.suffix, isFirst: wish.isFirst };
    const where = { ...place, suffix: kinds.suffix };
    await using target = await connect(proxy.endpoint, where, {
      isFirst: kinds.isFirst,
      limits: wish.limits ?? limits,
      signal,
    });
    const { verdicts, footer } = await checkTarget(target, {
      profile: "kubernetes/v1",
      checks: scripted,
      selection: { only: requirements, skip: [] },
      limits: wish.limits ?? (fault === undefined ? limits : trialLimits),
      concurrency,
      // Objects need not be deleted, because the cluster is removed after the test.
      keepObjects: true,
      signal,
    });
    return { ...which, verdicts, durationMs: durationMs(), exchanges: footer.exchanges };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...which, verdicts: [], durationMs: durationMs(), exchanges: 0, problem };
  }
}

async function connect(
  server: string,
  { administratorToken, suffix }: TrialPlace,
  options: { readonly isFirst: boolean; readonly limits: Limits; readonly signal: AbortSignal },
): Promise<Target> {
  const connected = await connectKubernetesTarget({
    server,
    tls: {},
    administrator: tokenCaller(administratorToken),
    tokens: {},
    limits: options.limits,
    userAgent: "status-conformance-proxy-test",
    runtimeSuffix: suffix,
    signal: options.signal,
  });
  const { description, ...target } = narrowTarget(connected, tried);
  const features = new Set([...description.features, "watch.bookmarks" as const]);
  return {
    ...target,
    description: {
      ...description,
      features: [...features],
      prerequisites: options.isFirst ? description.prerequisites : [],
    },
  };
}
