import { counted, describeRefusal } from "#contract";
import type { IdentityName, RefusalReason, RequirementId, WatchCommand, WatchEnd } from "#contract";
import { claim, denialOf, errored, operationsToTry, ownSelector, undecided } from "#harness";
import type { CheckContext, Finding, WatchObservation, WatchProbe } from "#harness";

/** How a watch is asked for: by which operation, over what. */
export type WayToWatch = Pick<WatchCommand, "via" | "channel">;

/** The watches of one operation, all open before the same fence. */
export interface WatchTrial {
  readonly denied: readonly WatchObservation[];
  /** The positive control: the controller's watch, which the fence reached. */
  readonly served: WatchObservation;
}

/** What to watch, and as whom. */
export interface WatchPlan {
  readonly way: WayToWatch;
  /** Roles without a credential at hand are left out. */
  readonly denied: readonly IdentityName[];
  /** Absent for kinds without one. */
  readonly namespace?: string;
}

const denials: ReadonlySet<RefusalReason> = new Set(["unauthenticated", "forbidden"]);

/** Every way to watch the kind under test: each operation that is to be tried, over the usual transport and as an event stream. */
export function waysToWatch(context: CheckContext): readonly WayToWatch[] {
  const hasStreams = context.target.features.includes("watch.serverSentEvents");
  return operationsToTry(context, "watch").flatMap((via): readonly WayToWatch[] =>
    hasStreams ? [{ via }, { via, channel: "events" }] : [{ via }],
  );
}

/** The command that watches the kind under test in a namespace, or everywhere. */
export function watchAs(
  context: CheckContext,
  identity: IdentityName,
  { way, namespace }: Omit<WatchPlan, "denied">,
): WatchCommand {
  return {
    verb: "watch",
    identity,
    kind: context.kind.name,
    ...(namespace === undefined ? {} : { namespace }),
    ...ownSelector(context),
    ...way,
  };
}

/** Opens the watches of denied identities and the controller's, and lets one event happen. */
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
  // A watch that was refused has ended; one that was not gets the event of the fence.
  await Promise.all(denied.map((probe) => probe.until((events) => events.length > 0)));
  return {
    denied: await Promise.all(denied.map((probe) => probe.close())),
    served: await served.close(),
  };
}

/** Judges that each of the watches was refused, and delivered nothing. */
export function judgeDeniedWatches(
  { denied, served }: WatchTrial,
  requirement: RequirementId,
): readonly Finding[] {
  return denied.map((seen) => judgeDenied(seen, served, requirement));
}

/** How a watch ended, completing "the watch …". */
export function describeEnd(end: WatchEnd): string {
  switch (end.end) {
    case "refused":
      return `was ${describeRefusal(end.refusal)}`;
    case "closed":
      return "stayed open until the suite closed it";
    case "completed":
      return "ended without a complaint";
    case "lost":
    case "unintelligible":
    case "unsupported":
      return `ended as ${end.end}: ${end.detail}`;
  }
}

function judgeDenied(
  seen: WatchObservation,
  served: WatchObservation,
  requirement: RequirementId,
): Finding {
  const { command, end, events } = seen;
  const evidence = [seen.exchange, served.exchange];
  const { because } = denialOf({ ...command, verb: "list" });
  if (end?.end === "lost") return errored(requirement, describeEnd(end), evidence);
  if (end?.end === "unsupported") return undecided(requirement, end.detail, evidence);
  // Which of the two it is, the requirements on credentials say.
  const isRefused = end?.end === "refused" && denials.has(end.refusal.reason);
  if (isRefused && events.length === 0 && !served.reached) {
    const how = served.end === undefined ? "it delivered nothing" : `it ${describeEnd(served.end)}`;
    const reason = `no positive control: the controller's watch was not served (${how})`;
    return undecided(requirement, reason, evidence);
  }
  const ending = end === undefined ? "stayed open" : describeEnd(end);
  return claim(requirement, {
    holds: isRefused && events.length === 0,
    expected: `refused as ${[...denials].join(" or ")}, because ${because}, and without events`,
    actual: `the watch of ${describeCommand(command)} delivered ${counted(events.length, "event")} and ${ending}`,
    evidence,
  });
}

function describeCommand({ identity, channel }: WatchCommand): string {
  return channel === "events" ? `${identity} over server-sent events` : identity;
}
