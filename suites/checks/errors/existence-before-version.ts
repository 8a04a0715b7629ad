import type { JsonObject, ResourceVersion } from "#contract";
import {
  acceptedObject,
  defineCheck,
  judgeNoneMoved,
  judgeReason,
  sampleStatus,
  statusWrite,
} from "#harness";
import type { RefusalTrial } from "#harness";
import { tryMissing } from "./try-missing.ts";

interface Observations {
  /** Nothing is wrong with the write but that its object is missing. */
  readonly plain: RefusalTrial;
  /** Something else is wrong as well. */
  readonly worse: readonly RefusalTrial[];
}

/** A controller whose object was deleted must let go, not read again and retry. */
export const existenceBeforeVersion = defineCheck<Observations>({
  id: "errors/existence-before-version",
  title: "A status write to a missing object is not found, whatever else is wrong with it",
  covers: [
    "errors.missing-object-not-found",
    "errors.existence-before-version",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion: stale } = object.metadata;
    const status = sampleStatus(context, 0);
    const control = await context.call(
      statusWrite(context, key, { resourceVersion: stale, status }),
    );
    const { resourceVersion: current } = acceptedObject(
      control,
      "a status could not be stored",
    ).metadata;

    const write = (version: ResourceVersion, body: JsonObject): Promise<RefusalTrial> =>
      tryMissing(
        context,
        (missing) => statusWrite(context, missing, { resourceVersion: version, status: body }),
        control,
      );
    const invalid = context.kind.samples.invalidStatuses.slice(0, 1);
    const [plain, ...worse] = await Promise.all([
      write(current, status),
      write(stale, status),
      ...invalid.map((sample) => write(stale, sample.status)),
    ]);
    return { plain, worse };
  },

  judge({ plain, worse }) {
    const expectation = { reasons: ["notFound"], because: "there is no such object" } as const;
    return [
      judgeReason(plain, { requirement: "errors.missing-object-not-found", ...expectation }),
      ...worse.map((trial) =>
        judgeReason(trial, { requirement: "errors.existence-before-version", ...expectation }),
      ),
      ...judgeNoneMoved([plain, ...worse]),
    ];
  },
});
