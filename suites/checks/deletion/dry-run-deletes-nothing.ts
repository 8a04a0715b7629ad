import {
  claim,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  hookVia,
  isAccepted,
  isSame,
  isSent,
  nothingToJudge,
  objectOf,
  operationsToTry,
  readOf,
  refusalOf,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

const requirement = "deletion.dry-run-deletes-nothing";

interface Trial {
  readonly before: Step;
  readonly tried: Step;
  readonly after: Step;
}

/** A server may implement dry runs only for writes, and ignore the option in delete requests. */
export const dryRunDeletesNothing = defineCheck<readonly Trial[]>({
  id: "deletion/dry-run-deletes-nothing",
  title: "A dry run of a deletion neither deletes nor changes the object",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["delete", "dry-run"],
  verbs: ["delete"],

  async drive(context) {
    const trials: Trial[] = [];
    for (const via of operationsToTry(context, "delete")) {
      // A hook has no dry run.
      if (via === hookVia) continue;
      // A server may read the option elsewhere if the request has a precondition, such as in the body.
      trials.push(await tryDeletion(context, { via, isConditional: false }));
      trials.push(await tryDeletion(context, { via, isConditional: true }));
    }
    return trials;
  },

  judge(trials) {
    const sent = trials.filter(({ tried }) => isSent(tried));
    return sent.length === 0
      ? vacuous([requirement], "the kind does not support dry runs of deletions")
      : sent.map(judgeTrial);
  },
});

async function tryDeletion(
  context: CheckContext,
  { via, isConditional }: { readonly via: string; readonly isConditional: boolean },
): Promise<Trial> {
  const { key, object } = await context.fixture();
  const before = await context.call(readOf(key));
  const { resourceVersion } = (objectOf(before) ?? object).metadata;
  const tried = await context.call({
    verb: "delete",
    identity: "author",
    via,
    key,
    ...(isConditional ? { resourceVersion } : {}),
    options: { dryRun: true },
  });
  return { before, tried, after: await context.call(readOf(key)) };
}

function judgeTrial({ before, tried, after }: Trial): Finding {
  // A short report shows the first one and the one that decides.
  const evidence = [tried, before, after].map(({ exchange }) => exchange);
  const lost = failureOf(before) ?? failureOf(tried) ?? failureOf(after);
  if (lost !== undefined) return errored(requirement, lost, evidence);
  const stored = objectOf(before);
  if (stored === undefined) return nothingToJudge(requirement, before, evidence);
  if (!isAccepted(tried)) return nothingToJudge(requirement, tried, evidence);
  const { resourceVersion } = stored.metadata;
  const expected = `the stored object stays unchanged, at version ${resourceVersion}`;
  const left = objectOf(after);
  if (left === undefined) {
    return refusalOf(after)?.reason === "notFound"
      ? claim(requirement, { holds: false, expected, actual: "the object is gone", evidence })
      : nothingToJudge(requirement, after, evidence);
  }
  return claim(requirement, {
    holds: isSame(stored, left),
    expected,
    actual: describeDifferences("the stored object", stored, left),
    evidence,
  });
}
