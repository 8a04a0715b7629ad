import { describeOutcome } from "#contract";
import {
  acceptedObject,
  claim,
  countedStatus,
  defineCheck,
  errored,
  failureOf,
  refusalOf,
  statusApply,
  undecided,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly ownership: Step;
  readonly stale: Step;
}

export const ownershipConflictIsToldApart = defineCheck<Observations>({
  id: "errors/ownership-conflict-is-told-apart",
  title: "Field ownership conflicts and stale versions have different machine-readable errors",
  covers: ["errors.ownership-conflict-distinguishable"],
  scope: "kind",
  features: ["status.apply"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion: stale } = object.metadata;
    const owner = "conformance-first";
    const first = await context.call(
      statusApply(key, {
        manager: owner,
        status: countedStatus(context, 1),
        resourceVersion: stale,
      }),
    );
    const { resourceVersion } = acceptedObject(first, "an apply failed").metadata;
    const ownership = await context.call(
      statusApply(key, {
        manager: "conformance-second",
        status: countedStatus(context, 2),
        resourceVersion,
      }),
    );
    const late = await context.call(
      statusApply(key, {
        manager: owner,
        status: countedStatus(context, 3),
        resourceVersion: stale,
      }),
    );
    return { ownership, stale: late };
  },

  judge({ ownership, stale }) {
    const requirement = "errors.ownership-conflict-distinguishable";
    const evidence = [ownership.exchange, stale.exchange];
    const broken = failureOf(ownership) ?? failureOf(stale);
    if (broken !== undefined) return [errored(requirement, broken, evidence)];
    const stray = [ownership, stale].find((step) => refusalOf(step)?.reason !== "conflict");
    if (stray !== undefined) {
      const reason = `one of the two writes did not conflict: ${describeOutcome(stray.outcome)}`;
      return [undecided(requirement, reason, evidence)];
    }
    const [one, other] = [signOf(ownership), signOf(stale)];
    return [
      claim(requirement, {
        holds: one !== other,
        expected: "the two conflicts differ in their code, or in the reasons of their causes",
        actual: `both are ${one}`,
        evidence,
      }),
    ];
  },
});

/** Returns the machine-readable part of an error, without the message. */
function signOf(step: Step): string {
  const refusal = refusalOf(step);
  const reasons = new Set(refusal?.causes.map(({ reason = "no reason" }) => reason));
  const causes =
    reasons.size === 0 ? "without causes" : `with ${[...reasons].toSorted().join(", ")}`;
  return `${refusal?.reason} (${refusal?.code ?? "no code"}) ${causes}`;
}
