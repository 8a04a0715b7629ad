import { describeOutcome } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  nothingToJudge,
  objectOf,
  operationsToTry,
  readOf,
  refusalOf,
  undecided,
  vacuous,
} from "#harness";
import type { Finding, Step } from "#harness";
import {
  exchangesOf,
  failureIn,
  isSameIncarnation,
  keyIn,
  placeOf,
  showsNothing,
  sight,
} from "./object-place.ts";
import type { Sighting, TwoKeys } from "./object-place.ts";

const requirement = "write.read-stays-in-namespace";

interface Trial {
  readonly keys: TwoKeys;
  readonly seen: Sighting;
  /** A read of another object in the namespace in which the first object does not exist. */
  readonly control: Step;
}

/** A read that looks up objects only by name returns the objects of other namespaces. */
export const readStaysInNamespace = defineCheck<readonly Trial[]>({
  id: "write/read-stays-in-namespace",
  title: "A read in one namespace does not return an object of the same name in another namespace",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,

  async drive(context) {
    const { namespaces, namespacedOperations = [] } = context.kind;
    const [first, second] = namespaces;
    const reads = operationsToTry(context, "read").filter((via) =>
      namespacedOperations.includes(via),
    );
    if (first === undefined || second === undefined || reads.length === 0) return [];
    const [one, other] = await Promise.all([
      context.fixture({ namespace: 0 }),
      context.fixture({ namespace: 1 }),
    ]);
    const pairs = [
      { keys: { home: one.key, away: keyIn(second, one.key) }, neighbor: other.key },
      { keys: { home: other.key, away: keyIn(first, other.key) }, neighbor: one.key },
    ];
    const trials = reads.flatMap((via) =>
      pairs.map(async ({ keys, neighbor }): Promise<Trial> => {
        const seen = await sight(context, keys, { via });
        return { keys, seen, control: await context.call({ ...readOf(neighbor), via }) };
      }),
    );
    return Promise.all(trials);
  },

  judge: (trials) =>
    trials.length === 0
      ? vacuous(
          [requirement],
          "no read operation finds objects by namespace and name, or there is only one namespace",
        )
      : trials.map(judgeTrial),
});

function judgeTrial({ keys, seen, control }: Trial): Finding {
  const evidence = [...exchangesOf(seen), control.exchange];
  const lost = failureIn(seen, control);
  if (lost !== undefined) return errored(requirement, lost, evidence);
  const stored = objectOf(seen.home);
  if (stored === undefined) return nothingToJudge(requirement, seen.home, evidence);
  if (objectOf(control) === undefined) return nothingToJudge(requirement, control, evidence);
  const refusal = refusalOf(seen.away);
  if (refusal !== undefined) {
    return showsNothing(refusal)
      ? nothingToJudge(requirement, seen.away, evidence)
      : claim(requirement, { holds: true, expected: "", actual: "", evidence });
  }
  const returned = objectOf(seen.away);
  if (returned === undefined) return nothingToJudge(requirement, seen.away, evidence);
  if (!isSameIncarnation(stored, returned)) {
    const reason = "the read in the other namespace returned another object of the same name";
    return undecided(requirement, reason, evidence);
  }
  if (placeOf(seen, keys) !== "home") {
    const reason =
      "the read returned the object, but neither responses nor lists show that the object is only " +
      "in another namespace";
    return undecided(requirement, reason, evidence);
  }
  const { namespace: here = "" } = keys.away;
  const { namespace: there = "" } = keys.home;
  return claim(requirement, {
    holds: false,
    expected: `rejected as not found, because the object does not exist in namespace ${here}`,
    actual: `the read in namespace ${here} returned the object from namespace ${there}: ${describeOutcome(seen.away.outcome)}`,
    evidence: exchangesOf(seen),
  });
}
