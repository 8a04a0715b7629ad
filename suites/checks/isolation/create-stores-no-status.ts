import type { CreateCommand, JsonObject } from "#contract";
import {
  claim,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  isAccepted,
  isSame,
  judgeNoneMoved,
  objectOf,
  readOf,
  sampleSpec,
  sampleStatus,
  undecided,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { judgeOneWay, noPlace, sentTrials } from "./foreign-member.ts";
import type { ForeignTrial, Spelling } from "./foreign-member.ts";

interface Observations {
  readonly trials: readonly ForeignTrial[];
}

/** Whoever may create an object must not be born with an acknowledgement in hand. */
export const createStoresNoStatus = defineCheck<Observations>({
  id: "isolation/create-stores-no-status",
  title: "A creation that carries a status is refused, or creates the object without it",
  covers: [
    "isolation.create-never-stores-status",
    "isolation.one-way-of-refusing",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",

  async drive(context) {
    const tries = context.kind.operations.create.flatMap((via) =>
      spellings(context, via).map((spelling) => trySpelling(context, via, spelling)),
    );
    return { trials: await Promise.all(tries) };
  },

  judge({ trials }) {
    const sent = sentTrials(trials);
    const requirement = "isolation.create-never-stores-status";
    const stored =
      sent.length === 0 ? [undecided(requirement, noPlace, [])] : sent.map(judgeNotStored);
    return [...stored, judgeOneWay(sent), ...judgeNoneMoved(sent.map(({ trial }) => trial))];
  },
});

function spellings(context: CheckContext, via: string): readonly Spelling[] {
  const members = { status: sampleStatus(context, 0) };
  return [
    { what: `a status beside the spec (${via})`, foreign: { place: "beside", members } },
    { what: `a status inside the spec (${via})`, foreign: { place: "inside", members } },
  ];
}

/** The control is the same creation without the status, under another name. */
async function trySpelling(
  context: CheckContext,
  via: string,
  spelling: Spelling,
): Promise<ForeignTrial> {
  const key = context.unusedKey();
  const plain: Omit<CreateCommand, "key"> = {
    verb: "create",
    identity: "author",
    via,
    spec: sampleSpec(context, 0),
  };
  const before = await context.call(readOf(key));
  const attempt = await context.call({ ...plain, key, foreign: spelling.foreign });
  const after = await context.call(readOf(key));
  const events = await context.settle(key);
  const control = await context.call({ ...plain, key: context.unusedKey() });
  return { ...spelling, trial: { before, attempt, after, events, control } };
}

function judgeNotStored({ what, trial }: ForeignTrial): Finding {
  const requirement = "isolation.create-never-stores-status";
  const { attempt, after, control } = trial;
  if (control === undefined) return undecided(requirement, "no positive control", []);
  const steps = [attempt, after, control];
  const evidence = steps.map((step) => step.exchange);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (!isAccepted(control)) {
    const reason = "no positive control: the creation without a status was not accepted either";
    return undecided(requirement, reason, evidence);
  }
  // A kind may have a default status: then it is the one of the control.
  const plain = statusOf(control);
  return claim(requirement, {
    holds: objectOf(after) === undefined || isSame(plain, statusOf(after)),
    expected: `a creation with ${what} stores ${plain === undefined ? "no status" : "the default status"}`,
    actual: describeDifferences("the created object's status", plain, statusOf(after)),
    evidence,
  });
}

function statusOf(step: Step): JsonObject | undefined {
  return objectOf(step)?.status;
}
