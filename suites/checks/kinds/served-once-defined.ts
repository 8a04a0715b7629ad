import {
  claim,
  defineCheck,
  defineTrialKind,
  describeEvents,
  describeStep,
  errored,
  eventsOf,
  failureOf,
  givenDelivery,
  isAccepted,
  listOf,
  objectOf,
  readOf,
  statusWrite,
  trialKindOf,
  undecided,
  watchOf,
  supports,
} from "#harness";
import type { CheckContext, Finding, Step, TrialKind, WatchObservation } from "#harness";

interface Observations {
  readonly early: Step;
  /** Requests immediately after the definition: list, create, status write and read, in this order. */
  readonly uses: readonly Step[];
  readonly watched?: WatchObservation;
}

const requirement = "kinds.served-once-defined";

export const servedOnceDefined = defineCheck<Observations | null>({
  id: "kinds/served-once-defined",
  title: "A kind is served in full as soon as its definition is accepted",
  covers: [requirement],
  scope: "target",
  features: ["kinds.runtime"],

  async drive(context) {
    const trial = trialKindOf(context, "kinds/served-once-defined");
    if (trial === undefined) return null;
    // The control: if no object of any kind can be created, the new kind cannot be judged.
    await context.fixture();
    const early = await create(context, trial);
    await defineTrialKind(context, trial, "withStatus");
    return { early, ...(await use(context, trial)) };
  },

  judge(observations) {
    if (observations === null)
      return [undecided(requirement, "the dialect declares no kind for checks to define", [])];
    const { early, watched } = observations;
    // A new kind need not support operations that other kinds of the target lack.
    const uses = observations.uses.filter(({ outcome }) => outcome.result !== "unsupported");
    const steps = [early, ...uses];
    const evidence = steps.map(({ exchange }) => exchange);
    const broken = steps.map(failureOf).find((failure) => failure !== undefined);
    if (broken !== undefined) return [errored(requirement, broken, evidence)];
    if (isAccepted(early)) {
      return [undecided(requirement, "the kind was served before it was defined", evidence)];
    }
    return [...uses.map(judgeUse), ...(watched === undefined ? [] : [judgeEvents(uses, watched)])];
  },
});

function create(context: CheckContext, { kind }: TrialKind): Promise<Step> {
  const key = context.unusedKey(kind);
  const spec = kind.samples.specs[0] ?? {};
  return context.call({ verb: "create", identity: "author", key, spec });
}

async function use(
  context: CheckContext,
  { kind }: TrialKind,
): Promise<Omit<Observations, "early">> {
  const key = context.unusedKey(kind);
  const listed = await context.call(listOf(context, key));
  const start = listed.outcome.result === "list" ? listed.outcome.resourceVersion : undefined;
  const isWatchable = start !== undefined && supports(context, "watch.resume");
  const { selector: _all, ...command } = watchOf(context, key);
  await using probe = isWatchable
    ? await context.watch({ ...command, resourceVersion: start })
    : undefined;
  const spec = kind.samples.specs[0] ?? {};
  const created = await context.call({ verb: "create", identity: "author", key, spec });
  const resourceVersion = objectOf(created)?.metadata.resourceVersion;
  const status = kind.samples.statuses[0] ?? {};
  const [via = ""] = kind.operations.updateStatus;
  const version = resourceVersion === undefined ? {} : { resourceVersion };
  const written = await context.call(statusWrite(context, key, { via, ...version, status }));
  const read = await context.call(readOf(key));
  const uses = [listed, created, written, read];
  if (probe === undefined) return { uses };
  await probe.until((events) => eventsOf(events, key).length > 0);
  return { uses, watched: await probe.close() };
}

function judgeUse(step: Step): Finding {
  return claim(requirement, {
    holds: isAccepted(step),
    expected: "every operation of the kind is served as soon as its definition is accepted",
    actual: describeStep(step),
    evidence: [step.exchange],
  });
}

/**
 * Judges only the event for the first write; other requirements judge later events. The event may be missing if the
 * watch was aborted.
 */
function judgeEvents(uses: readonly Step[], watched: WatchObservation): Finding {
  const { events, end } = watched;
  const evidence = uses.map((step) => step.exchange);
  const [version] = uses.flatMap((step) => {
    const written = step.command.verb === "read" ? undefined : objectOf(step);
    return written === undefined ? [] : [written.metadata.resourceVersion];
  });
  if (version === undefined) return undecided(requirement, "nothing was written", evidence);
  const isShown = events.some((event) => event.resourceVersion === version);
  const watches = [{ ...watched, reached: isShown || end?.end !== "lost" }];
  return givenDelivery(requirement, { watches, evidence }, () => ({
    holds: isShown,
    expected: `a watch on the kind delivers the event for version ${version}`,
    actual: describeEvents(events),
  }));
}
