import { counted, describeWatchEnd } from "#contract";
import type { IdentityName, RefusalReason, RequirementId, WatchCommand, WatchEnd } from "#contract";
import {
  claim,
  denialOf,
  errored,
  isAccepted,
  operationsToTry,
  ownSelector,
  refusalOf,
  undecided,
  supports,
} from "#harness";
import type { CheckContext, Finding, Step, WatchObservation, WatchProbe } from "#harness";

export type WatchRoute = Pick<WatchCommand, "via" | "channel">;

/** The watches of one operation, all opened before the same fence. */
export interface WatchTrial {
  readonly denied: readonly WatchObservation[];
  /** The positive control: the controller's watch. `reached` states whether it delivered the fence's event. */
  readonly served: WatchObservation;
  /** Reads of an object in the collection by the denied identities. Absent if not tried. */
  readonly reads?: readonly Step[];
}

export interface WatchPlan {
  readonly route: WatchRoute;
  readonly denied: readonly IdentityName[];
  /** Absent for cluster-scoped kinds. */
  readonly namespace?: string;
}

const denials: ReadonlySet<RefusalReason> = new Set(["unauthenticated", "forbidden"]);

/**
 * Lists the routes for a watch on the tested kind: each operation, over the default transport and as an event stream.
 */
export function watchRoutes(context: CheckContext): readonly WatchRoute[] {
  const hasStreams = supports(context, "watch.serverSentEvents");
  return operationsToTry(context, "watch").flatMap((via): readonly WatchRoute[] =>
    hasStreams ? [{ via }, { via, channel: "events" }] : [{ via }],
  );
}

/** Without a namespace, watches all namespaces. */
export function watchAs(
  context: CheckContext,
  identity: IdentityName,
  { route, namespace }: Omit<WatchPlan, "denied">,
): WatchCommand {
  return {
    verb: "watch",
    identity,
    kind: context.kind.name,
    ...(namespace === undefined ? {} : { namespace }),
    ...ownSelector(context),
    ...route,
  };
}

export async function tryDeniedWatches(
  context: CheckContext,
  plan: WatchPlan,
): Promise<WatchTrial> {
  const { identities } = context.target;
  const open = (identity: IdentityName): Promise<WatchProbe> =>
    context.watch(watchAs(context, identity, plan));
  const names = plan.denied.filter((name) => identities.includes(name));
  const denied = await Promise.all(names.map(open));
  const served = await open("controller");

  await served.fence();
  await Promise.all(denied.map((probe) => probe.until((events) => events.length > 0)));
  return {
    denied: await Promise.all(denied.map((probe) => probe.close())),
    served: await served.close(),
  };
}

export async function readAsDenied(
  context: CheckContext,
  denied: readonly IdentityName[],
): Promise<readonly Step[]> {
  const { key } = await context.fixture();
  const names = denied.filter((name) => context.target.identities.includes(name));
  return Promise.all(names.map((identity) => context.call({ verb: "read", identity, key })));
}

/**
 * Requires that each watch was rejected and delivered nothing. A watch without events is acceptable too if objects
 * appear missing to the caller. Callers that may read the collection are exempt.
 */
export function judgeDeniedWatches(
  { denied, served, reads = [] }: WatchTrial,
  requirement: RequirementId,
): readonly Finding[] {
  const isPublic = reads.some((read) => read.command.identity === "anonymous" && isAccepted(read));
  return denied.map((seen) => {
    const { identity } = seen.command;
    const read = reads.find(({ command }) => command.identity === identity);
    // Accepting an invalid credential is harmless only if every caller may read.
    const mayHaveRights = isPublic || identity === "stranger" || identity === "anonymous";
    if (mayHaveRights && read !== undefined && isAccepted(read)) {
      return mayRead(seen, read, requirement);
    }
    const isHidden = read !== undefined && refusalOf(read)?.reason === "notFound";
    const isSilent = isOpen(seen) && seen.events.length === 0 && served.reached;
    return isHidden && isSilent
      ? claim(requirement, { ...held, evidence: [seen.exchange, read.exchange] })
      : judgeDenied(seen, served, requirement);
  });
}

const held = { holds: true, expected: "", actual: "" };

function isOpen({ end }: WatchObservation): boolean {
  return end === undefined || end.end === "closed";
}

function mayRead(seen: WatchObservation, read: Step, requirement: RequirementId): Finding {
  const note = `${seen.command.identity} may read the collection, so its watch discloses nothing`;
  const evidence = [seen.exchange, read.exchange];
  return claim(requirement, { ...held, evidence, instances: 0, note });
}

/**
 * Counts an unclassified error, or a collection that is hidden as missing, as a denial, because a permitted caller's
 * watch must be served. Other requirements judge which error is correct.
 */
function isDenial(end: WatchEnd): boolean {
  if (end.end !== "refused") return false;
  const { reason } = end.refusal;
  return denials.has(reason) || reason === "unclassified" || reason === "notFound";
}

function judgeDenied(
  seen: WatchObservation,
  served: WatchObservation,
  requirement: RequirementId,
): Finding {
  const { command, end, events } = seen;
  const evidence = [seen.exchange, served.exchange];
  const { because } = denialOf({ ...command, verb: "list" });
  if (end?.end === "lost") return errored(requirement, describeWatchEnd(end), evidence);
  if (end?.end === "unsupported") return undecided(requirement, end.detail, evidence);
  const isRefused = end !== undefined && isDenial(end);
  if ((isRefused || isOpen(seen)) && events.length === 0 && !served.reached) {
    const how =
      served.end === undefined ? "it delivered nothing" : `it ${describeWatchEnd(served.end)}`;
    const reason = `no positive control: the controller's watch was not served (${how})`;
    return undecided(requirement, reason, evidence);
  }
  const ending = end === undefined ? "stayed open" : describeWatchEnd(end);
  return claim(requirement, {
    holds: isRefused && events.length === 0,
    expected: `rejected as ${[...denials].join(" or ")} before any event, because ${because}`,
    actual: `the watch by ${describeCommand(command)} delivered ${counted(events.length, "event")} and ${ending}`,
    evidence,
  });
}

function describeCommand({ identity, channel }: WatchCommand): string {
  return channel === "events" ? `${identity} over server-sent events` : identity;
}
