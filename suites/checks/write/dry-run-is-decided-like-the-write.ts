import { describeOutcome } from "#contract";
import type { UpdateStatusCommand } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  errored,
  failureOf,
  invalidStatuses,
  isAccepted,
  isDeniable,
  isSent,
  refusalOf,
  sampleStatus,
  statusWrite,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

const requirement = "write.dry-run-is-decided-like-the-write";

interface Trial {
  readonly what: string;
  readonly tried: Step;
  readonly earnest: Step;
}

interface Observations {
  readonly trials: readonly Trial[];
}

export const dryRunIsDecidedLikeTheWrite = defineCheck<Observations>({
  id: "write/dry-run-is-decided-like-the-write",
  title: "A dry run of a status write is accepted or rejected exactly like the write itself",
  covers: [requirement],
  scope: "target",
  features: ["dry-run"],

  async drive(context) {
    const tries = context.kind.operations.updateStatus.map((via) => tryAll(context, via));
    return { trials: (await Promise.all(tries)).flat() };
  },

  judge({ trials }) {
    const sent = trials.filter(({ tried }) => isSent(tried));
    return sent.length === 0
      ? vacuous([requirement], "no status mutation has a dry run")
      : sent.map(judgeTrial);
  },
});

/** A dry run and the same write without dry run. The two writes use different objects if both may be accepted. */
interface Pair {
  readonly what: string;
  readonly tried: UpdateStatusCommand;
  readonly earnest: UpdateStatusCommand;
}

async function tryAll(context: CheckContext, via: string): Promise<readonly Trial[]> {
  const pairs = await pairsOf(context, via);
  return Promise.all(
    pairs.map(async ({ what, tried, earnest }) => ({
      what,
      tried: await context.call({ ...tried, options: { dryRun: true } }),
      earnest: await context.call(earnest),
    })),
  );
}

async function pairsOf(context: CheckContext, via: string): Promise<readonly Pair[]> {
  const status = sampleStatus(context, 0);
  const newWrite = async (): Promise<UpdateStatusCommand> => {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    return { ...statusWrite(context, key, { resourceVersion, status }), via };
  };
  const [first, second, stale, wrong, denied] = await Promise.all([
    newWrite(),
    newWrite(),
    newWrite(),
    newWrite(),
    newWrite(),
  ]);
  acceptedObject(await context.call(stale), "a status write failed");
  const late = { ...stale, status: sampleStatus(context, 1) };
  const [invalid] = invalidStatuses({ ...context, via });
  return [
    { what: "a valid write", tried: first, earnest: second },
    twice("a stale version", late),
    twice("a missing object", { ...first, key: context.unusedKey() }),
    ...(isDeniable(context.target, "author")
      ? [twice("a forbidden caller", { ...denied, identity: "author" })]
      : []),
    ...(invalid === undefined
      ? []
      : [twice("an invalid status", { ...wrong, status: invalid.status })]),
  ];
}

function twice(what: string, write: UpdateStatusCommand): Pair {
  return { what, tried: write, earnest: write };
}

function judgeTrial({ what, tried, earnest }: Trial): Finding {
  const evidence = [tried.exchange, earnest.exchange];
  const broken = failureOf(tried) ?? failureOf(earnest);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  return claim(requirement, {
    holds: decisionOf(tried) === decisionOf(earnest),
    expected: `with ${what}, the dry run has the same result as the write: ${describeOutcome(earnest.outcome)}`,
    actual: describeOutcome(tried.outcome),
    evidence,
  });
}

function decisionOf(step: Step): string {
  return isAccepted(step) ? "accepted" : (refusalOf(step)?.reason ?? step.outcome.result);
}
