import { describeOutcome } from "#contract";
import type { Refusal, Resource } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  errored,
  failureOf,
  judgeRefusal,
  objectOf,
  refusalOf,
  sampleStatus,
  statusWrite,
  tryRefusal,
  undecided,
  writeOtherStatuses,
} from "#harness";
import type { CheckContext, Finding, Fixture, RefusalTrial } from "#harness";
import { changesOf } from "./stale-writes.ts";

interface Observations {
  readonly trial: RefusalTrial;
  /** A write with a version that a metadata write replaced. Absent if no metadata can be written. */
  readonly afterMetadata?: RefusalTrial;
  /** A write with a version that status mutations for other fields replaced. Absent if there are none. */
  readonly afterOther?: RefusalTrial;
}

export const staleVersionConflicts = defineCheck<Observations>({
  id: "concurrency/stale-version-conflicts",
  title: "A status write conflicts if its version has since been replaced",
  covers: [
    "concurrency.stale-status-write-conflicts",
    "concurrency.conflict-tells-current-version",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion: stale } = object.metadata;
    const rival = await context.call(
      statusWrite(context, key, { resourceVersion: stale, status: sampleStatus(context, 0) }),
    );
    acceptedObject(rival, "a status write failed");

    const held = { resourceVersion: stale, status: sampleStatus(context, 1) };
    const trial = await tryRefusal(context, {
      key,
      attempt: statusWrite(context, key, held),
      repair: ({ metadata: { resourceVersion } }) =>
        statusWrite(context, key, { ...held, resourceVersion }),
    });
    const afterMetadata = await tryAfterMetadata(context);
    const afterOther = await tryAfterOther(context);
    return {
      trial,
      ...(afterMetadata === undefined ? {} : { afterMetadata }),
      ...(afterOther === undefined ? {} : { afterOther }),
    };
  },

  judge({ trial, afterMetadata, afterOther }) {
    return [
      ...judgeStale(trial, "another status write"),
      ...(afterMetadata === undefined ? [] : judgeStale(afterMetadata, "a metadata write")),
      ...(afterOther === undefined
        ? []
        : judgeStale(afterOther, "a status mutation that writes other fields")),
      judgeCurrentVersion(trial),
    ];
  },
});

function judgeStale(trial: RefusalTrial, change: string): readonly Finding[] {
  return judgeRefusal(trial, {
    requirement: "concurrency.stale-status-write-conflicts",
    reasons: ["conflict"],
    because: `the version was replaced by ${change}`,
  });
}

/** Some servers keep a separate version of the metadata. */
async function tryAfterMetadata(context: CheckContext): Promise<RefusalTrial | undefined> {
  const change = changesOf(context).find(({ name }) => name === "metadata");
  if (change === undefined) return undefined;
  return tryAfter(context, async (created) => (await change.make(context, created)).object);
}

/** Some servers keep a separate version for the fields of each status mutation. */
async function tryAfterOther(context: CheckContext): Promise<RefusalTrial | undefined> {
  const { otherStatuses = [] } = context.kind;
  if (otherStatuses.length === 0) return undefined;
  return tryAfter(context, ({ object }) => writeOtherStatuses(context, object));
}

/** Resolves with undefined if the change kept the version, so that it is not stale. */
async function tryAfter(
  context: CheckContext,
  make: (created: Fixture) => Promise<Resource>,
): Promise<RefusalTrial | undefined> {
  const created = await context.fixture();
  const { key, object } = created;
  const { resourceVersion: stale } = object.metadata;
  const { metadata } = await make(created);
  if (metadata.resourceVersion === stale) return undefined;
  const status = sampleStatus(context, 1);
  return tryRefusal(context, {
    key,
    attempt: statusWrite(context, key, { resourceVersion: stale, status }),
    repair: ({ metadata: { resourceVersion } }) =>
      statusWrite(context, key, { resourceVersion, status }),
  });
}

function judgeCurrentVersion(trial: RefusalTrial): Finding {
  const requirement = "concurrency.conflict-tells-current-version";
  const { attempt, after } = trial;
  const evidence = [attempt.exchange, after.exchange];
  const broken = failureOf(after);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const refusal = refusalOf(attempt);
  const current = objectOf(after)?.metadata.resourceVersion;
  if (refusal?.reason !== "conflict") {
    const outcome = describeOutcome(attempt.outcome);
    return undecided(requirement, `the write did not conflict: ${outcome}`, evidence);
  }
  if (current === undefined) {
    const outcome = describeOutcome(after.outcome);
    return undecided(requirement, `the current version could not be read: ${outcome}`, evidence);
  }
  if (refusal.currentResourceVersion === undefined && mentions(refusal, current)) {
    const reason = `the error contains the current version, ${current}, but the dialect does not declare where: add \`errors.currentResourceVersion\`, or the group \`version\` to the message pattern of the outcome`;
    return undecided(requirement, reason, evidence);
  }
  return claim(requirement, {
    holds: refusal.currentResourceVersion === current,
    expected: `the conflict reports the current version, ${current}`,
    actual:
      refusal.currentResourceVersion === undefined
        ? "the conflict reports no version"
        : `the conflict reports version ${refusal.currentResourceVersion}`,
    evidence,
  });
}

function mentions({ message, causes }: Refusal, version: string): boolean {
  const texts = [message, ...causes.map((cause) => cause.message)];
  return texts.some((text) => text.split(/[^\p{L}\p{N}_-]+/u).includes(version));
}
