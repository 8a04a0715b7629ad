import { defineCheck, ownStatus, statusWrite, vacuous } from "#harness";
import { judgeWriteElsewhere, writeElsewhere } from "./write-elsewhere.ts";
import type { WriteElsewhere } from "./write-elsewhere.ts";

const requirement = "write.stays-in-namespace";

/** A status write that looks up objects only by name reports on the objects of other namespaces. */
export const statusWriteStaysInNamespace = defineCheck<readonly WriteElsewhere[]>({
  id: "write/status-write-stays-in-namespace",
  title:
    "A status write in one namespace does not change an object of the same name in another " +
    "namespace",
  covers: [requirement],
  scope: "status-write",

  async drive(context) {
    const { namespacedOperations = [] } = context.kind;
    if (!namespacedOperations.includes(context.via)) return [];
    const status = ownStatus(context, 0);
    const trial = await writeElsewhere(context, ({ key, object }) =>
      statusWrite(context, key, { resourceVersion: object.metadata.resourceVersion, status }),
    );
    return trial === undefined ? [] : [trial];
  },

  judge: (trials) =>
    trials.length === 0
      ? vacuous(
          [requirement],
          "the mutation does not find objects by namespace and name, or there is only one namespace",
        )
      : trials.map(judgeWriteElsewhere),
});
