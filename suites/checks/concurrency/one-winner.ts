import { counted } from "#contract";
import type { Resource } from "#contract";
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
  isSame,
  objectOf,
  race,
  readOf,
  refusalOf,
  statusWrite,
  undecided,
  withCause,
} from "#harness";
import type { Finding, Step } from "#harness";

/** Number of concurrent writers, all of which send the same version. */
const writers = 5;

/** Number of rounds. The first one nearly always detects a version check that is not atomic. */
const rounds = 3;

interface Round {
  readonly writes: readonly Step[];
  readonly after: Step;
}

interface Observations {
  readonly rounds: readonly Round[];
}

export const oneWinner = defineCheck<Observations>({
  id: "concurrency/one-winner",
  title: "Exactly one of several concurrent status writes at one version is accepted",
  covers: ["concurrency.one-winner"],
  scope: "status-write",
  needsCounter: true,

  async drive(context) {
    const { key, object } = await context.fixture();
    const observed: Round[] = [];
    let { resourceVersion } = object.metadata;
    for (let round = 0; round < rounds; round += 1) {
      const writes = await race(writers, (writer) => {
        const status = countedStatus(context, freshCount(context, 1 + round * writers + writer));
        return context.call(statusWrite(context, key, { resourceVersion, status }));
      });
      const after = await context.call(readOf(key));
      observed.push({ writes, after });
      const stored = objectOf(after);
      if (stored === undefined) break;
      ({ resourceVersion } = stored.metadata);
    }
    return { rounds: observed };
  },

  judge({ rounds: observed }) {
    return observed.map(judgeRound);
  },
});

function judgeRound({ writes, after }: Round): Finding {
  const requirement = "concurrency.one-winner";
  const evidence = [...writes.map((write) => write.exchange), after.exchange];
  const broken = [...writes, after].map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const winners = writes.filter(isAccepted);
  const conflicts = writes.filter((write) => refusalOf(write)?.reason === "conflict");
  const expected = `1 of ${counted(writes.length, "write")} is accepted and stored, and the others conflict`;
  if (winners.length === 0 && conflicts.length === 0) {
    return undecided(requirement, "no write was accepted and none conflicted", evidence);
  }
  const [winner] = winners;
  if (winner === undefined || conflicts.length !== writes.length - 1) {
    const actual = `${counted(winners.length, "was", "were")} accepted (${versionsOf(winners)}), ${conflicts.length} conflicted`;
    return claim(requirement, { holds: false, expected, actual, evidence });
  }
  const outlasts = given(requirement, { winner, after }, (of) => ({
    holds: isSame(contentOf(of.winner), contentOf(of.after)),
    expected,
    actual: describeDifferences("the stored object", contentOf(of.winner), contentOf(of.after)),
  }));
  return withCause(outlasts, writes);
}

/** The content for which the writes compete. Other fields are judged by other requirements. */
function contentOf({ metadata, spec, status }: Resource): Readonly<Record<string, unknown>> {
  return { resourceVersion: metadata.resourceVersion, spec, status };
}

function versionsOf(steps: readonly Step[]): string {
  const versions = steps.map((step) => objectOf(step)?.metadata.resourceVersion ?? "no version");
  return versions.length === 0 ? "none" : `versions ${versions.join(", ")}`;
}
