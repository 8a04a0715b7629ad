import type { ObjectKey, Resource, UpdateStatusCommand } from "#contract";
import { defineCheck, judgeRefusals, sampleStatus, statusWrite, tryRefusals } from "#harness";
import type { CheckContext, TriedMistake } from "#harness";

interface Observations {
  readonly trials: readonly TriedMistake[];
}

export const invalidManagerRefused = defineCheck<Observations>({
  id: "write/invalid-manager-refused",
  title:
    "A field manager name with more than 128 characters or with unprintable characters is rejected",
  covers: [
    "write.invalid-manager-refused",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "target",
  features: ["field-manager"],

  async drive(context) {
    const tries = context.kind.operations.updateStatus.map((via) => tryManagers(context, via));
    return { trials: (await Promise.all(tries)).flat() };
  },

  judge({ trials }) {
    const requirement = "write.invalid-manager-refused";
    return judgeRefusals({ requirement, reasons: ["invalid"] }, trials);
  },
});

export const mistakes = [
  { because: "the name of the field manager has 129 characters", name: "m".repeat(129) },
  { because: "the name of the field manager has a line break", name: "first\nsecond" },
] as const;

/** A valid name of maximum length, with a space instead of a line break. */
export const repaired = `first ${"m".repeat(122)}`;

function tryManagers(context: CheckContext, via: string): Promise<readonly TriedMistake[]> {
  const status = sampleStatus(context, 0);
  const write = (
    key: ObjectKey,
    { metadata: { resourceVersion } }: Resource,
    fieldManager: string,
  ): UpdateStatusCommand => ({
    ...statusWrite(context, key, { resourceVersion, status, options: { fieldManager } }),
    via,
  });
  return tryRefusals(context, {
    mistakes,
    prepare: () => context.fixture(),
    attempt: ({ name }, { key, object }) => write(key, object, name),
    repair: (stored, { key }) => write(key, stored, repaired),
  });
}
