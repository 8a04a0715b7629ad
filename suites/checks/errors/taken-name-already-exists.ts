import { defineCheck, judgeNoneMoved, judgeReason, sampleSpec, tryRefusal } from "#harness";
import type { CheckContext, RefusalTrial } from "#harness";

interface Observations {
  readonly trials: readonly RefusalTrial[];
}

export const takenNameAlreadyExists = defineCheck<Observations>({
  id: "errors/taken-name-already-exists",
  title: "A create request with a taken name is refused as already existing and replaces nothing",
  covers: [
    "errors.existing-name-already-exists",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  needsNoStatus: true,
  verbs: ["create"],

  async drive(context) {
    const { create } = context.kind.operations;
    return { trials: await Promise.all(create.map((via) => tryTaken(context, via))) };
  },

  judge({ trials }) {
    return [
      ...trials.map((trial) =>
        judgeReason(trial, {
          requirement: "errors.existing-name-already-exists",
          reasons: ["alreadyExists"],
          because: "another object has the name",
        }),
      ),
      ...judgeNoneMoved(trials),
    ];
  },
});

async function tryTaken(context: CheckContext, via: string): Promise<RefusalTrial> {
  const { key } = await context.fixture();
  const creation = {
    verb: "create",
    identity: "author",
    via,
    spec: sampleSpec(context, 1),
  } as const;
  return tryRefusal(context, {
    key,
    attempt: { ...creation, key },
    repair: () => ({ ...creation, key: context.unusedKey() }),
  });
}
