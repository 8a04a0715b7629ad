import { keyOf } from "#contract";
import type { JsonObject, Resource } from "#contract";
import {
  acceptedObject,
  defineCheck,
  demandedStatus,
  describeDifferences,
  given,
  isSame,
  readOf,
  sampleStatus,
  statusBeginning,
  statusWrite,
} from "#harness";
import type { CheckContext, Step } from "#harness";

interface Answer {
  readonly what: string;
  readonly expected: JsonObject;
  readonly write: Step;
  readonly read: Step;
}

interface Observations {
  readonly request: Resource;
  readonly answers: readonly Answer[];
}

const requirement = "allocation.answers-are-told-apart";

/** Status fields about the controller itself, not about the request. */
const bookkeeping = new Set(["conditions", "observedGeneration"]);

const takenBack = "withdrawn";

export const answersAreToldApart = defineCheck<Observations>({
  id: "allocation/answers-are-told-apart",
  title: "A request can be granted, withdrawn and granted again, and stays unchanged",
  covers: [requirement],
  scope: "kind",
  statusModes: ["partial"],

  async drive(context) {
    const { object: request } = await context.fixture();
    const beginning = statusBeginning(context, request);
    const granted = sampleStatus(context, 0);
    const demanded = demandedStatus(context);
    const refused = { ...demanded, ...withoutAnswer(granted) };
    const values = Object.keys(granted).filter(
      (member) => !bookkeeping.has(member) && !(member in demanded),
    );
    const nothing = Object.fromEntries(values.map((member) => [member, null]));
    const answers: Answer[] = [];
    let current = request;
    for (const [what, submitted, expected] of [
      ["refused", refused, refused],
      ["granted", granted, granted],
      [takenBack, { ...refused, ...nothing }, refused],
      ["granted again", granted, granted],
    ] as const) {
      const write = await answer(context, current, submitted);
      const read = await context.call(readOf(keyOf(request)));
      current = acceptedObject(write, `a request could not be ${what}`);
      // Fields that every new object has, such as an enum with a default, stay until they are written.
      answers.push({ what, expected: { ...beginning, ...expected }, write, read });
    }
    return { request, answers };
  },

  judge({ request, answers }, { semantics }) {
    const canClear = semantics.nullMembers === "cleared";
    // If null does not clear a field, an answer cannot be removed.
    const told = answers.filter(({ what }) => canClear || what !== takenBack);
    return told.map(({ what, expected, write, read }) =>
      given(requirement, { write, read }, (of) => {
        // An answer without fields may be stored as an absent status.
        const { spec, status = {} } = of.read;
        const isShown = isSame(expected, status);
        return {
          holds: isShown && isSame(request.spec, spec),
          expected: `the status shows that the request is ${what}, and the request stays unchanged`,
          actual: isShown
            ? describeDifferences("the request", request.spec, spec)
            : describeDifferences("the status", expected, status),
          instances: canClear ? 1 : 0,
        };
      }),
    );
  },
});

export function withoutAnswer(status: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([member]) => bookkeeping.has(member)));
}

function answer(context: CheckContext, current: Resource, status: JsonObject): Promise<Step> {
  const { resourceVersion } = current.metadata;
  return context.call(statusWrite(context, keyOf(current), { resourceVersion, status }));
}
