import { describeOutcome } from "#contract";
import type { Command, IdentityName, ObjectKey, Verb } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  isSame,
  permittedCommands,
  refusalOf,
  exercised,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

/** The same denied request for an object that exists and for one that never existed. */
interface Pair {
  readonly existing: Step;
  readonly missing: Step;
  /** Both requests again, if their errors differ. */
  readonly again?: Omit<Pair, "again">;
}

const requirement = "authorization.existence-not-disclosed";

export const existenceNotDisclosed = defineCheck<readonly Pair[]>({
  id: "authorization/existence-not-disclosed",
  title: "A caller without access cannot distinguish existing from missing objects",
  covers: [requirement],
  scope: "kind",

  async drive(context) {
    const fixture = await context.fixture();
    const missing = context.unusedKey();
    const pairs = permittedCommands(context, verbs, fixture).flatMap((command) =>
      deniedFor(context.target, command).map(async (identity): Promise<Pair> => {
        const about = (key: ObjectKey): Promise<Step> =>
          context.call({ ...command, identity, key });
        const ask = async (): Promise<Omit<Pair, "again">> => {
          const [existing, other] = await Promise.all([about(fixture.key), about(missing)]);
          return { existing, missing: other };
        };
        const pair = await ask();
        return isDenied(pair) && !isSameText(pair) ? { ...pair, again: await ask() } : pair;
      }),
    );
    return Promise.all(pairs);
  },

  judge: (pairs) => pairs.map(judgePair),
});

/**
 * The operations that specify an object name. Includes `create`, because a denied create request must not disclose
 * whether the name is taken.
 */
const verbs = ["read", "create", "update", "updateStatus", "delete"] as const satisfies Verb[];

/**
 * Lists the identities that have a credential, but no permission to send the command. Lists all of them, because a
 * server may hide objects from only some.
 */
export function deniedFor(
  { identities }: Pick<CheckContext["target"], "identities">,
  { verb }: Pick<Command, "verb">,
): readonly IdentityName[] {
  const others: readonly IdentityName[] =
    verb === "read" ? [] : [verb === "updateStatus" ? "author" : "controller", "reader"];
  return [...others, "stranger" as const].filter((name) => identities.includes(name));
}

function judgePair(pair: Pair): Finding {
  const { existing, missing, again } = pair;
  const evidence = [existing.exchange, missing.exchange];
  const steps = [
    existing,
    missing,
    ...(again === undefined ? [] : [again.existing, again.missing]),
  ];
  const broken = steps.map(failureOf).find((failure) => failure !== undefined);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const isAlike = isSameText(pair) || isAlikeInConstantWords(pair);
  return claim(requirement, {
    holds: isAlike || !isDenied(pair),
    expected: "the same error for an existing and a missing object, except for the requested name",
    actual: `for the existing object: ${describeOutcome(existing.outcome)}; for the missing object: ${describeOutcome(missing.outcome)}`,
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

function isSameText({ existing, missing }: Pair): boolean {
  return isSame(withoutName(existing), withoutName(missing));
}

/**
 * Whether the errors differ only in words that also differ between two identical requests, such as request ids and
 * timestamps.
 */
function isAlikeInConstantWords({ existing, missing, again }: Pair): boolean {
  if (again === undefined) return false;
  const [one = [], two = [], oneAgain = [], twoAgain = []] = [
    existing,
    missing,
    again.existing,
    again.missing,
  ].map((step) => withoutName(step).split(/([^\w-]+)/u));
  const isVarying = (word: string | undefined, index: number): boolean =>
    word !== oneAgain[index] || two[index] !== twoAgain[index];
  return (
    [two, oneAgain, twoAgain].every(({ length }) => length === one.length) &&
    one.every((word, index) => word === two[index] || isVarying(word, index))
  );
}

/** Replaces the requested name in the outcome, so that outcomes for different names can be compared. */
function withoutName({ command, outcome }: Step): string {
  const text = JSON.stringify(outcome);
  return command.verb === "list" ? text : text.replaceAll(command.key.name, "<name>");
}
