import { describeKey, describeOutcome, keyOf } from "#contract";
import type { ObjectKey, Resource } from "#contract";
import {
  claim,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  isAccepted,
  isSame,
  isSent,
  objectOf,
  ownStatus,
  readOf,
  refusalOf,
  statusWrite,
  undecided,
  vacuous,
  incidental,
} from "#harness";
import type { CheckContext, Finding, KindDescription, Step } from "#harness";

interface Trial {
  readonly other: Resource;
  readonly attempt: Step;
  readonly after: Step;
}

interface Observations {
  readonly kind: string;
  readonly control?: Step;
  readonly trials: readonly Trial[];
}

const missing = "errors.missing-object-not-found";
const unchanged = "isolation.refused-write-changes-nothing";

/** Global ids encode the type of an object. A mutation that only reads the key in them finds objects of other types. */
export const otherKindsAreNotWritten = defineCheck<Observations>({
  id: "errors/other-kinds-are-not-written",
  title: "A status mutation does not write an object of another kind",
  covers: [missing, unchanged],
  scope: "status-write",
  statusModes: ["partial", "replace"],
  verbs: ["list"],

  async drive(context) {
    const trials: Trial[] = [];
    for (const kind of otherKinds(context)) {
      const trial = await tryOn(context, kind);
      if (trial !== undefined) trials.push(trial);
    }
    if (trials.length === 0) return { kind: context.kind.name, trials };
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const status = ownStatus(context, 0);
    const control = await context.call(statusWrite(context, key, { resourceVersion, status }));
    return { kind: context.kind.name, control, trials };
  },

  judge({ kind, control, trials }) {
    if (control === undefined) {
      return vacuous([missing, unchanged], "the ids of other kinds may be ids of this kind");
    }
    return trials.flatMap((trial) => judgeTrial(kind, control, trial));
  },
});

const mostKinds = 2;

function otherKinds({ target, kind }: CheckContext): readonly KindDescription[] {
  const own = target.kinds.findIndex(({ name }) => name === kind.name);
  return [...target.kinds.slice(own + 1), ...target.kinds.slice(0, Math.max(own, 0))]
    .filter(
      (other) =>
        other.scope === kind.scope &&
        (!other.isRuntime || target.kinds.every(({ isRuntime }) => isRuntime)),
    )
    .slice(0, mostKinds);
}

/**
 * Undefined if an object of the tested kind can have the same id, if the object belongs to both kinds or cannot be
 * read, or if the write cannot be sent.
 */
async function tryOn(context: CheckContext, kind: KindDescription): Promise<Trial | undefined> {
  const { object } = await context.fixture({ kind });
  const { uid, resourceVersion } = object.metadata;
  if (isNumber(uid) || (await isOfBoth(context, object))) return undefined;
  const key: ObjectKey = { ...keyOf(object), kind: context.kind.name };
  context.owning(key);
  const status = ownStatus(context, 0);
  const before = objectOf(await context.call(readOf(keyOf(object))));
  if (before === undefined) return undefined;
  const byUid = await context.call(statusWrite(context, key, { resourceVersion, uid, status }));
  const attempt = isSent(byUid)
    ? byUid
    : await context.call(statusWrite(context, key, { resourceVersion, status }));
  if (!isSent(attempt)) return undefined;
  return { other: before, attempt, after: await context.call(readOf(keyOf(object))) };
}

/** Whether an id is a number, also in Base64. Each kind may count its objects. */
function isNumber(uid: string): boolean {
  const decoded = Buffer.from(uid, "base64").toString();
  return [uid, decoded].some((text) => /^\d+$/u.test(text));
}

/** One type of an API may include another: every issue is also a work item. A list may lack objects. */
async function isOfBoth(context: CheckContext, object: Resource): Promise<boolean> {
  const { namespace, uid } = object.metadata;
  const key = { ...keyOf(object), kind: context.kind.name };
  const read = objectOf(await context.call(readOf(key)));
  if (read?.metadata.uid === uid) return true;
  const { outcome } = await context.call({
    verb: "list",
    identity: "author",
    kind: context.kind.name,
    ...(namespace === undefined ? {} : { namespace }),
  });
  return outcome.result !== "list" || outcome.items.some((item) => item.metadata.uid === uid);
}

function judgeTrial(kind: string, control: Step, trial: Trial): readonly Finding[] {
  const { other, attempt, after } = trial;
  const evidence = [attempt.exchange, after.exchange];
  const broken = failureOf(attempt) ?? failureOf(after);
  if (broken !== undefined) {
    return [errored(missing, broken, evidence), errored(unchanged, broken, evidence)];
  }
  const open = (reason: string): readonly Finding[] => [
    undecided(missing, reason, evidence),
    undecided(unchanged, reason, evidence),
  ];
  const stored = objectOf(after);
  if (stored === undefined) return open(describeOutcome(after.outcome));
  const isKept = isSame(other, stored);
  const name = describeKey(keyOf(other));
  const difference = describeDifferences(name, other, stored);
  if (refusalOf(attempt) !== undefined) {
    if (!isAccepted(control)) {
      const why = `the same write to an object of the kind ${kind} was not accepted: ${describeOutcome(control.outcome)}`;
      return open(why);
    }
    const expected = `the rejected write leaves ${name} unchanged`;
    return [
      claim(missing, { holds: true, expected: "", actual: "", evidence }),
      claim(unchanged, { holds: isKept, expected, actual: difference, evidence }),
    ];
  }
  const reason = `${attempt.command.via ?? "the mutation"} did not reject the id of ${name}, which stayed unchanged: ${describeOutcome(attempt.outcome)}`;
  return [
    isKept
      ? undecided(missing, reason, evidence)
      : claim(missing, {
          holds: false,
          expected: `rejected as not found, because ${name} is no ${kind}`,
          actual: `${describeOutcome(attempt.outcome)}; ${difference}`,
          evidence,
        }),
    // Only rejected writes count.
    ...incidental([unchanged], "no write to an object of another kind was rejected"),
  ];
}
