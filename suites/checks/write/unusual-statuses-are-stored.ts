import { isJsonObject, keyOf } from "#contract";
import type { JsonObject } from "#contract";
import {
  acceptedObject,
  defineCheck,
  isAccepted,
  judgeStatus,
  readOf,
  sampleStatus,
  statusWrite,
  vacuous,
} from "#harness";
import type { Step } from "#harness";

const requirement = "write.stores-submitted-status";

/** Spaces at both ends, a tab, a line break, a letter in two parts, and signs that mean something elsewhere. */
const signs = ` \t ä 中 🙂 e\u{301} <b>"it's" &amp; 50% \\n\nand `;

interface Report {
  readonly submitted: JsonObject;
  readonly write: Step;
  readonly read: Step;
}

/** What a server might take for noise, or have no room for. */
export const unusualStatusesAreStored = defineCheck<readonly Report[]>({
  id: "write/unusual-statuses-are-stored",
  title:
    "A status is stored even if it contains only a new message, text in any script, or many conditions",
  covers: [requirement],
  scope: "kind",
  features: ["status.conditions"],

  async drive(context) {
    const { random } = context;
    const { object } = await context.fixture();
    const reports: Report[] = [];
    let { resourceVersion } = object.metadata;
    const sample = sampleStatus(context, 0);
    const submissions = [
      // The first sets the stage for the second, which changes only a message.
      withMessages(sample, "first"),
      withMessages(sample, random.letters(9)),
      withMessages(sample, `${signs}${random.letters(700)} `),
      withMoreConditions(sample, context.kind.samples.mostConditions),
      // What many conditions have left behind would stay here.
      withMessages(sample, "fewer"),
    ];
    for (const submitted of submissions) {
      const key = keyOf(object);
      const write = await context.call(
        statusWrite(context, key, { resourceVersion, status: submitted }),
      );
      const read = await context.call(readOf(key));
      reports.push({ submitted, write, read });
      // What became of such a write may show late, and must not be taken for the next one's doing.
      if (!isAccepted(write)) break;
      const stored = acceptedObject(read, "an object could not be read");
      ({ resourceVersion } = stored.metadata);
    }
    return reports;
  },

  judge(reports, { semantics }) {
    // Where lists are merged, what is stored depends on what was stored before.
    if (semantics.lists === "merged") return vacuous([requirement]);
    return reports.map(({ submitted, write, read }) =>
      judgeStatus({
        requirement,
        write,
        read,
        status: submitted,
        because: "every valid status is stored as sent",
      }),
    );
  },
});

/** The status with another message in each of its conditions. */
export function withMessages(status: JsonObject, message: string): JsonObject {
  const { conditions } = status;
  if (!Array.isArray(conditions)) return status;
  const worded = conditions.map((one) => (isJsonObject(one) ? { ...one, message } : one));
  return { ...status, conditions: worded };
}

/** Each of them six times, under types of their own, as far as there is room. */
export function withMoreConditions(status: JsonObject, most?: number): JsonObject {
  const { conditions } = status;
  if (!Array.isArray(conditions)) return status;
  const more = conditions.flatMap((one) => {
    const type = isJsonObject(one) ? one["type"] : undefined;
    if (!isJsonObject(one) || typeof type !== "string") return [one];
    return ["", "A", "B", "C", "D", "E"].map((end) => ({ ...one, type: `${type}${end}` }));
  });
  return { ...status, conditions: more.slice(0, most) };
}
