import { describeOutcome } from "#contract";
import type { ObjectKey, Resource } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  claim,
  defineCheck,
  defineTrialKind,
  deleteObject,
  describeEvents,
  errored,
  eventsOf,
  failureOf,
  givenDelivery,
  listOf,
  refusalOf,
  resumesFromTokens,
  trialKindOf,
  undecided,
  watchOf,
} from "#harness";
import type { CheckContext, Finding, Step, TrialKind, WatchObservation } from "#harness";

interface Observations {
  readonly keys: readonly ObjectKey[];
  readonly watched: WatchObservation;
  readonly late: Step;
  readonly again: Step;
}

const requirement = "kinds.objects-go-with-definition";
const objects = 2;

export const objectsGoWithDefinition = defineCheck<Observations | null>({
  id: "kinds/objects-go-with-definition",
  title: "Deleting a definition deletes the objects of its kind, and the kind is no longer served",
  covers: [requirement],
  scope: "target",
  features: ["kinds.runtime", "delete", "watch", "watch.resume"],

  async drive(context) {
    const trial = trialKindOf(context, "kinds/objects-go-with-definition");
    if (trial === undefined) return null;
    await defineTrialKind(context, trial, "withStatus");
    const keys = Array.from({ length: objects }, () => context.unusedKey(trial.kind));
    const watched = await watchTheEnd(context, trial, keys);
    const late = await create(context, context.unusedKey(trial.kind), trial);
    await defineTrialKind(context, trial, "withStatus");
    return { keys, watched, late, again: await listAll(context, trial) };
  },

  judge(observations) {
    if (observations === null)
      return [undecided(requirement, "the dialect declares no kind for checks to define", [])];
    const { keys, watched, late, again } = observations;
    const evidence = [watched.exchange, late.exchange, again.exchange];
    const broken = failureOf(late) ?? failureOf(again);
    if (broken !== undefined) return [errored(requirement, broken, evidence)];
    return [...keys.map((key) => judgeEnd(key, watched)), ...judgeAfter(late, again)];
  },
});

function listAll(context: CheckContext, { kind }: TrialKind): Promise<Step> {
  const { selector: _all, ...list } = listOf(context, context.unusedKey(kind));
  return context.call(list);
}

function create(context: CheckContext, key: ObjectKey, { kind }: TrialKind): Promise<Step> {
  const spec = kind.samples.specs[0] ?? {};
  return context.call({ verb: "create", identity: "author", key, spec });
}

async function watchTheEnd(
  context: CheckContext,
  trial: TrialKind,
  keys: readonly ObjectKey[],
): Promise<WatchObservation> {
  const { selector: _all, ...command } = watchOf(context, context.unusedKey(trial.kind));
  const createAll = async (): Promise<readonly Resource[]> => {
    const created: Resource[] = [];
    for (const key of keys) {
      const step = await create(context, key, trial);
      created.push(acceptedObject(step, "object creation failed"));
    }
    return created;
  };
  // If a watch can only resume from event tokens, it is opened before the first object is created.
  const isEarly = resumesFromTokens(context);
  const [first] = isEarly ? [] : await createAll();
  const from = first === undefined ? {} : { resourceVersion: first.metadata.resourceVersion };
  await using probe = await context.watch({ ...command, ...from });
  if (isEarly) await createAll();
  // The ADDED events show that the watch is live. A watch from the first object's version lacks the event for that
  // object.
  await probe.until((events) => events.length >= objects - 1);
  await deleteObject(context, trial.key);
  await probe.until((events) => events.filter(({ type }) => type === "DELETED").length >= objects);
  return await probe.close();
}

/** Events may be missing if the watch was aborted or never opened. */
function judgeEnd(key: ObjectKey, watched: WatchObservation): Finding {
  const own = eventsOf(watched.events, key);
  const hasEnded = own.at(-1)?.type === "DELETED";
  const { end = "closed" } = watched.end ?? {};
  const isWhole = end === "closed" || end === "completed";
  const watches = [{ ...watched, reached: hasEnded || isWhole }];
  return givenDelivery(requirement, { watches, evidence: [] }, () => ({
    holds: hasEnded,
    expected: `DELETED is the last event for ${key.name}`,
    actual: describeEvents(own),
  }));
}

function judgeAfter(late: Step, again: Step): readonly Finding[] {
  return [
    claim(requirement, {
      holds: refusalOf(late) !== undefined,
      expected: "without its definition, the kind is no longer served",
      actual: describeOutcome(late.outcome),
      evidence: [late.exchange],
    }),
    afterAccepted(requirement, [again], () =>
      claim(requirement, {
        holds: again.outcome.result === "list" && again.outcome.items.length === 0,
        expected: "a new kind of the same name has no objects",
        actual: describeOutcome(again.outcome),
        evidence: [again.exchange],
      }),
    ),
  ];
}
