import { describeOutcome } from "#contract";
import type { RefusalReason, UpdateStatusCommand } from "#contract";
import {
  acceptedObject,
  admittedInvalidStatuses,
  claim,
  countedStatus,
  defineCheck,
  denialOf,
  errored,
  failureOf,
  refusalOf,
  statusWrite,
  exercised,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

interface Attempt {
  readonly plain: Step;
  readonly flawed: Step;
}

interface Trial {
  readonly flaw: string;
  readonly permitted: Step;
  readonly attempts: readonly Attempt[];
}

const requirement = "authorization.before-version-and-validation";

export const beforeVersionAndValidation = defineCheck<readonly Trial[]>({
  id: "authorization/before-version-and-validation",
  title: "The error for a missing permission discloses neither versions nor content",
  covers: [requirement],
  scope: "status-write",

  async drive(context) {
    const { plain, flawed } = await prepareWrites(context);
    const denied = (["author", "anonymous"] as const).filter((name) =>
      context.target.identities.includes(name),
    );
    const answers = await Promise.all(
      denied.map((identity) => context.call({ ...plain, identity })),
    );
    return Promise.all(flawed.map((write) => tryFlawed(context, write, answers)));
  },

  judge: (trials) => trials.flatMap(judgeTrial),
});

interface FlawedWrite {
  readonly flaw: string;
  readonly command: UpdateStatusCommand;
}

interface Writes {
  readonly plain: UpdateStatusCommand;
  readonly flawed: readonly FlawedWrite[];
}

async function prepareWrites(context: CheckContext): Promise<Writes> {
  const { key, object } = await context.fixture();
  const { resourceVersion: stale } = object.metadata;
  const write = (values: Partial<UpdateStatusCommand>): UpdateStatusCommand =>
    statusWrite(context, key, { status: countedStatus(context, 2), ...values });
  const moved = await context.call(
    write({ resourceVersion: stale, status: countedStatus(context, 1) }),
  );
  const { resourceVersion } = acceptedObject(moved, "a status write failed").metadata;
  // Each kind and mutation has its own case, so only the mutation of this case is tested.
  const plain = write({ resourceVersion });
  const invalidStatuses = admittedInvalidStatuses(context);
  const index = context.random.below(Math.max(1, invalidStatuses.length));
  const isVersionRequired = context.target.semantics.precondition === "required";
  const canOmitVersion = isVersionRequired && context.fits(write({}));
  return {
    plain,
    flawed: [
      { flaw: "a stale version", command: write({ resourceVersion: stale }) },
      ...(canOmitVersion ? [{ flaw: "no version", command: write({}) }] : []),
      ...invalidStatuses.slice(index, index + 1).map(({ status, defect }) => ({
        flaw: `an invalid status (${defect})`,
        command: write({ resourceVersion, status }),
      })),
    ],
  };
}

/** Sends the invalid writes. Denied callers come first, because a permitted caller can change the object. */
async function tryFlawed(
  context: CheckContext,
  { flaw, command }: FlawedWrite,
  plain: readonly Step[],
): Promise<Trial> {
  const attempts = await Promise.all(
    plain.map(async (answer): Promise<Attempt> => {
      const { identity } = answer.command;
      return { plain: answer, flawed: await context.call({ ...command, identity }) };
    }),
  );
  return { flaw, permitted: await context.call(command), attempts };
}

function judgeTrial({ flaw, permitted, attempts }: Trial): readonly Finding[] {
  return attempts.map(({ plain, flawed }) => {
    const { reasons, because } = denialOf(flawed.command);
    const evidence = [plain.exchange, flawed.exchange, permitted.exchange];
    const broken = failureOf(plain) ?? failureOf(flawed) ?? failureOf(permitted);
    if (broken !== undefined) return errored(requirement, broken, evidence);
    const isRight = reasonIn(flawed, reasons);
    // The order is observable only if the caller is denied a write without the flaw, and a permitted caller's write is
    // rejected for the flaw.
    const isInstance = reasonIn(plain, reasons) && refusalOf(permitted) !== undefined;
    return claim(requirement, {
      holds: isRight || !isInstance,
      expected: `rejected as ${reasons.join(" or ")}, because ${because}, even if the request has another error`,
      actual: `with ${flaw}: ${describeOutcome(flawed.outcome)}`,
      evidence,
      ...exercised(
        isInstance,
        "the caller is not denied the write without the other error, or another caller is not rejected for it",
      ),
    });
  });
}

function reasonIn(step: Step, reasons: readonly RefusalReason[]): boolean {
  const reason = refusalOf(step)?.reason;
  return reason !== undefined && reasons.includes(reason);
}
