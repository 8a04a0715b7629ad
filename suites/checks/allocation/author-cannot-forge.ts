import type { JsonObject, Resource } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  describeDifferences,
  describeStep,
  errored,
  failureOf,
  given,
  isAccepted,
  isSame,
  objectOf,
  readOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  undecided,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { changesOf, creationsOf } from "./forgeries.ts";
import type { Creation } from "./forgeries.ts";

interface Trial {
  readonly attempt: Step;
  /** The object after the attempt. */
  readonly after: Step;
}

interface Observations {
  /** The object with the acknowledgement that the controller gave. */
  readonly acknowledged: Resource;
  /** On that object: updates and status writes by the author. */
  readonly changes: readonly Trial[];
  /** Creations that bring an acknowledgement along. */
  readonly creations: readonly Trial[];
  /** The status of an object that brings none. */
  readonly beginning: JsonObject | null;
  /** A write that the author may make. */
  readonly control: Step;
}

const requirement = "allocation.author-cannot-forge";

/** Status is where trust is put: the one who asks must not be able to answer. */
export const authorCannotForge = defineCheck<Observations>({
  id: "allocation/author-cannot-forge",
  title: "By no verb can an author make, change or remove an acknowledgement",
  covers: [requirement],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const status = sampleStatus(context, 0);
    const first = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const acknowledged = acceptedObject(first, "an acknowledgement could not be stored");

    const changes: Trial[] = [];
    let current = acknowledged;
    for (const change of changesOf(context, key)) {
      const { resourceVersion: version } = current.metadata;
      const attempt = await context.call({ ...change, resourceVersion: version });
      const after = await context.call(readOf(key));
      current = objectOf(after) ?? current;
      changes.push({ attempt, after });
    }
    const creations = await Promise.all(creationsOf(context).map((one) => create(context, one)));
    const { resourceVersion: version } = current.metadata;
    const spec = sampleSpec(context, 2);
    const control = await context.call(specWrite(key, { resourceVersion: version, spec }));
    return { acknowledged, changes, creations, beginning: object.status ?? null, control };
  },

  judge({ acknowledged, changes, creations, beginning, control }) {
    const broken = failureOf(control);
    if (broken !== undefined) return [errored(requirement, broken, [control.exchange])];
    if (!isAccepted(control)) {
      const reason = `no positive control: ${describeStep(control)}`;
      return [undecided(requirement, reason, [control.exchange])];
    }
    return [
      ...changes.map((trial) => judgeChange(trial, acknowledged)),
      ...creations.map((trial) => judgeCreation(trial, beginning ?? undefined)),
    ];
  },
});

async function create(context: CheckContext, command: Creation): Promise<Trial> {
  const attempt = await context.call(command);
  return { attempt, after: await context.call(readOf(command.key)) };
}

function judgeChange({ attempt, after }: Trial, acknowledged: Resource): Finding {
  const broken = failureOf(attempt);
  if (broken !== undefined) return errored(requirement, broken, [attempt.exchange]);
  return given(requirement, { after }, (of) => ({
    holds: isSame(acknowledged.status, of.after.status),
    expected: "the acknowledgement stays as the controller gave it",
    actual: `${describeStep(attempt)}; ${describeDifferences("the status", acknowledged.status, of.after.status)}`,
  }));
}

function judgeCreation({ attempt, after }: Trial, beginning: JsonObject | undefined): Finding {
  const evidence = [attempt.exchange, after.exchange];
  const broken = failureOf(attempt) ?? failureOf(after);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const created = objectOf(after);
  return claim(requirement, {
    holds: created === undefined || isSame(beginning, created.status),
    expected: "an object begins without an acknowledgement, whatever its creation brings along",
    actual: `${describeStep(attempt)}; ${describeDifferences("the status", beginning, created?.status)}`,
    evidence,
  });
}
