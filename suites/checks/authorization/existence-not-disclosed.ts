import { describeOutcome } from "#contract";
import type { ObjectKey, Verb } from "#contract";
import {
  claim,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  permittedCommands,
  refusalOf,
  exercised,
} from "#harness";
import type { Finding, Step } from "#harness";
import {
  areBodiesAlike,
  comparedBody,
  isAlikeInConstantWords,
  isSameBody,
  isSameText,
} from "./alike-responses.ts";
import type { RequestPair } from "./alike-responses.ts";

/** The same denied request for an object that exists and for one that never existed. */
interface Pair extends RequestPair {
  /** Both requests again, with another missing object, if their responses differ. */
  readonly again?: RequestPair;
  /** Both requests further times, if their responses differ: a number may be the same twice by chance. */
  readonly more?: readonly RequestPair[];
}

const requirement = "authorization.existence-not-disclosed";

/**
 * Only a caller who may not read objects must not learn which ones exist. Other roles may read them, so a write that
 * they may not send can be rejected for the missing object.
 */
export const existenceNotDisclosed = defineCheck<readonly Pair[]>({
  id: "authorization/existence-not-disclosed",
  title: "A caller without access cannot distinguish existing from missing objects",
  covers: [requirement],
  scope: "kind",
  identities: ["stranger"],

  async drive(context) {
    const fixture = await context.fixture();
    const missing = context.unusedKey();
    const pairs = permittedCommands(context, verbs, fixture).map(async (command): Promise<Pair> => {
      const about = (key: ObjectKey): Promise<Step> =>
        context.call({ ...command, identity: "stranger", key }, { withWire: true });
      const ask = async (other: ObjectKey): Promise<RequestPair> => {
        const [existing, absent] = await Promise.all([about(fixture.key), about(other)]);
        return { existing, missing: absent };
      };
      const pair = await ask(missing);
      if (!isDenied(pair) || (isSameText(pair) && isSameBody(pair))) return pair;
      // What differs between missing objects as well depends on the name, and not on the existence.
      const next = (): Promise<RequestPair> => ask(context.unusedKey());
      return { ...pair, again: await next(), more: [await next(), await next()] };
    });
    return Promise.all(pairs);
  },

  judge: (pairs) => pairs.map(judgePair),
});

/**
 * The operations that specify an object name. Includes `create`, because a denied create request must not disclose
 * whether the name is taken.
 */
const verbs = ["read", "create", "update", "updateStatus", "delete"] as const satisfies Verb[];

function judgePair(pair: Pair): Finding {
  const { existing, missing, again, more = [] } = pair;
  const evidence = [existing.exchange, missing.exchange];
  const rounds = [pair, ...(again === undefined ? [] : [again]), ...more];
  const steps = rounds.flatMap((round) => [round.existing, round.missing]);
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const isAlikeText = isSameText(pair) || (again !== undefined && isAlikeInConstantWords(rounds));
  const isAlike = isAlikeText && (isSameBody(pair) || areBodiesAlike(rounds));
  return claim(requirement, {
    holds: isAlike || !isDenied(pair),
    expected: "the same error for an existing and a missing object, except for the requested name",
    actual: isAlikeText
      ? describeDifferences(
          "the response for the existing object, compared with the response for the missing object",
          comparedBody(pair, "missing"),
          comparedBody(pair, "existing"),
        )
      : `for the existing object: ${describeOutcome(existing.outcome)}; for the missing object: ${describeOutcome(missing.outcome)}`,
    evidence,
    ...exercised(
      isDenied(pair) || (isAlike && refusalOf(existing) !== undefined),
      "the caller without permission was not rejected as forbidden",
    ),
  });
}

/** The rule applies only to denied callers. Permitted callers must be able to see the difference. */
function isDenied({ existing, missing }: Pair): boolean {
  return [existing, missing].some((step) => refusalOf(step)?.reason === "forbidden");
}
