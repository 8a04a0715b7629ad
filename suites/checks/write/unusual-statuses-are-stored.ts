import { isJsonObject, keyOf } from "#contract";
import type { JsonObject } from "#contract";
import {
  acceptedObject,
  asStored,
  conditionsIn,
  defineCheck,
  isAccepted,
  judgeStatus,
  objectOf,
  readOf,
  sampleStatus,
  statusWrite,
  withConditions,
} from "#harness";
import type { ConditionsPlace, Step } from "#harness";
import { areListsMerged } from "./status-places.ts";
import { unusualCharacters } from "./unusual-characters.ts";

const requirement = "write.stores-submitted-status";

interface Report {
  readonly submitted: JsonObject;
  readonly write: Step;
  readonly read: Step;
}

export const unusualStatusesAreStored = defineCheck<readonly Report[]>({
  id: "write/unusual-statuses-are-stored",
  title:
    "A status is stored even if it contains only a new message, text in any script, or many conditions",
  covers: [requirement],
  scope: "kind",
  features: ["status.conditions"],

  async drive(context) {
    const { kind, random } = context;
    const { object } = await context.fixture();
    const reports: Report[] = [];
    let { resourceVersion } = object.metadata;
    const sample = sampleStatus(context, 0);
    const submissions = [
      // The second submission differs from the first only in a message.
      withMessages(kind, sample, "first"),
      withMessages(kind, sample, random.letters(9)),
      withMessages(kind, sample, `${unusualCharacters}${random.letters(700)} `),
      ...(areListsMerged(context)
        ? []
        : [
            withMoreConditions(kind, sample, kind.samples.mostConditions),
            // Conditions left over from the preceding status would be visible here, because that status has many.
            withMessages(kind, sample, "fewer"),
          ]),
    ];
    for (const submitted of submissions) {
      const key = keyOf(object);
      const write = await context.call(
        statusWrite(context, key, { resourceVersion, status: submitted }),
      );
      const read = await context.call(readOf(key));
      reports.push({ submitted, write, read });
      // Stops after a write that was not accepted: it may still take effect, and the next write must not be judged by
      // that effect.
      if (!isAccepted(write)) break;
      const stored = acceptedObject(read, "the object could not be read");
      ({ resourceVersion } = stored.metadata);
    }
    return reports;
  },

  judge: (reports, { semantics }) =>
    reports.map(({ submitted, write, read }) =>
      judgeStatus({
        requirement,
        write,
        read,
        status: asStored(submitted, objectOf(read)?.status, semantics),
        because: "every valid status is stored as sent",
      }),
    ),
});

export function withMessages(
  place: ConditionsPlace,
  status: JsonObject,
  message: string,
): JsonObject {
  const conditions = conditionsIn(place, status);
  if (!Array.isArray(conditions)) return status;
  const withMessage = conditions.map((one) => (isJsonObject(one) ? { ...one, message } : one));
  return withConditions(place, status, withMessage);
}

/**
 * Repeats each condition of a status until there are six, each with a different type, up to `most` conditions in total.
 */
export function withMoreConditions(
  place: ConditionsPlace,
  status: JsonObject,
  most?: number,
): JsonObject {
  const conditions = conditionsIn(place, status);
  if (!Array.isArray(conditions)) return status;
  const more = conditions.flatMap((one) => {
    const type = isJsonObject(one) ? one["type"] : undefined;
    if (!isJsonObject(one) || typeof type !== "string") return [one];
    return ["", "A", "B", "C", "D", "E"].map((end) => ({ ...one, type: `${type}${end}` }));
  });
  return withConditions(place, status, more.slice(0, most));
}
