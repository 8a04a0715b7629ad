import { describeOutcome } from "#contract";
import type { RefusalReason } from "#contract";
import { claim, refusalOf, undecided } from "#harness";
import type { Finding, Step } from "#harness";

/** One mistake, made twice. */
export interface Mistake {
  readonly what: string;
  /** Expected reason of the refusal. */
  readonly reason: RefusalReason;
  readonly first: Step;
  readonly second: Step;
}

export function judgeDistinct(mistakes: readonly Mistake[], evidence: readonly number[]): Finding {
  const requirement = "errors.reasons-distinguishable";
  const accepted = mistakes.find(({ first }) => refusalOf(first) === undefined);
  if (accepted !== undefined) {
    const outcome = describeOutcome(accepted.first.outcome);
    const reason = `nothing to compare, because ${accepted.what} was not refused: ${outcome}`;
    return undecided(requirement, reason, evidence);
  }
  const pairs = mistakes.flatMap((one, index) =>
    mistakes.slice(index + 1).map((other) => [one, other] as const),
  );
  const alike = pairs.filter(([one, other]) => areAlike(one.first, other.first));
  return claim(requirement, {
    holds: alike.length === 0,
    expected: "each mistake is refused with its own reason",
    actual: alike
      .map(
        ([one, other]) => `${one.what} and ${other.what} are both refused as ${signOf(one.first)}`,
      )
      .join("; "),
    evidence: alike.length === 0 ? evidence : evidenceOf(alike.flat()),
    instances: pairs.length,
  });
}

/** Evidence for mistakes with the same refusal. Correctly classified mistakes come first. */
function evidenceOf(alike: readonly Mistake[]): readonly number[] {
  const isRight = ({ reason, first }: Mistake): boolean => refusalOf(first)?.reason === reason;
  const sorted = [...alike.filter(isRight), ...alike.filter((one) => !isRight(one))];
  return [...new Set(sorted.flatMap(({ first, second }) => [second.exchange, first.exchange]))];
}

/** Judges that each mistake gets the same code both times. */
export function judgeStable(mistakes: readonly Mistake[], evidence: readonly number[]): Finding {
  const requirement = "errors.stable-code";
  const refused = mistakes.filter(({ first }) => refusalOf(first) !== undefined);
  if (refused.length === 0) return undecided(requirement, "nothing was refused", evidence);
  const moving = refused.filter(({ first, second }) => signOf(first) !== signOf(second));
  return claim(requirement, {
    holds: moving.length === 0,
    expected: "the same write, sent twice, is refused with the same code",
    actual: moving
      .map(({ what, first, second }) => `${what} is ${signOf(first)}, then ${signOf(second)}`)
      .join("; "),
    evidence,
    instances: refused.length,
  });
}

/** Whether a program cannot distinguish two refusals: neither by code nor by anything in the dialect. */
function areAlike(one: Step, other: Step): boolean {
  const [left, right] = [refusalOf(one), refusalOf(other)];
  return left?.reason === right?.reason && left?.code === right?.code;
}

function signOf(step: Step): string {
  const refusal = refusalOf(step);
  if (refusal === undefined) return describeOutcome(step.outcome);
  return `${refusal.reason} (${refusal.code ?? "no code"})`;
}
