import type { JsonObject, PatchStatusCommand } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  countedStatus,
  counterValue,
  defineCheck,
  judgeReason,
  judgeStatus,
  statusApply,
  statusWrite,
  writeInTurn,
  incidental,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { managers } from "./field-managers.ts";

interface Trial {
  /** Contains only the counter. */
  readonly written: JsonObject;
  readonly write: Step;
  /** The manager's next apply without force; `forced` is the same apply with force. */
  readonly reapply: Step;
  readonly forced: Step;
}

interface Observations {
  readonly trials: readonly Trial[];
}

const requirements = [
  "apply.other-writes-never-conflict",
  "apply.other-writes-take-fields",
] as const;

export const otherWritesTakeFields = defineCheck<Observations>({
  id: "apply/other-writes-take-fields",
  title:
    "Status writes other than apply never conflict with field owners, and take ownership " +
    "of the fields",
  covers: requirements,
  scope: "target",
  features: ["status.apply"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { operations, statusModes } = context.kind;
    const others = operations.updateStatus.filter((via) => statusModes[via] !== "apply");
    return { trials: await Promise.all(others.map((via) => tryOver(context, via))) };
  },

  judge({ trials }) {
    return trials.length === 0
      ? incidental(requirements, "apply is the only status mutation of the kind")
      : trials.flatMap(judgeTrial);
  },
});

async function tryOver(context: CheckContext, via: string): Promise<Trial> {
  const { key, object } = await context.fixture();
  const applyOf = (count: number, force?: boolean): PatchStatusCommand =>
    statusApply(key, {
      manager: managers.first,
      status: countedStatus(context, count),
      ...(force === undefined ? {} : { force }),
    });
  const { resourceVersion } = object.metadata;
  const owned = await context.call({ ...applyOf(1), resourceVersion });
  const { metadata } = acceptedObject(owned, "an apply failed");
  const steps = await writeInTurn(context, metadata.resourceVersion, {
    write: { ...statusWrite(context, key, { status: countedStatus(context, 2) }), via },
    reapply: applyOf(3),
    forced: applyOf(3, true),
  });
  return { written: { [context.kind.samples.counter]: counterValue(context, 2) }, ...steps };
}

function judgeTrial({ written, write, reapply, forced }: Trial): readonly Finding[] {
  const how = write.command.via ?? "the write";
  return [
    judgeStatus({
      requirement: "apply.other-writes-never-conflict",
      write,
      // Compares only the written field, because a status may also contain defaults.
      members: Object.keys(written),
      status: written,
      because: `${how} is not an apply`,
    }),
    afterAccepted("apply.other-writes-take-fields", [write], () =>
      judgeReason(
        { attempt: reapply, control: forced },
        {
          requirement: "apply.other-writes-take-fields",
          reasons: ["conflict"],
          because: `${how} has since taken ownership of the field`,
        },
      ),
    ),
  ];
}
