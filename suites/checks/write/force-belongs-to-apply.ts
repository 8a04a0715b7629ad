import type { JsonValue, PatchFormat } from "#contract";
import {
  countedStatus,
  defineCheck,
  judgeRefusals,
  statusPatch,
  tryRefusal,
  supports,
} from "#harness";
import type { CheckContext, TriedMistake } from "#harness";

interface Observations {
  readonly trials: readonly TriedMistake[];
}

export const forceBelongsToApply = defineCheck<Observations>({
  id: "write/force-belongs-to-apply",
  title: "A merge patch or JSON patch with force is rejected as invalid",
  covers: [
    "write.force-belongs-to-apply",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "target",
  features: ["status.apply", "status.patch.merge"],
  verbs: ["patchStatus"],

  async drive(context) {
    const status = countedStatus(context, 1);
    const merge = tryForced(context, "merge", { status });
    const json = supports(context, "status.patch.json")
      ? [tryForced(context, "json", [{ op: "add", path: "/status", value: status }])]
      : [];
    return { trials: await Promise.all([merge, ...json]) };
  },

  judge({ trials }) {
    const requirement = "write.force-belongs-to-apply";
    return judgeRefusals({ requirement, reasons: ["invalid"] }, trials);
  },
});

async function tryForced(
  context: CheckContext,
  format: PatchFormat,
  patch: JsonValue,
): Promise<TriedMistake> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const trial = await tryRefusal(context, {
    key,
    attempt: statusPatch(key, { format, patch, resourceVersion, options: { force: true } }),
    repair: ({ metadata }) =>
      statusPatch(key, { format, patch, resourceVersion: metadata.resourceVersion }),
  });
  return { because: `force does not apply to a ${format} patch`, trial };
}
