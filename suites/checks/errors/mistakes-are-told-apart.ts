import type { UpdateStatusCommand } from "#contract";
import {
  acceptedObject,
  admittedInvalidStatuses,
  defineCheck,
  errored,
  failureOf,
  sampleStatus,
  statusWrite,
} from "#harness";
import type { CheckContext, Step } from "#harness";
import { judgeCodes } from "./judge-codes.ts";
import { judgeDistinct, judgeStable } from "./mistake.ts";
import type { Mistake } from "./mistake.ts";

interface Observations {
  readonly mistakes: readonly Mistake[];
}

const requirements = [
  "errors.reasons-distinguishable",
  "errors.machine-code",
  "errors.stable-code",
] as const;

export const mistakesAreToldApart = defineCheck<Observations>({
  id: "errors/mistakes-are-told-apart",
  title: "Different mistakes get different codes, consistently",
  covers: requirements,
  scope: "status-write",
  needsInvalidStatus: true,
  identities: ["anonymous"],

  async drive(context) {
    const writes = await mistakenWrites(context);
    const makeAll = (): Promise<readonly Step[]> =>
      Promise.all(writes.map(({ command }) => context.call(command)));
    const firsts = await makeAll();
    const seconds = await makeAll();
    const mistakes = writes.flatMap(({ what, reason }, index) => {
      const first = firsts[index];
      const second = seconds[index];
      return first === undefined || second === undefined ? [] : [{ what, reason, first, second }];
    });
    return { mistakes };
  },

  judge({ mistakes }, { semantics }) {
    const steps = mistakes.flatMap(({ first, second }) => [first, second]);
    const evidence = steps.map((step) => step.exchange);
    const broken = steps.map(failureOf).find((failure) => failure !== undefined);
    if (broken !== undefined) {
      return requirements.map((requirement) => errored(requirement, broken, evidence));
    }
    // If an anonymous caller counts as a caller without permissions, both get the same error.
    const distinct =
      semantics.anonymous === "forbidden"
        ? mistakes.filter(({ first }) => first.command.identity !== "anonymous")
        : mistakes;
    return [judgeDistinct(distinct, evidence), judgeCodes(steps), judgeStable(mistakes, evidence)];
  },
});

interface MistakenWrite extends Pick<Mistake, "reason" | "what"> {
  readonly command: UpdateStatusCommand;
}

/**
 * Sends mistaken writes to two objects, so that an accepted write that should have been denied cannot make another
 * write stale.
 */
async function mistakenWrites(context: CheckContext): Promise<readonly MistakenWrite[]> {
  const [own, others] = await Promise.all([context.fixture(), context.fixture()]);
  const { resourceVersion: stale } = own.object.metadata;
  const status = sampleStatus(context, 0);
  const first = await context.call(
    statusWrite(context, own.key, { resourceVersion: stale, status }),
  );
  const { resourceVersion } = acceptedObject(first, "a status could not be stored").metadata;
  const denied = statusWrite(context, others.key, {
    resourceVersion: others.object.metadata.resourceVersion,
    status,
  });
  const samples = context.kind.samples.invalidStatuses;
  const [invalid = samples[0]] = admittedInvalidStatuses(context);
  const isStale = statusWrite(context, own.key, {
    resourceVersion: stale,
    status: sampleStatus(context, 1),
  });
  const isMissing = statusWrite(context, context.unusedKey(), { resourceVersion, status });
  return [
    { what: "a stale version", reason: "conflict", command: isStale },
    { what: "a missing object", reason: "notFound", command: isMissing },
    { what: "a forbidden caller", reason: "forbidden", command: { ...denied, identity: "author" } },
    {
      what: "no credential",
      reason: "unauthenticated",
      command: { ...denied, identity: "anonymous" },
    },
    ...(invalid === undefined
      ? []
      : [
          {
            what: "an invalid status",
            reason: "invalid" as const,
            command: statusWrite(context, own.key, { resourceVersion, status: invalid.status }),
          },
        ]),
  ];
}
