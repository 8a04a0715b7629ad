import { isEmpty } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  counterValue,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  judgeReason,
  judgeStatus,
  readOf,
  ownStatus,
  statusApply,
  undecided,
  writeInTurn,
} from "#harness";
import type { CheckContext, Finding, Fixture, Step } from "#harness";
import { managers } from "./field-managers.ts";
import { statusWithoutLists } from "./status-without-lists.ts";

type Turn = "agree" | "firstChanges" | "secondChanges" | "omit" | "changeAlone" | "withdraw";

interface Observations {
  readonly counter: string;
  readonly values: Values;
  readonly steps: Readonly<Record<Turn, Step>>;
  readonly read: Step;
}

export const sharedFields = defineCheck<Observations>({
  id: "apply/shared-fields",
  title:
    "Managers that apply equal values share the field, and a field that all of them omit " +
    "is removed",
  covers: [
    "apply.equal-values-are-shared",
    "apply.keeps-shared-fields",
    "apply.removes-omitted-fields",
  ],
  scope: "kind",
  features: ["status.apply"],
  verbs: ["patchStatus"],

  async drive(context) {
    const fixture = await context.fixture();
    const steps = await takeTurns(context, fixture, fieldsExceptCounter(context));
    const read = await context.call(readOf(fixture.key));
    return { counter: context.kind.samples.counter, values: valuesOf(context), steps, read };
  },

  judge({ counter, values: [agreed, , last], steps, read }) {
    return [
      ...judgeAgreement(steps, { [counter]: agreed }),
      ...judgeOmission(steps, { kept: { [counter]: agreed }, changed: { [counter]: last } }),
      afterAccepted("apply.removes-omitted-fields", [steps.omit, steps.withdraw, read], () =>
        judgeStatus({
          requirement: "apply.removes-omitted-fields",
          write: steps.withdraw,
          read,
          members: [counter],
          status: {},
          because: "no manager applies the field anymore",
        }),
      ),
    ];
  },
});

type Values = readonly [JsonValue, JsonValue, JsonValue];

function valuesOf(context: CheckContext): Values {
  return [counterValue(context, 1), counterValue(context, 2), counterValue(context, 3)];
}

/**
 * The status fields that only one manager applies: all except the counter. Omits lists unless all other fields are
 * lists, because the apply must not be empty.
 */
function fieldsExceptCounter(context: CheckContext): JsonObject {
  const { counter } = context.kind.samples;
  const { [counter]: _count, ...plain } = statusWithoutLists(context, 0);
  if (!isEmpty(plain)) return plain;
  const { [counter]: _same, ...rest } = ownStatus(context, 0);
  return rest;
}

/**
 * Applies as two managers in turn. The first manager applies `rest` in each of its turns, and the counter in all except
 * the last.
 */
async function takeTurns(
  context: CheckContext,
  { key, object }: Fixture,
  rest: JsonObject,
): Promise<Readonly<Record<Turn, Step>>> {
  const { counter } = context.kind.samples;
  const [agreed, changed, last] = valuesOf(context);
  const { first, second } = managers;
  const owned = await context.call(
    statusApply(key, {
      manager: first,
      status: { ...rest, [counter]: agreed },
      resourceVersion: object.metadata.resourceVersion,
      // A status set at admission has an owner, so the first apply needs force.
      ...(isEmpty(object.status) ? {} : { force: true }),
    }),
  );
  const { metadata } = acceptedObject(owned, "an apply failed");
  return writeInTurn(context, metadata.resourceVersion, {
    agree: statusApply(key, { manager: second, status: { [counter]: agreed } }),
    firstChanges: statusApply(key, { manager: first, status: { ...rest, [counter]: changed } }),
    secondChanges: statusApply(key, { manager: second, status: { [counter]: changed } }),
    omit: statusApply(key, { manager: first, status: rest }),
    changeAlone: statusApply(key, { manager: second, status: { [counter]: last } }),
    // The apply keeps a field if possible, because some servers reject an empty apply.
    withdraw: statusApply(key, { manager: second, status: rest }),
  });
}

type Steps = Readonly<Record<Turn, Step>>;

function judgeAgreement(steps: Steps, status: JsonObject): readonly Finding[] {
  const { agree, firstChanges, secondChanges, omit, changeAlone } = steps;
  const requirement = "apply.equal-values-are-shared";
  return [
    judgeStatus({
      requirement,
      write: agree,
      members: Object.keys(status),
      status,
      because: "both managers apply the same value",
    }),
    afterAccepted(requirement, [agree], () =>
      judgeReason(
        { attempt: firstChanges, control: omit },
        { requirement, reasons: ["conflict"], because: "the second manager also owns the counter" },
      ),
    ),
    afterAccepted(requirement, [agree], () =>
      judgeReason(
        { attempt: secondChanges, control: changeAlone },
        { requirement, reasons: ["conflict"], because: "the first manager also owns the counter" },
      ),
    ),
  ];
}

function judgeOmission(
  { agree, firstChanges, secondChanges, omit, changeAlone }: Steps,
  { kept, changed }: { readonly kept: JsonObject; readonly changed: JsonObject },
): readonly Finding[] {
  const requirement = "apply.keeps-shared-fields";
  const changes = [firstChanges, secondChanges];
  const evidence = [agree, ...changes].map((step) => step.exchange);
  const broken = [agree, ...changes].map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return [errored(requirement, broken, evidence)];
  if (!isAccepted(agree) || changes.some(isAccepted)) {
    const reason = "the managers do not share the counter";
    return [undecided(requirement, reason, evidence)];
  }
  const members = Object.keys(kept);
  return [
    judgeStatus({
      requirement,
      write: omit,
      members,
      status: kept,
      because: "the second manager still applies the field",
    }),
    afterAccepted(requirement, [omit], () =>
      judgeStatus({
        requirement,
        write: changeAlone,
        members,
        status: changed,
        because: "no other manager owns the field anymore",
      }),
    ),
  ];
}
