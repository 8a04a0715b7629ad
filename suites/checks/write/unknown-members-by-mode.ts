import type { JsonObject, RefusalCause } from "#contract";
import {
  claim,
  defineCheck,
  describeStep,
  judgeRefusals,
  objectOf,
  readOf,
  refusalOf,
  sampleStatus,
  statusAfterWrite,
  statusWrite,
  tryRefusal,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial, Step } from "#harness";
import { judgeLenient } from "./judge-lenient.ts";
import type { LenientTrial } from "./judge-lenient.ts";

interface Observations {
  readonly unknown: readonly string[];
  readonly strict: readonly RefusalTrial[];
  readonly warning: readonly LenientTrial[];
  readonly ignoring: readonly LenientTrial[];
  /** Whether the format of warnings in a response is unknown. */
  readonly isWithoutWarnings?: true;
}

const unknown = ["conformanceUnknown", "conformanceStray"] as const;

export const unknownMembersByMode = defineCheck<Observations>({
  id: "write/unknown-members-by-mode",
  title:
    "The field validation mode decides whether unknown fields are rejected, reported as warnings or ignored",
  covers: [
    "write.strict-validation-refuses-unknown-members",
    "write.warning-validation-tells-unknown-members",
    "write.ignoring-validation-drops-unknown-members",
    "isolation.unknown-members-never-stored",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "target",
  features: ["field-validation"],

  async drive(context) {
    const { updateStatus } = context.kind.operations;
    const [strict, warning, ignoring] = await Promise.all([
      Promise.all(updateStatus.map((via) => tryStrict(context, via))),
      Promise.all(updateStatus.map((via) => tryLenient(context, via, "WARN"))),
      Promise.all(updateStatus.map((via) => tryLenient(context, via, "IGNORE"))),
    ]);
    const blind =
      context.target.isWithoutWarnings === true ? ({ isWithoutWarnings: true } as const) : {};
    return { unknown, strict, warning, ignoring, ...blind };
  },

  judge({ strict, warning, ignoring, ...seen }) {
    return [
      ...judgeRefusals(
        {
          requirement: "write.strict-validation-refuses-unknown-members",
          reasons: ["invalid"],
        },
        strict.map((trial) => ({ because, trial })),
      ),
      ...strict.flatMap(({ attempt }) => judgeNamed(attempt, seen.unknown)),
      ...judgeLenient({ warning, ignoring, ...seen }),
    ];
  },
});

const because = "the status has fields that the kind does not define";

export function withUnknown(status: JsonObject): JsonObject {
  return { ...status, ...Object.fromEntries(unknown.map((member) => [member, "yes"])) };
}

async function tryStrict(context: CheckContext, via: string): Promise<RefusalTrial> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const status = sampleStatus(context, 0);
  const options = { fieldValidation: "STRICT" };
  return tryRefusal(context, {
    key,
    attempt: {
      ...statusWrite(context, key, { resourceVersion, status: withUnknown(status), options }),
      via,
    },
    repair: ({ metadata }) => ({
      ...statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status, options }),
      via,
    }),
  });
}

async function tryLenient(
  context: CheckContext,
  via: string,
  fieldValidation: string,
): Promise<LenientTrial> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const submitted = sampleStatus(context, 0);
  const status = withUnknown(submitted);
  const options = { fieldValidation };
  const write = await context.call({
    ...statusWrite(context, key, { resourceVersion, status, options }),
    via,
  });
  const reads = await Promise.all(
    context.kind.operations.read.map((read) => context.call({ ...readOf(key), via: read })),
  );
  const plain = await context.call({
    ...statusWrite(context, key, {
      resourceVersion: objectOf(write)?.metadata.resourceVersion ?? resourceVersion,
      status: submitted,
      options,
    }),
    via,
  });
  const expected = statusAfterWrite({ ...context, via }, object, submitted);
  return { via, submitted: expected, write, plain, reads };
}

/** Requires that a rejection identifies the field: in a cause, for clients, or in the message, for users. */
function judgeNamed(attempt: Step, members: readonly string[]): readonly Finding[] {
  const refusal = refusalOf(attempt);
  // Other rejections do not concern the fields. The control shows whether they are correct.
  if (refusal?.reason !== "invalid") return [];
  const words = [refusal.message, ...refusal.causes.map(causeText)].join("\n");
  // One of the fields is sufficient. Another requirement demands all invalid fields.
  return [
    claim("write.strict-validation-refuses-unknown-members", {
      holds: members.some((member) => words.includes(member)),
      expected: `the error names ${members.join(" or ")}`,
      actual: `the error names none of these fields: ${describeStep(attempt)}`,
      evidence: [attempt.exchange],
    }),
  ];
}

function causeText({ field = "", message }: RefusalCause): string {
  return `${field} ${message}`;
}
