import { counted, isSameValue } from "#contract";
import type { JsonObject, RequirementId, Resource } from "#contract";
import {
  claim,
  countedStatus,
  freshCount,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  given,
  isAccepted,
  isConflict,
  isSame,
  isWonByOne,
  objectOf,
  race,
  readOf,
  sampleStatus,
  statusWrite,
  undecided,
  withCause,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

const writers = 5;

/** The first round nearly always detects a version check that is not atomic. */
const rounds = 3;

export interface Round {
  readonly writes: readonly Step[];
  readonly after: Step;
}

interface Observations {
  readonly rounds: readonly Round[];
}

export const oneWinner = defineCheck<Observations>({
  id: "concurrency/one-winner",
  title:
    "Exactly one of several concurrent status writes that specify the same version is accepted",
  covers: ["concurrency.one-winner"],
  scope: "status-write",

  async drive(context) {
    const { key, object } = await context.fixture();
    const observed: Round[] = [];
    let { resourceVersion } = object.metadata;
    let before = object.status;
    for (let round = 0; round < rounds; round += 1) {
      const statuses = competingStatuses(context, round, before);
      // A race needs at least two writes.
      if (statuses.length < 2) break;
      const version = resourceVersion;
      const writes = await race(statuses.length, (writer) => {
        const status = statuses[writer] ?? {};
        return context.call(statusWrite(context, key, { resourceVersion: version, status }));
      });
      const after = await context.call(readOf(key));
      observed.push({ writes, after });
      const stored = objectOf(after);
      if (stored === undefined) break;
      ({ resourceVersion } = stored.metadata);
      before = stored.status;
    }
    return { rounds: observed };
  },

  judge({ rounds: observed }) {
    return observed.map((round) => judgeRound("concurrency.one-winner", round));
  },
});

/**
 * Returns statuses that differ from each other and from the stored one. Uses counts, or samples if the mutation accepts
 * no counter.
 */
export function competingStatuses(
  context: CheckContext,
  round: number,
  stored: JsonObject | undefined,
): readonly JsonObject[] {
  if (context.kind.isUncounted !== true) {
    return Array.from({ length: writers }, (_, writer) =>
      countedStatus(context, freshCount(context, 1 + round * writers + writer)),
    );
  }
  const changing = context.kind.samples.statuses
    .map((_, index) => sampleStatus(context, index))
    .filter((status) =>
      Object.entries(status).some(([name, value]) => !isSameValue(stored?.[name], value)),
    );
  return changing.filter(
    (status, index) => !changing.slice(0, index).some((other) => isSameValue(other, status)),
  );
}

export function judgeRound(requirement: RequirementId, { writes, after }: Round): Finding {
  const evidence = [...writes.map((write) => write.exchange), after.exchange];
  const broken = [...writes, after].map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const winners = writes.filter(isAccepted);
  const conflicts = writes.filter(isConflict);
  const expected = `1 of ${counted(writes.length, "write")} is accepted and stored, and the others conflict`;
  if (winners.length === 0 && conflicts.length === 0) {
    return undecided(requirement, "no write was accepted and none conflicted", evidence);
  }
  const [winner] = winners;
  if (winner === undefined || conflicts.length !== writes.length - 1) {
    const actual = `${counted(winners.length, "was", "were")} accepted (${versionsOf(winners)}), ${conflicts.length} conflicted`;
    const isAboutReason = isWonByOne(writes);
    return claim(requirement, { holds: false, expected, actual, evidence, isAboutReason });
  }
  const outlasts = given(requirement, { winner, after }, (of) => ({
    holds: isSame(contentOf(of.winner), contentOf(of.after)),
    expected,
    actual: describeDifferences("the stored object", contentOf(of.winner), contentOf(of.after)),
  }));
  return withCause(outlasts, writes);
}

/** The content for which the writes compete. Other requirements judge the other fields. */
function contentOf({ metadata, spec, status }: Resource): Readonly<Record<string, unknown>> {
  return { resourceVersion: metadata.resourceVersion, spec, status };
}

function versionsOf(steps: readonly Step[]): string {
  const versions = steps.map((step) => objectOf(step)?.metadata.resourceVersion ?? "no version");
  return versions.length === 0 ? "none" : `versions ${versions.join(", ")}`;
}
