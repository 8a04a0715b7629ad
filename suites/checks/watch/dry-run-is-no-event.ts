import type { Command, CreateCommand, ObjectKey, WriteOptions } from "#contract";
import {
  countedStatus,
  freshCount,
  defineCheck,
  describeEvents,
  errored,
  eventsOf,
  failureOf,
  givenDelivery,
  isAccepted,
  isSame,
  isSent,
  objectOf,
  sampleSpec,
  specWrite,
  statusWrite,
  nothingToJudge,
} from "#harness";
import type { CheckContext, Finding, SeenEvent, SettledEvents, Step } from "#harness";

const requirement = "watch.nothing-for-dry-run";

interface Trial {
  readonly key: ObjectKey;
  readonly versions: readonly string[];
  readonly attempts: readonly Step[];
  readonly control: Step;
  readonly settled: SettledEvents;
}

export const dryRunIsNoEvent = defineCheck<readonly Trial[]>({
  id: "watch/dry-run-is-no-event",
  title: "A dry run causes no event",
  covers: [requirement],
  scope: "status-write",
  features: ["dry-run"],
  verbs: ["watch"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const spec = specWrite(key, { resourceVersion, spec: sampleSpec(context, 1) });
    const before = context.kind.operations.update.length > 0 ? [spec] : [];
    const status = statusWrite(context, key, {
      resourceVersion,
      status: countedStatus(context, freshCount(context, 1)),
    });
    const creation = creationOf(context, context.unusedKey());
    const trials = [
      await tryThenWrite(context, { versions: [resourceVersion], before, write: status }),
      await tryThenWrite(context, { versions: [], before: [], write: creation }),
    ];
    return context.kind.operations.delete.length === 0
      ? trials
      : [...trials, ...(await tryDeletion(context))];
  },

  judge(trials) {
    const offered = trials.map(withoutUnsent).filter(({ attempts }) => attempts.length > 0);
    return (offered.length === 0 ? trials : offered).map(judgeTrial);
  },
});

/** Removes dry runs that were not sent, because their operations have no such option. */
function withoutUnsent(trial: Trial): Trial {
  return { ...trial, attempts: trial.attempts.filter(isSent) };
}

function creationOf(context: CheckContext, key: ObjectKey): CreateCommand {
  const { label } = context;
  const labels = Object.keys(label).length === 0 ? {} : { labels: label };
  return { verb: "create", identity: "author", key, spec: sampleSpec(context, 0), ...labels };
}

type OptionedCommand = Extract<Command, { readonly options?: WriteOptions }>;

interface Plan extends Pick<Trial, "versions"> {
  readonly before: readonly OptionedCommand[];
  readonly write: OptionedCommand;
}

async function tryThenWrite(
  context: CheckContext,
  { versions, before, write }: Plan,
): Promise<Trial> {
  const { key } = write;
  const attempts: Step[] = [];
  for (const command of [...before, write]) {
    attempts.push(await context.call({ ...command, options: { dryRun: true } }));
  }
  const control = await context.call(write);
  return { key, versions, attempts, control, settled: await context.settle(key) };
}

/** A dry run of a deletion that is rejected cannot cause an event. */
async function tryDeletion(context: CheckContext): Promise<readonly Trial[]> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const deletion = { verb: "delete", identity: "author", key, options: { dryRun: true } } as const;
  const tried = await context.call(deletion);
  if (!isAccepted(tried)) return [];
  const status = countedStatus(context, freshCount(context, 1));
  const control = await context.call(statusWrite(context, key, { resourceVersion, status }));
  const settled = await context.settle(key);
  return [{ key, versions: [resourceVersion], attempts: [tried], control, settled }];
}

function judgeTrial({ key, versions, attempts, control, settled }: Trial): Finding {
  const steps = [...attempts, control];
  const evidence = steps.map(({ exchange }) => exchange);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const written = objectOf(control)?.metadata.resourceVersion;
  const wanted = [...versions, ...(written === undefined ? [] : [written])];
  const events = eventsOf(settled.events, key);
  const excess = excessIn(events, wanted);
  const refused = steps.find((step) => !isAccepted(step));
  if (refused !== undefined && excess.length === 0) {
    return nothingToJudge(requirement, refused, evidence);
  }
  return givenDelivery(requirement, { watches: [settled], evidence }, () => ({
    holds: excess.length === 0,
    expected: `no events other than those for versions ${wanted.join(", ")}`,
    actual: describeEvents(events),
    instances: attempts.length,
  }));
}

/**
 * Returns the events in excess of one per written version. Ignores exact duplicates, because other requirements judge
 * them. An event for a dry run has a different object or a different version.
 */
function excessIn(events: readonly SeenEvent[], wanted: readonly string[]): readonly SeenEvent[] {
  const distinct = events.filter(
    (event, index) =>
      events.findIndex((other) => isSame(contentOf(other), contentOf(event))) === index,
  );
  return distinct.filter(({ resourceVersion: version }, index) => {
    const seen = distinct.slice(0, index + 1).filter((event) => event.resourceVersion === version);
    return seen.length > wanted.filter((written) => written === version).length;
  });
}

function contentOf({ type, resourceVersion, object }: SeenEvent): unknown {
  return { resourceVersion, object, isDeletion: type === "DELETED" };
}
