import { describeKey, keyOf } from "#contract";
import type { RequirementId, Resource } from "#contract";
import {
  defineProperty,
  describeSequence,
  failureOf,
  foldEvents,
  objectOf,
  readOf,
  listOf,
  play,
  simplerSequences,
  stateDifferences,
  tally,
} from "#harness";
import type { CheckContext, Judgement, Move, Played, Step } from "#harness";

interface Observed {
  readonly played: Played;
  readonly reads: readonly Step[];
  readonly list: Step;
}

const gap = "watch.no-gap";
const deletion = "watch.deletion-is-deleted";
const visible = "write.visible-to-later-reads";
const covers: readonly RequirementId[] = [gap, deletion, visible];

export const listEqualsFoldOfWatch = defineProperty<readonly Move[], Observed>({
  id: "properties/list-equals-fold-of-watch",
  title: "Applying all events of a watch yields the listed objects",
  covers,
  features: ["watch", "read.list"],
  verbs: ["list", "update", "watch"],

  inputs: (context, { lifeSequences }) => lifeSequences(context, 8),
  simpler: simplerSequences,
  cost: 10,
  play: playAndList,
  judge,
});

async function playAndList(context: CheckContext, moves: readonly Move[]): Promise<Observed> {
  const played = await play(context, moves);
  const [first] = played.keys;
  if (first === undefined) throw new Error("The command sequence has no object.");
  const { selector: _ofCase, ...list } = listOf(context, first);
  const reads = await Promise.all(played.keys.map((key) => context.call(readOf(key))));
  return { played, reads, list: await context.call(list) };
}

function judge({ played, reads, list }: Observed): Judgement {
  const { settled, keys, steps } = played;
  // The removal may occur between the events and the list.
  if (played.unremoved !== undefined) return { exercised: {} };
  const evidence = [...steps.map(({ step }) => step.exchange), list.exchange];
  const reason = [...reads, list].map(failureOf).find((failure) => failure !== undefined);
  if (reason !== undefined) {
    return { exercised: {}, trouble: { requirement: visible, isError: true, reason, evidence } };
  }
  const areReached = settled.every(({ watched, reached }) => watched && reached);
  if (!areReached || list.outcome.result !== "list") return { exercised: {} };
  const folded = foldEvents(settled.flatMap(({ events }) => events));
  const listed = new Map(list.outcome.items.map((item) => [describeKey(keyOf(item)), item]));
  for (const [index, key] of keys.entries()) {
    const id = describeKey(key);
    const read = reads[index];
    const states = {
      told: folded.get(id),
      listed: listed.get(id),
      read: read && objectOf(read),
    };
    const difference = differenceOf(id, states);
    if (difference !== undefined) {
      const actual = `${difference.actual}; after ${describeSequence(played)}`;
      return { exercised: {}, violation: { ...difference, actual, evidence } };
    }
  }
  return { exercised: tally(keys.flatMap(() => covers)) };
}

interface States {
  readonly told: Resource | undefined;
  readonly listed: Resource | undefined;
  readonly read: Resource | undefined;
}

interface Difference {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Compares the three states. If the list differs from the read, the list is wrong; if only the events differ, the watch
 * is wrong.
 */
function differenceOf(key: string, { told, listed, read }: States): Difference | undefined {
  const behind = stateDifference(read, listed);
  if (behind !== undefined) {
    const expected = `${key} is the same in the list and in a read: ${behind.expected}`;
    return { requirement: visible, expected, actual: behind.actual };
  }
  const difference = stateDifference(told, listed);
  if (difference === undefined) return undefined;
  const requirement = told !== undefined && listed === undefined ? deletion : gap;
  const expected = `${key} is the same in the list and in the events: ${difference.expected}`;
  return { requirement, expected, actual: difference.actual };
}

function stateDifference(
  wanted: Resource | undefined,
  found: Resource | undefined,
): { readonly expected: string; readonly actual: string } | undefined {
  if (wanted === undefined && found === undefined) return undefined;
  if (wanted === undefined) return { expected: "missing", actual: "present" };
  return found === undefined
    ? { expected: "present", actual: "missing" }
    : stateDifferences(wanted, found)[0];
}
