import { defineCheck, judgeRefusals, sampleStatus, statusWrite, tryRefusal } from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";

interface Observations {
  readonly trials: readonly RefusalTrial[];
}

export const unknownValidationModeRefused = defineCheck<Observations>({
  id: "write/unknown-validation-mode-refused",
  title: "An unrecognized value for field validation is rejected as invalid",
  covers: [
    "write.unknown-validation-mode-refused",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "target",
  features: ["field-validation"],

  async drive(context) {
    const tries = context.kind.operations.updateStatus.map((via) => tryMode(context, via));
    return { trials: await Promise.all(tries) };
  },

  judge({ trials }) {
    const requirement = "write.unknown-validation-mode-refused";
    const because = 'there is no field validation mode "STRIKT"';
    return judgeRefusals(
      { requirement, reasons: ["invalid"] },
      trials.map((trial) => ({ because, trial })),
    );
  },
});

async function tryMode(context: CheckContext, via: string): Promise<RefusalTrial> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const write = { ...statusWrite(context, key, { status: sampleStatus(context, 0) }), via };
  return tryRefusal(context, {
    key,
    attempt: { ...write, resourceVersion, options: { fieldValidation: "STRIKT" } },
    repair: ({ metadata }) => ({
      ...write,
      resourceVersion: metadata.resourceVersion,
      options: { fieldValidation: "STRICT" },
    }),
  });
}
