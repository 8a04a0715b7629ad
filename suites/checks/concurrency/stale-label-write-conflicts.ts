import {
  defineCheck,
  judgeRefusal,
  sampleStatus,
  acceptedObject,
  specWrite,
  statusWrite,
  tryRefusal,
  judgeNoneMoved,
  supports,
  incidental,
  versionedUpdates,
} from "#harness";
import type { AuthoredMetadata } from "#contract";
import type { CheckContext, RefusalTrial } from "#harness";
import { metadataChanges } from "./metadata-changes.ts";

const requirement = "concurrency.stale-spec-write-conflicts";

/** Some servers compare versions only in writes with a spec, or only for some metadata. */
export const staleLabelWriteConflicts = defineCheck<readonly RefusalTrial[]>({
  id: "concurrency/stale-label-write-conflicts",
  title: "A metadata write conflicts if a status write has replaced its version",
  covers: [requirement, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion: stale } = object.metadata;
    const write = { resourceVersion: stale, status: sampleStatus(context, 0) };
    acceptedObject(await context.call(statusWrite(context, key, write)), "a status write failed");
    const trials: RefusalTrial[] = [];
    for (const [index, via] of versionedUpdates(context).entries()) {
      for (const metadata of metadataOf(context, `stale-${index}`)) {
        if (!context.fits(specWrite(key, { via, resourceVersion: stale, ...metadata }))) continue;
        const trial = await tryRefusal(context, {
          key,
          attempt: specWrite(key, { via, resourceVersion: stale, ...metadata }),
          repair: ({ metadata: { resourceVersion } }) =>
            specWrite(key, { via, resourceVersion, ...metadata }),
        });
        trials.push(trial);
      }
    }
    return trials;
  },

  judge(trials) {
    if (trials.length === 0)
      return [
        ...incidental([requirement], "no update writes metadata with a version"),
        ...judgeNoneMoved([]),
      ];
    const because =
      "a status write replaced the version, and a metadata write must also specify the current version";
    return trials.flatMap((trial) =>
      judgeRefusal(trial, { requirement, reasons: ["conflict"], because }),
    );
  },
});

/** Finalizers are only cleared, so that no object is left terminating. */
function metadataOf(context: CheckContext, text: string): readonly AuthoredMetadata[] {
  return [
    ...metadataChanges(context, text),
    ...(supports(context, "finalizers") ? [{ finalizers: [] }] : []),
  ];
}
