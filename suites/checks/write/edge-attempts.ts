import type { JsonObject, RequirementId } from "#contract";
import {
  asStored,
  failureOf,
  isAccepted,
  judgeStatus,
  objectOf,
  readOf,
  statusAfterWrite,
  statusWrite,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { areListsMerged, withValues } from "./status-places.ts";
import type { PlacedValue } from "./status-places.ts";

export type Round = readonly PlacedValue[];

export type Rounds = readonly Round[];

/**
 * `all` contains rounds with all fields. `single` contains rounds with one field each. They are tried only if the
 * target rejects the rounds in `all`.
 */
export interface EdgePlan {
  readonly all: Rounds;
  readonly single: readonly Rounds[];
}

export interface EdgeAttempt {
  readonly members: readonly string[];
  readonly expected: JsonObject;
  /** Set if the stored lists may also have items of the preceding attempts. */
  readonly areListsMerged?: true;
  readonly write: Step;
  /** Absent if the write was not accepted. */
  readonly read?: Step;
}

export async function tryEdges(
  context: CheckContext,
  sample: JsonObject,
  plans: readonly EdgePlan[],
): Promise<readonly EdgeAttempt[]> {
  const tried = plans.filter(({ all }) => all.some((round) => round.length > 0));
  if (tried.length === 0) return [];
  const fixture = await context.fixture();
  const merging = areListsMerged(context) ? ({ areListsMerged: true } as const) : {};
  let current = fixture.object;
  const attempts: EdgeAttempt[] = [];
  const attempt = async (round: Round): Promise<boolean> => {
    const submitted = withValues(sample, round);
    const { resourceVersion } = current.metadata;
    const write = await context.call(
      statusWrite(context, fixture.key, { resourceVersion, status: submitted }),
    );
    const members = [...new Set(round.map(({ path }) => path[0] ?? ""))];
    const after = Object.entries(statusAfterWrite(context, current, submitted));
    const expected = Object.fromEntries(after.filter(([name]) => members.includes(name)));
    const read = isAccepted(write) ? await context.call(readOf(fixture.key)) : undefined;
    const shown = read === undefined ? {} : { read };
    attempts.push({ members, expected, ...merging, write, ...shown });
    current = (read === undefined ? undefined : objectOf(read)) ?? current;
    // A write without a response also stops the attempts, because the stored version is then unknown.
    return isAccepted(write) || failureOf(write) !== undefined;
  };
  for (const { all, single } of tried) {
    if (await settles(all, attempt)) continue;
    for (const rounds of single) await settles(rounds, attempt);
  }
  return attempts;
}

async function settles(
  rounds: Rounds,
  attempt: (round: Round) => Promise<boolean>,
): Promise<boolean> {
  for (const round of rounds) if (await attempt(round)) return true;
  return false;
}

/** Requires that accepted values are stored. Rejected values are inconclusive. */
export function judgeEdges(
  requirement: RequirementId,
  attempts: readonly EdgeAttempt[],
  because: string,
): readonly Finding[] {
  return attempts.flatMap(({ members, expected, areListsMerged: isMerged, write, read }) => {
    const stored = read === undefined ? undefined : objectOf(read)?.status;
    const isLost = failureOf(write) !== undefined;
    if (read === undefined && !isLost) return [];
    return judgeStatus({
      requirement,
      write,
      ...(read === undefined ? {} : { read }),
      status: isMerged === true ? asStored(expected, stored, { lists: "merged" }) : expected,
      members,
      because,
    });
  });
}
