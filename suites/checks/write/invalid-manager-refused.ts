import { defineCheck, judgeRefusals, sampleStatus, statusWrite, tryRefusal } from "#harness";
import type { CheckContext, TriedMistake } from "#harness";

interface Observations {
  readonly trials: readonly TriedMistake[];
}

/** A name that the server cuts or cleans is another name. */
export const invalidManagerRefused = defineCheck<Observations>({
  id: "write/invalid-manager-refused",
  title: "A field manager of more than 128 characters, or of unprintable ones, is refused",
  covers: [
    "write.invalid-manager-refused",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "target",
  features: ["field-manager"],

  async drive(context) {
    const tries = context.kind.operations.updateStatus.flatMap((via) =>
      names.map((name) => tryManager(context, via, name)),
    );
    return { trials: await Promise.all(tries) };
  },

  judge({ trials }) {
    const requirement = "write.invalid-manager-refused";
    return judgeRefusals({ requirement, reasons: ["invalid"] }, trials);
  },
});

interface ManagerName {
  readonly defect: string;
  readonly name: string;
  /** The same without the defect. */
  readonly repaired: string;
}

const names: readonly ManagerName[] = [
  { defect: "has 129 characters", name: "m".repeat(129), repaired: "m".repeat(128) },
  { defect: "has a line break", name: "first\nsecond", repaired: "first second" },
];

async function tryManager(
  context: CheckContext,
  via: string,
  { defect, name, repaired }: ManagerName,
): Promise<TriedMistake> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const write = { ...statusWrite(context, key, { status: sampleStatus(context, 0) }), via };
  const trial = await tryRefusal(context, {
    key,
    attempt: { ...write, resourceVersion, options: { fieldManager: name } },
    repair: ({ metadata }) => ({
      ...write,
      resourceVersion: metadata.resourceVersion,
      options: { fieldManager: repaired },
    }),
  });
  return { because: `the name of the field manager ${defect}`, trial };
}
