import { describeOutcome, isEmpty, isJsonObject } from "#contract";
import type { CreateCommand } from "#contract";
import {
  ownStatus,
  claim,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  judgeNoneMoved,
  leakInto,
  objectOf,
  operationsToTry,
  refusalOf,
  sampleSpec,
  tryOnMissing,
  undecided,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import {
  bySchema,
  decisiveTrials,
  effectsOf,
  judgeOneWay,
  nothingSent,
  ownTrials,
  schemaNote,
  sentTrials,
  wholeTrials,
} from "./foreign-member.ts";
import type { ForeignTrial } from "./foreign-member.ts";
import { inAllWords, inSingleFields, statusSpellings } from "./spellings.ts";

interface Observations {
  readonly trials: readonly ForeignTrial[];
}

export const createStoresNoStatus = defineCheck<Observations>({
  id: "isolation/create-stores-no-status",
  title: "A create request with a status is rejected, or creates the object without that status",
  covers: [
    "isolation.create-never-stores-status",
    "isolation.one-way-of-refusing",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",

  async drive(context) {
    const tries = operationsToTry(context, "create").map((via) => tryCreations(context, via));
    return { trials: (await Promise.all(tries)).flat() };
  },

  judge({ trials }) {
    const sent = sentTrials(trials);
    const stored = [
      ...decisiveTrials(sent).flatMap(judgeSent),
      ...ownTrials(wholeTrials(trials)).flatMap(judgeUnsent),
    ];
    return [
      ...(stored.length > 0 ? stored : [nothingSent(requirement, wholeTrials(trials))]),
      judgeOneWay(trials),
      ...judgeNoneMoved(sent.map(({ trial }) => trial)),
    ];
  },
});

function tryCreations(context: CheckContext, via: string): Promise<readonly ForeignTrial[]> {
  const creation: Omit<CreateCommand, "key"> = {
    verb: "create",
    identity: "author",
    via,
    spec: sampleSpec(context, 0),
  };
  const status = ownStatus(context, 0);
  const { kind } = context;
  const write = { verb: "create", via, values: { status } } as const;
  return tryOnMissing(context, {
    mistakes: [
      ...inAllWords(kind, write, statusSpellings(status, via)),
      ...inSingleFields(kind, write, { name: "status", value: status, stored: {} }),
    ],
    attempt: ({ foreign }, key) => ({ ...creation, key, foreign }),
    control: () => context.call({ ...creation, key: context.unusedKey() }),
  });
}

const requirement = "isolation.create-never-stores-status";

/** Judges the requests that were sent. If no input type of the schema accepts a status, none can be stored. */
function judgeSent(one: ForeignTrial): readonly Finding[] {
  const finding = judgeNotStored(one);
  if (one.standing !== "own" || one.admission !== "closed") return effectsOf(one, [finding]);
  const isBySchema = finding.result === "held" && isRefused(one.trial.attempt);
  return [isBySchema ? { ...finding, note: schemaNote(one) } : finding];
}

function judgeUnsent(one: ForeignTrial): readonly Finding[] {
  const { trial, admission } = one;
  const { outcome } = trial.attempt;
  if (outcome.result !== "unsupported" || admission === undefined) return [];
  if (admission !== "closed") return [undecided(requirement, outcome.detail, [])];
  return [bySchema(requirement, one)];
}

function judgeNotStored({ what, foreign, trial }: ForeignTrial): Finding {
  const { attempt, after, control } = trial;
  if (control === undefined) return undecided(requirement, "no positive control", []);
  const steps = [attempt, after, control];
  const evidence = steps.map((step) => step.exchange);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (!isAccepted(control)) {
    const reason = "no positive control: the create request without a status was not accepted";
    return undecided(requirement, reason, evidence);
  }
  const created = objectOf(after);
  if (created === undefined && !(isRefused(attempt) && isMissing(after))) {
    const reason = `the stored status could not be read: ${describeOutcome(after.outcome)}`;
    return undecided(requirement, reason, evidence);
  }
  const unrelated = objectOf(control)?.status;
  // The kind may have a default status, or admission may set one.
  const { status: sent } = foreign.members;
  const found = created?.status;
  const leak = leakInto({ foreign: isJsonObject(sent) ? sent : {}, unrelated, found });
  const isLacking = isEmpty(found) && !isEmpty(unrelated);
  return claim(requirement, {
    holds: created === undefined || (leak === undefined && !isLacking),
    expected: `a create request with ${what} stores ${
      unrelated === undefined
        ? "no status"
        : "the same initial status as a create request without a status"
    }`,
    actual: `the created object's ${leak ?? "status is absent"}`,
    evidence,
  });
}

function isRefused(step: Step): boolean {
  return refusalOf(step) !== undefined;
}

function isMissing(read: Step): boolean {
  return refusalOf(read)?.reason === "notFound";
}
