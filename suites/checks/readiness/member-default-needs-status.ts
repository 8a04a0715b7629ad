import { isEmpty } from "#contract";
import type { JsonObject, Semantics } from "#contract";
import {
  acceptedObject,
  asStored,
  createTrialObject,
  declaredFor,
  defineCheck,
  defineTrialKind,
  describeDifferences,
  given,
  isSame,
  objectOf,
  readOf,
  reportOnTrialObject,
  trialKindOf,
  undecided,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly created: Step;
  readonly read: Step;
  readonly defaulted: string;
  /** The first status, without the field that has a default. */
  readonly submitted: JsonObject;
  readonly lists?: Semantics["lists"];
  readonly write: Step;
}

const requirement = "write.member-default-creates-no-status";

export const memberDefaultNeedsStatus = defineCheck<Observations | null>({
  id: "readiness/member-default-needs-status",
  title:
    "The default of a status field is added to an existing status, but does not create a status",
  covers: [requirement],
  scope: "target",
  features: ["status.default", "kinds.runtime"],

  async drive(context) {
    const trial = trialKindOf(context, "readiness/member-default-needs-status");
    if (trial === undefined) return null;
    await defineTrialKind(context, trial, "withStatus");
    const created = await createTrialObject(context, trial);
    acceptedObject(created, "object creation failed");
    const read = await context.call(readOf(created.command.key));
    const object = acceptedObject(read, "the object could not be read");
    const submitted = trial.kind.samples.statuses[0] ?? {};
    const write = await reportOnTrialObject(context, trial, { object, status: submitted });
    const { lists } = declaredFor({ kind: trial.kind, target: context.target }, write.command);
    return {
      created,
      read,
      defaulted: trial.defaulted,
      submitted,
      write,
      ...(lists === undefined ? {} : { lists }),
    };
  },

  judge(observations) {
    if (observations === null)
      return [undecided(requirement, "the dialect declares no kind for checks to define", [])];
    const { created, read, defaulted, submitted: sent, lists, write } = observations;
    const shown = [created, read].map((step) => objectOf(step)?.status);
    return [
      shown.some((status) => isReported(status, defaulted))
        ? undecided(requirement, "the server sets a status on each new object", [created.exchange])
        : given(requirement, { created, read }, (of) => ({
            holds: isEmpty(of.created.status) && isEmpty(of.read.status),
            expected: "a new object has no status",
            actual: describeDifferences(
              "the status",
              undefined,
              of.read.status ?? of.created.status,
            ),
          })),
      given(requirement, { write }, ({ write: { status = {} } }) => {
        const { [defaulted]: value, ...others } = status;
        const rest = withoutThose(others, shown[0] ?? {}, sent);
        const submitted = asStored(sent, rest, { lists });
        return {
          holds: value !== undefined && isSame(submitted, rest),
          expected: `the first status is stored with the default of its field ${defaulted}`,
          actual:
            value === undefined
              ? `the status ${JSON.stringify(status)} has no ${defaulted}`
              : describeDifferences(`the status without ${defaulted}`, submitted, rest),
        };
      }),
    ];
  },
});

/** Whether a status contains more than the field with the default. The default cannot have created such a status. */
function isReported(status: JsonObject | undefined, defaulted: string): boolean {
  return Object.keys(status ?? {}).some((name) => name !== defaulted);
}

/** Removes the fields that the create request set and a partial write preserves. They are not defaults. */
function withoutThose(status: JsonObject, made: JsonObject, submitted: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(status).filter(
      ([name, value]) => Object.hasOwn(submitted, name) || !isSame(made[name], value),
    ),
  );
}
