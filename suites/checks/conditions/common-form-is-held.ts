import { keyOf } from "#contract";
import type { JsonObject, Resource } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  isAccepted,
  isSame,
  judgeNoneMoved,
  judgeReason,
  objectOf,
  readOf,
  refusalOf,
  statusWrite,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial, Step } from "#harness";
import { defectsOf, extremesOf } from "./defects.ts";
import type { Defect } from "./defects.ts";
import { byType, sampleCondition, statusWith } from "./sample-condition.ts";

type DefectTrial = Omit<Defect, "conditions"> & { readonly attempt: Step };

interface Observations {
  readonly trials: readonly DefectTrial[];
  /** What all trials have in common; the control is a write without a defect. */
  readonly around: Required<Omit<RefusalTrial, "attempt">>;
  readonly extremes: readonly JsonObject[];
  readonly extreme: Step;
}

const covers = [
  "conditions.status-is-three-valued",
  "conditions.type-is-a-qualified-name",
  "conditions.reason-is-a-word",
  "conditions.message-is-bounded",
  "conditions.transition-time-is-an-instant",
  "conditions.observed-generation-not-negative",
  "conditions.limits-are-within-bounds",
  "errors.duplicate-condition-refused",
  "errors.invalid-names-field",
  "isolation.refused-write-changes-nothing",
  "watch.nothing-for-refused",
] as const;

/** Null where the statuses of the kind have no conditions. */
export const commonFormIsHeld = defineCheck<Observations | null>({
  id: "conditions/common-form-is-held",
  title: "Conditions are held to the common form, up to its limits and not beyond",
  covers,
  scope: "status-write",
  features: ["status.conditions"],

  async drive(context) {
    const valid = sampleCondition(context);
    if (valid === undefined) return null;
    const { key, object } = await context.fixture();
    // On a status that has the condition already: that is where a second one of its type comes from.
    const first = await write(context, object, [valid]);
    let current = acceptedObject(first, "a valid condition was not accepted");
    const before = await context.call(readOf(key));
    const trials: DefectTrial[] = [];
    for (const { conditions, ...defect } of defectsOf(valid)) {
      const attempt = await write(context, current, conditions);
      current = objectOf(attempt) ?? current;
      trials.push({ ...defect, attempt });
    }
    const after = await context.call(readOf(key));
    const events = await context.settle(key);
    const control = await write(context, current, [{ ...valid, message: "control" }]);
    const extremes = extremesOf(valid);
    const extreme = await write(context, objectOf(control) ?? current, extremes);
    return { trials, around: { before, after, events, control }, extremes, extreme };
  },

  judge(observations) {
    if (observations === null) return vacuous(covers);
    const { trials, around } = observations;
    // Once a defect was accepted, what others left unmoved cannot be told.
    const areRefused = trials.every(({ attempt }) => !isAccepted(attempt));
    return [
      ...trials.map(({ requirement, defect, attempt }) =>
        judgeReason({ ...around, attempt }, { requirement, reasons: ["invalid"], because: defect }),
      ),
      ...trials.map(judgeField),
      ...judgeNoneMoved(areRefused ? trials.map(({ attempt }) => ({ ...around, attempt })) : []),
      judgeExtremes(observations),
    ];
  },
});

function write(
  context: CheckContext,
  current: Resource,
  conditions: readonly JsonObject[],
): Promise<Step> {
  const { resourceVersion } = current.metadata;
  const status = statusWith(context, conditions);
  return context.call(statusWrite(context, keyOf(current), { resourceVersion, status }));
}

/** Only of what was refused as invalid: everything else is another requirement's business. */
function judgeField({ defect, member, attempt }: DefectTrial): Finding {
  const refusal = refusalOf(attempt);
  const named = (refusal?.causes ?? []).map(({ field = "" }) => field);
  const field = `status.conditions${member}`;
  const isJudged = refusal?.reason === "invalid";
  return claim("errors.invalid-names-field", {
    holds: !isJudged || named.includes(field),
    expected: `where ${defect}, the causes name ${field}`,
    actual: named.length === 0 ? "there are no causes" : `they name ${named.join(", ")}`,
    evidence: [attempt.exchange],
    instances: isJudged ? 1 : 0,
  });
}

function judgeExtremes({ extremes, extreme, around }: Observations): Finding {
  const requirement = "conditions.limits-are-within-bounds";
  const evidence = [around.control.exchange, extreme.exchange];
  const broken = failureOf(extreme) ?? failureOf(around.control);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const stored = objectOf(extreme)?.status?.["conditions"];
  const message = refusalOf(extreme)?.causes[0]?.message ?? refusalOf(extreme)?.message;
  return claim(requirement, {
    holds: isAccepted(extreme) && isSame(byType(extremes), byType(stored)),
    expected: "conditions at the limits of every member are stored",
    actual: message ?? describeDifferences("the stored conditions", extremes, stored),
    evidence,
  });
}
