import type { Command, ObjectKey, ResourceVersion } from "#contract";
import {
  acceptedObject,
  defineCheck,
  describeDifferences,
  given,
  incidental,
  isAccepted,
  isSame,
  judgeNoneMoved,
  judgeReason,
  objectOf,
  readOf,
  sampleStatus,
  specWrite,
  statusWrite,
  supports,
  tryRefusal,
  withCause,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial, Step } from "#harness";

interface Scaling {
  readonly via: string;
  readonly before: Step;
  readonly write: Step;
  readonly after: Step;
}

interface Observations {
  /** The accepted writes of a number of replicas. */
  readonly scalings: readonly Scaling[];
  /** Writes of a number of replicas with a version that a status write replaced. */
  readonly staleScalings: readonly RefusalTrial[];
  /** A status write with a version that a write of a number of replicas replaced. Absent if none was accepted. */
  readonly staleStatus?: RefusalTrial;
  readonly hasGeneration: boolean;
}

const keepsStatus = "isolation.spec-write-never-changes-status";
const counts = "generation.counts-spec-changes";
const staleSpec = "concurrency.stale-spec-write-conflicts";
const staleStatusWrite = "concurrency.stale-status-write-conflicts";

/**
 * A scale subresource writes one property of the spec, through its own endpoint and often its own code. A write that
 * the server rejects shows nothing: the caller may lack the permission, or the schema may limit the number.
 */
export const scaleWriteKeepsStatus = defineCheck<Observations>({
  id: "isolation/scale-write-keeps-status",
  title:
    "A write of the scale subresource is a spec write: it counts, conflicts, and keeps the status",
  covers: [
    keepsStatus,
    counts,
    staleSpec,
    staleStatusWrite,
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  decides: [],
  scope: "kind",
  verbs: ["update"],
  needsScale: true,

  async drive(context) {
    const hasGeneration = supports(context, "generation");
    const { scaleUpdates = [] } = context.kind;
    const { key, object } = await context.fixture();
    const { resourceVersion: first } = object.metadata;
    const reported = await writeSample(context, { key, version: first, index: 0 });
    const scalings: Scaling[] = [];
    let version = acceptedObject(reported, "a status write failed").metadata.resourceVersion;
    for (const [index, via] of [...scaleUpdates, ...scaleUpdates].entries()) {
      const before = await context.call(readOf(key));
      const write = await context.call(scaleOf(via, index + 2)(key, version));
      const after = await context.call(readOf(key));
      if (isAccepted(write)) scalings.push({ via, before, write, after });
      version = objectOf(after)?.metadata.resourceVersion ?? version;
    }
    const accepted = scaleUpdates.filter((via) => scalings.some((one) => one.via === via));
    if (accepted.length === 0) return { scalings, staleScalings: [], hasGeneration };
    const staleScalings: RefusalTrial[] = [];
    for (const via of accepted) staleScalings.push(await tryStaleScaling(context, scaleOf(via, 2)));
    const staleStatus = await tryStaleStatus(context, accepted[0] ?? "");
    return {
      scalings,
      staleScalings,
      ...(staleStatus === undefined ? {} : { staleStatus }),
      hasGeneration,
    };
  },

  judge({ scalings, staleScalings, staleStatus, hasGeneration }) {
    const none = "no write of the scale was accepted";
    const trials = [...staleScalings, ...(staleStatus === undefined ? [] : [staleStatus])];
    return [
      ...(scalings.length === 0 ? incidental([keepsStatus], none) : scalings.map(judgeStatus)),
      ...(scalings.length === 0 || !hasGeneration
        ? incidental([counts], hasGeneration ? none : "objects have no generation")
        : scalings.map(judgeGeneration)),
      ...(staleScalings.length === 0
        ? incidental([staleSpec], none)
        : staleScalings.map((trial) =>
            judgeReason(trial, {
              requirement: staleSpec,
              reasons: ["conflict"],
              because: "a status write replaced the version of the scale",
            }),
          )),
      ...(staleStatus === undefined
        ? incidental([staleStatusWrite], none)
        : [
            judgeReason(staleStatus, {
              requirement: staleStatusWrite,
              reasons: ["conflict"],
              because: "a write of the scale replaced the version",
            }),
          ]),
      ...judgeNoneMoved(trials),
    ];
  },
});

type Write = (key: ObjectKey, resourceVersion: ResourceVersion) => Command;

function scaleOf(via: string, replicas: number): Write {
  return (key, resourceVersion) => specWrite(key, { via, resourceVersion, spec: { replicas } });
}

interface SampleWrite {
  readonly key: ObjectKey;
  readonly version: ResourceVersion;
  readonly index: number;
}

function writeSample(context: CheckContext, { key, version, index }: SampleWrite): Promise<Step> {
  const status = sampleStatus(context, index);
  return context.call(statusWrite(context, key, { resourceVersion: version, status }));
}

async function tryStaleScaling(context: CheckContext, write: Write): Promise<RefusalTrial> {
  const { key, object } = await context.fixture();
  const { resourceVersion: version } = object.metadata;
  const reported = await writeSample(context, { key, version, index: 0 });
  acceptedObject(reported, "a status write failed");
  return tryRefusal(context, {
    key,
    attempt: write(key, version),
    repair: ({ metadata }) => write(key, metadata.resourceVersion),
  });
}

/** Resolves with undefined if no write of the scale replaced the version, so that it is not stale. */
async function tryStaleStatus(
  context: CheckContext,
  via: string,
): Promise<RefusalTrial | undefined> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  // The new object has one of these numbers at most.
  for (const replicas of [2, 3]) await context.call(scaleOf(via, replicas)(key, resourceVersion));
  const current = objectOf(await context.call(readOf(key)))?.metadata.resourceVersion;
  if (current === undefined || current === resourceVersion) return undefined;
  const status = sampleStatus(context, 0);
  return tryRefusal(context, {
    key,
    attempt: statusWrite(context, key, { resourceVersion, status }),
    repair: ({ metadata }) =>
      statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status }),
  });
}

function judgeStatus({ via, before, write, after }: Scaling): Finding {
  const finding = given(keepsStatus, { before, after }, (of) => ({
    holds: isSame(of.before.status, of.after.status),
    expected: `after a write of the scale through ${via}, the status is unchanged`,
    actual: describeDifferences("the stored status", of.before.status, of.after.status),
  }));
  return withCause(finding, [write]);
}

function judgeGeneration({ before, write, after }: Scaling): Finding {
  const finding = given(counts, { before, after }, (of) => {
    const was = of.before.metadata.generation;
    const is = of.after.metadata.generation;
    const by = isSame(of.before.spec, of.after.spec) ? 0 : 1;
    return {
      holds: was !== undefined && is === was + by,
      expected: `generation ${was === undefined ? "present" : was + by}, because the write of the scale ${by === 1 ? "changed" : "did not change"} the spec`,
      actual: `generation ${is ?? "absent"}`,
    };
  });
  return withCause(finding, [write]);
}
