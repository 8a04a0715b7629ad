import type { IdentityName, RefusalReason, WatchCommand, WatchEnd } from "#contract";
import { describeRefusal } from "#contract";
import { claim, defineCheck, denialOf, errored, ownSelector, undecided } from "#harness";
import type { CheckContext, Finding, WatchObservation, WatchProbe } from "#harness";

/** The watches of one operation, all open before the same fence. */
interface Trial {
  readonly denied: readonly WatchObservation[];
  /** The positive control: the controller's watch, which the fence reached. */
  readonly served: WatchObservation;
}

const requirement = "authorization.watch-is-authorized";

const denials: ReadonlySet<RefusalReason> = new Set(["unauthenticated", "forbidden"]);

/** A watch is a read that does not end: it must ask the same question. The control is the controller's watch. */
export const watchIsAuthorized = defineCheck<readonly Trial[]>({
  id: "authorization/watch-is-authorized",
  title: "A watch is refused to those who may not read",
  covers: [requirement],
  scope: "kind",
  features: ["watch", "watch.authorization"],
  identities: ["stranger"],
  verbs: ["watch"],

  drive: (context) =>
    Promise.all(context.kind.operations.watch.map((via) => tryWatch(context, via))),

  judge: (trials) => trials.flatMap(judgeTrial),
});

async function tryWatch(context: CheckContext, via: string): Promise<Trial> {
  const { identities } = context.target;
  const open = (identity: IdentityName): Promise<WatchProbe> =>
    context.watch(watchOf(context, identity, via));
  const names = (["stranger", "anonymous", "invalid", "expired"] as const).filter((name) =>
    identities.includes(name),
  );
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

function watchOf(context: CheckContext, identity: IdentityName, via: string): WatchCommand {
  const [namespace] = context.kind.namespaces;
  return {
    verb: "watch",
    identity,
    via,
    kind: context.kind.name,
    ...(namespace === undefined ? {} : { namespace }),
    ...ownSelector(context),
  };
}

function judgeTrial({ denied, served }: Trial): readonly Finding[] {
  return denied.map((seen) => judgeDenied(seen, served));
}

function judgeDenied(seen: WatchObservation, served: WatchObservation): Finding {
  const { command, end, events } = seen;
  const evidence = [seen.exchange, served.exchange];
  const { because } = denialOf(command.identity);
  if (end?.end === "lost") return errored(requirement, describeEnd(end), evidence);
  if (end?.end === "unsupported") return undecided(requirement, end.detail, evidence);
  // Which of the two it is, the requirements on credentials say.
  const isRefused = end?.end === "refused" && denials.has(end.refusal.reason);
  if (isRefused && !served.reached) {
    const how = served.end === undefined ? "it delivered nothing" : `it ${describeEnd(served.end)}`;
    const reason = `no positive control: the controller's watch was not served (${how})`;
    return undecided(requirement, reason, evidence);
  }
  const ending = end === undefined ? "stayed open" : describeEnd(end);
  return claim(requirement, {
    holds: isRefused && events.length === 0,
    expected: `refused as ${[...denials].join(" or ")}, because ${because}, and without events`,
    actual: `the watch of ${command.identity} delivered ${events.length} events and ${ending}`,
    evidence,
  });
}

function describeEnd(end: WatchEnd): string {
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
