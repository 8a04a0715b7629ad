import { keyOf } from "#contract";
import type { JsonObject, Resource } from "#contract";
import {
  acceptedObject,
  conditionsPathOf,
  defineCheck,
  describeDifferences,
  firstStatus,
  given,
  isSame,
  observedPathOf,
  readOf,
  readVersion,
  sampleStatus,
  statusAfterWrite,
  statusBeginning,
  statusWrite,
  exercised,
} from "#harness";
import type { CheckContext, Finding, StatusPlaces, Step } from "#harness";

interface Answer {
  readonly what: string;
  /** The expected status, including fields that a new object already has, such as an enum with a default. */
  readonly expected: JsonObject;
  /** The initial values of the fields that the write clears. */
  readonly reset: JsonObject;
  /** Non-null fields that the expected status lacks. The server may give them any default. */
  readonly defaulted?: readonly string[];
  readonly write: Step;
  readonly read: Step;
}

interface Observations {
  readonly request: Resource;
  /** Whether each write replaces the status, so that an omitted field is removed without a null. */
  readonly isReplaced?: true;
  readonly answers: readonly Answer[];
}

const requirement = "allocation.answers-are-told-apart";

/** A status write that changes the request breaks this requirement first. */
const unchanged = "isolation.status-write-never-changes-spec";

/** Status fields about the controller itself, not about the request. */
function bookkeepingOf(kind: StatusPlaces): ReadonlySet<string> {
  const [observed = ""] = observedPathOf(kind);
  return new Set([conditionsPathOf(kind).member, observed]);
}

const takenBack = "withdrawn";

export const answersAreToldApart = defineCheck<Observations>({
  id: "allocation/answers-are-told-apart",
  title:
    "A status can report a request as denied, granted, withdrawn and granted again without " +
    "changing the request",
  covers: [requirement, unchanged],
  decides: [requirement],
  scope: "kind",
  statusModes: ["partial", "replace"],

  async drive(context) {
    const { object } = await context.fixture();
    const request = await readVersion(context, object);
    const beginning = statusBeginning(context, request);
    const granted = sampleStatus(context, 0);
    const demanded = firstStatus(context);
    const refused = { ...demanded, ...withoutAnswer(context.kind, granted) };
    const { nonNullFields = [] } = context.kind;
    const kept = new Set([...bookkeepingOf(context.kind), ...nonNullFields]);
    const values = Object.keys(granted).filter(
      (member) => !kept.has(member) && !(member in demanded),
    );
    const isReplaced = context.kind.statusModes[context.via] === "replace";
    const nothing = isReplaced ? {} : Object.fromEntries(values.map((member) => [member, null]));
    const answers: Answer[] = [];
    let current = request;
    let written: JsonObject = {};
    for (const [what, submitted] of [
      ["denied", refused],
      ["granted", granted],
      [takenBack, { ...refused, ...nothing }],
      ["granted again", granted],
    ] as const) {
      const write = await answer(context, current, submitted);
      const read = await context.call(readOf(keyOf(request)));
      current = acceptedObject(write, `the request could not be ${what}`);
      written = isReplaced ? submitted : { ...written, ...submitted };
      const expected = statusAfterWrite(context, request, written);
      // A cleared field with a default takes the default value.
      const reset = Object.entries(beginning).filter(([member]) => written[member] === null);
      const defaulted = nonNullFields.filter((name) => !(name in expected));
      answers.push({ what, expected, reset: Object.fromEntries(reset), defaulted, write, read });
    }
    return { request, answers, ...(isReplaced ? { isReplaced } : {}) };
  },

  judge({ request, answers, isReplaced }, { semantics }) {
    const canClear = isReplaced === true || semantics.nullMembers === "cleared";
    // If null does not clear a field, an answer cannot be removed.
    const decidable = answers.filter(({ what }) => canClear || what !== takenBack);
    const kept = answers.map(({ write, read }) => judgeRequest(request, { write, read }));
    const told = decidable.map(({ what, expected, reset, defaulted = [], write, read }) =>
      given(requirement, { write, read }, (of) => {
        // An answer without fields may be stored as an absent status.
        const { spec, status: stored = {} } = of.read;
        const status = Object.fromEntries(
          Object.entries(stored).filter(([name]) => !defaulted.includes(name)),
        );
        const isShown = isSame(expected, status) || isSame({ ...expected, ...reset }, status);
        return {
          holds: isShown && isSame(request.spec, spec),
          expected: `the status shows that the request is ${what}, and the request stays unchanged`,
          actual: isShown
            ? describeDifferences("the request", request.spec, spec)
            : describeDifferences("the status", expected, status),
          ...exercised(canClear, "the acknowledgement cannot be cleared"),
        };
      }),
    );
    return [...told, ...kept];
  },
});

function judgeRequest(request: Resource, steps: Pick<Answer, "read" | "write">): Finding {
  return given(unchanged, steps, ({ read }) => ({
    holds: isSame(request.spec, read.spec),
    expected: "the stored spec is unchanged by the status write",
    actual: describeDifferences("the stored spec", request.spec, read.spec),
    ...exercised(request.spec !== undefined, "reads do not return the spec"),
  }));
}

export function withoutAnswer(kind: StatusPlaces, status: JsonObject): JsonObject {
  const bookkeeping = bookkeepingOf(kind);
  return Object.fromEntries(Object.entries(status).filter(([member]) => bookkeeping.has(member)));
}

function answer(context: CheckContext, current: Resource, status: JsonObject): Promise<Step> {
  const { resourceVersion } = current.metadata;
  return context.call(statusWrite(context, keyOf(current), { resourceVersion, status }));
}
