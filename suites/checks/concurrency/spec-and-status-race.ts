import {
  defineCheck,
  failureOf,
  hookVia,
  isAccepted,
  isConflict,
  objectOf,
  race,
  readOf,
  specWrite,
  statusWrite,
  undecided,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { containsValue } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { competingStatuses, judgeRound } from "./one-winner.ts";
import type { Round } from "./one-winner.ts";

const requirement = "concurrency.spec-and-status-share-the-version";

const rounds = 3;

/** A handler for spec writes that loads and saves the whole object overwrites a concurrent status write. */
export const specAndStatusRace = defineCheck<readonly Round[]>({
  id: "concurrency/spec-and-status-race",
  title:
    "If a spec write and several status writes race with the same version, only one of them is " +
    "accepted",
  covers: [requirement],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    if (!areConditional(context)) return [];
    const { key, object } = await context.fixture();
    const observed: Round[] = [];
    let current: Resource | undefined = object;
    for (let round = 0; round < rounds && current !== undefined; round += 1) {
      const { resourceVersion } = current.metadata;
      const spec = otherSpec(context.kind.samples.specs, current.spec);
      const statuses = competingStatuses(context, round, current.status).slice(0, 2);
      if (spec === undefined || statuses.length === 0) break;
      const writes = await race(1 + statuses.length, (writer): Promise<Step> => {
        const status = statuses[writer - 1];
        return status === undefined
          ? context.call(specWrite(key, { resourceVersion, spec }))
          : context.call(statusWrite(context, key, { resourceVersion, status }));
      });
      const after = await context.call(readOf(key));
      observed.push({ writes, after });
      current = objectOf(after);
    }
    return observed;
  },

  judge(observed) {
    if (observed.length === 0)
      return vacuous(
        [requirement],
        "the writes do not specify a version, or there is only one sample spec",
      );
    return observed.map(judgeMixedRound);
  },
});

/**
 * Whether the target compares the version in both writes. Operations without a precondition accept every write, and a
 * write through a hook compares the version before the hook runs.
 */
function areConditional({ kind: { operations, unconditional = [] } }: CheckContext): boolean {
  const used = [operations.update[0], operations.updateStatus[0]];
  return used.every((id) => id !== undefined && id !== hookVia && !unconditional.includes(id));
}

/** Returns the first sample that changes the stored spec. The server may have added defaults to the stored spec. */
export function otherSpec(
  samples: readonly JsonObject[],
  stored: JsonObject | undefined,
): JsonObject | undefined {
  return samples.find((sample) => !containsValue(stored ?? {}, sample));
}

function judgeMixedRound(round: Round): Finding {
  const { writes, after } = round;
  const isLost = writes.some((write) => failureOf(write) !== undefined);
  const isDecided = writes.every((write) => isAccepted(write) || isConflict(write));
  // If all writes conflict, the version may have been replaced before the round.
  if (!isLost && (!isDecided || !writes.some(isAccepted))) {
    const evidence = [...writes.map(({ exchange }) => exchange), after.exchange];
    const reason = isDecided
      ? "every write was rejected as stale"
      : "a write was neither accepted nor rejected as stale";
    return undecided(requirement, reason, evidence);
  }
  return judgeRound(requirement, round);
}
