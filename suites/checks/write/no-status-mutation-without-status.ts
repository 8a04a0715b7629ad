import { describeOutcome } from "#contract";
import type { Resource } from "#contract";
import {
  claim,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  isHidden,
  isSame,
  objectOf,
  readOf,
  undecided,
} from "#harness";
import type { Finding, Step } from "#harness";

interface Observations {
  readonly before: Resource;
  readonly attempts: readonly Step[];
  readonly after: Step;
}

/** Status mutations of other kinds must not change an object of a kind without a status subresource. */
export const noStatusMutationWithoutStatus = defineCheck<Observations>({
  id: "write/no-status-mutation-without-status",
  title: "No status mutation accepts a kind without a status subresource",
  covers: ["write.no-status-mutation-without-status"],
  scope: "kind-without-status",
  features: ["kinds.withoutStatus"],

  async drive(context) {
    const { key, object: before } = await context.fixture();
    const { resourceVersion } = before.metadata;
    const vias = new Set(context.target.kinds.flatMap((kind) => kind.operations.updateStatus));
    const attempts: Step[] = [];
    for (const via of vias) {
      const status = { [context.kind.samples.counter]: 1 };
      attempts.push(
        await context.call({
          verb: "updateStatus",
          identity: "controller",
          via,
          key,
          resourceVersion,
          status,
        }),
      );
    }
    return { before, attempts, after: await context.call(readOf(key)) };
  },

  judge({ before, attempts, after }) {
    return [...attempts.map(judgeAttempt), judgeStored({ before, attempts, after })];
  },
});

function judgeStored({ before, attempts, after }: Observations): Finding {
  const requirement = "write.no-status-mutation-without-status";
  const evidence = [...attempts.map((attempt) => attempt.exchange), after.exchange];
  const broken = failureOf(after);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (isHidden(after)) return undecided(requirement, describeOutcome(after.outcome), evidence);
  const stored = objectOf(after);
  return claim(requirement, {
    holds: isSame(before, stored),
    expected: "the stored object stays unchanged",
    actual: describeDifferences("the stored object", before, stored),
    evidence,
  });
}

function judgeAttempt(attempt: Step): Finding {
  const requirement = "write.no-status-mutation-without-status";
  const { outcome, exchange, command } = attempt;
  const broken = failureOf(attempt);
  if (broken !== undefined) return errored(requirement, broken, [exchange]);
  return claim(requirement, {
    holds: outcome.result === "unsupported" || outcome.result === "refused",
    expected: `${command.via ?? "the mutation"} does not exist for the kind, or rejects the write`,
    actual: describeOutcome(outcome),
    evidence: [exchange],
  });
}
