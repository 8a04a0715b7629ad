import { defineCheck, judgeRefusal, ownStatus, statusPatch, tryRefusal } from "#harness";
import type { RefusalTrial } from "#harness";

interface Observations {
  readonly trial: RefusalTrial;
}

export const applyNeedsManager = defineCheck<Observations>({
  id: "write/apply-needs-manager",
  title: "An apply that specifies no field manager is rejected as invalid",
  covers: [
    "write.apply-needs-manager",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  features: ["status.apply"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const apply = { format: "apply", patch: { status: ownStatus(context, 0) } } as const;
    const trial = await tryRefusal(context, {
      key,
      attempt: statusPatch(key, { ...apply, resourceVersion }),
      repair: ({ metadata }) =>
        statusPatch(key, {
          ...apply,
          resourceVersion: metadata.resourceVersion,
          options: { fieldManager: "conformance-first" },
        }),
    });
    return { trial };
  },

  judge({ trial }) {
    return judgeRefusal(trial, {
      requirement: "write.apply-needs-manager",
      reasons: ["invalid"],
      because: "the apply specifies no field manager",
    });
  },
});
