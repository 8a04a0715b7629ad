import {
  defineCheck,
  operationsToTry,
  sampleSpec,
  sampleStatus,
  specWrite,
  supports,
  vacuous,
} from "#harness";
import type { CheckContext } from "#harness";
import { judgeWriteElsewhere, writeElsewhere } from "./write-elsewhere.ts";
import type { WriteElsewhere, WriteTo } from "./write-elsewhere.ts";

const requirement = "write.stays-in-namespace";

/** A write that looks up objects only by name changes or deletes the objects of other namespaces. */
export const staysInNamespace = defineCheck<readonly WriteElsewhere[]>({
  id: "write/stays-in-namespace",
  title:
    "An update, patch or deletion in one namespace does not affect an object of the same name in " +
    "another namespace",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,

  async drive(context) {
    const trials = await Promise.all(
      writesOf(context).map((write) => writeElsewhere(context, write)),
    );
    return trials.filter((trial) => trial !== undefined);
  },

  judge: (trials) =>
    trials.length === 0
      ? vacuous(
          [requirement],
          "no write operation finds objects by namespace and name, or there is only one namespace",
        )
      : trials.map(judgeWriteElsewhere),
});

function writesOf(context: CheckContext): readonly WriteTo[] {
  const { namespacedOperations = [] } = context.kind;
  const vias = (verb: "delete" | "patchStatus" | "update"): readonly string[] =>
    operationsToTry(context, verb).filter((via) => namespacedOperations.includes(via));
  const spec = sampleSpec(context, 1);
  const updates = vias("update").map(
    (via): WriteTo =>
      ({ key, object }) =>
        specWrite(key, { via, resourceVersion: object.metadata.resourceVersion, spec }),
  );
  const patch = { status: sampleStatus(context, 0) };
  const patches = (supports(context, "status.patch.merge") ? vias("patchStatus") : []).map(
    (via): WriteTo =>
      ({ key, object }) => ({
        verb: "patchStatus",
        identity: "controller",
        via,
        key,
        resourceVersion: object.metadata.resourceVersion,
        format: "merge",
        patch,
      }),
  );
  const deletions = vias("delete").map((via): WriteTo => ({ key }) => ({
    verb: "delete",
    identity: "author",
    via,
    key,
  }));
  return [...updates, ...patches, ...deletions];
}
