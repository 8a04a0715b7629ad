import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import {
  acceptedObject,
  conditionsIn,
  defineCheck,
  given,
  isSame,
  readOf,
  statusWrite,
  vacuous,
} from "#harness";
import type { CheckContext, ConditionsPlace, Step } from "#harness";
import { placeOf, possibleConditions, sampleCondition, statusWith } from "./sample-condition.ts";

interface Report extends ConditionsPlace {
  /** The type of the condition. Absent in records of earlier releases, because they used the first condition. */
  readonly type?: JsonValue;
  readonly sent: string;
  readonly write: Step;
  readonly read: Step;
}

const requirement = "conditions.transition-time-stored-as-sent";

/** Times that move forward and backward, with an unchanged and a changed status. */
const reports = [
  { status: "False", lastTransitionTime: "2024-05-01T12:00:00Z" },
  { status: "False", lastTransitionTime: "2024-05-01T12:00:01Z" },
  { status: "True", lastTransitionTime: "2001-01-01T00:00:00Z" },
  { status: "True", lastTransitionTime: "2000-01-01T00:00:00Z", reason: "SaidAgain" },
] as const satisfies readonly JsonObject[];

export const transitionTimeStoredAsSent = defineCheck<readonly Report[]>({
  id: "conditions/transition-time-stored-as-sent",
  title:
    "The last transition time of a condition is stored as sent, whether or not the status changes",
  covers: [requirement],
  scope: "kind",
  features: ["status.conditions"],

  async drive(context) {
    const valid = sampleCondition(context);
    return valid === undefined ? [] : report(context, valid);
  },

  judge(observed) {
    if (observed.length === 0)
      return vacuous([requirement], "the first sample status has no conditions");
    return observed.map(({ type, sent, write, read, ...place }) =>
      given(requirement, { write, read }, (of) => {
        const times = [of.write, of.read].map(({ status }) =>
          timeIn(conditionsIn(place, status), type),
        );
        return {
          holds: times.every((time) => isSame(sent, time)),
          expected: `lastTransitionTime is ${sent}, as sent, in the response and in a read`,
          actual: `${String(times[0])} in the response, ${String(times[1])} in the read`,
        };
      }),
    );
  },
});

async function report(context: CheckContext, valid: JsonObject): Promise<readonly Report[]> {
  const { key, object } = await context.fixture();
  const observed: Report[] = [];
  let { resourceVersion } = object.metadata;
  for (const members of reports) {
    const condition = possibleConditions(context, [{ ...valid, ...members }]);
    const status = statusWith(context, condition);
    const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const read = await context.call(readOf(key));
    const sent = members.lastTransitionTime;
    observed.push({ type: valid["type"] ?? null, sent, write, read, ...placeOf(context) });
    ({ resourceVersion } = acceptedObject(read, "the object could not be read").metadata);
  }
  return observed;
}

function timeIn(conditions: JsonValue | undefined, type: JsonValue | undefined): unknown {
  const entries: readonly unknown[] = Array.isArray(conditions) ? conditions : [];
  const own = entries
    .filter((one) => isJsonObject(one))
    .find((one) => type === undefined || (one["type"] ?? null) === type);
  return own?.["lastTransitionTime"];
}
