import { keyOf } from "#contract";
import type { Command, JsonObject, JsonValue, RequirementId, Resource } from "#contract";
import {
  defineProperty,
  followTrail,
  interruptionOf,
  isSame,
  merged,
  simplerRounds,
  statusAfter,
  statusBeginning,
  statusOf,
  tally,
  violatedBy,
} from "#harness";
import type { CheckContext, Choices, Judgement, StatusChoice, Trail } from "#harness";

type Round = Choices & StatusChoice;

interface Observed {
  readonly patches: readonly JsonObject[];
  readonly patched: Trail;
  /** Makes the same changes by reading, merging and replacing. */
  readonly replaced: Trail;
}

const kept = "write.merge-patch-keeps-unmentioned-members";
const removed = "write.merge-patch-null-removes-member";
const stored = "write.merge-patch-replaces-lists";
const covers: readonly RequirementId[] = [kept, removed, stored];

export const mergePatchEqualsReplacement = defineProperty<readonly Round[], Observed>({
  id: "properties/merge-patch-equals-replacement",
  title: "A merge patch has the same result as reading, merging and replacing the status",
  covers,
  features: ["status.patch.merge", "status.replace"],
  verbs: ["patchStatus"],
  statusModes: ["replace"],

  inputs: (context, { fc, roundsOf, statusChoices }) =>
    roundsOf(fc.record(statusChoices(context)), 5),
  simpler: simplerRounds,
  cost: 6,
  play: patchAndReplace,
  judge,
});

async function patchAndReplace(context: CheckContext, rounds: readonly Round[]): Promise<Observed> {
  /**
   * Returns the status that a patch changes. A declared default may count as an absent status; other initial fields are
   * kept.
   */
  const under = ({ status }: Resource, index: number): JsonObject | undefined =>
    index === 0 && context.kind.statusDefault !== undefined ? statusBeginning(context) : status;
  const patches = rounds.map((round) => statusOf(round, context.kind));
  const replacement =
    (status: JsonObject, index: number) =>
    (object: Resource): Command => ({
      verb: "updateStatus",
      identity: "controller",
      via: context.via,
      key: keyOf(object),
      resourceVersion: object.metadata.resourceVersion,
      status: merged(under(object, index), status),
    });
  const [patched, replaced] = await Promise.all([
    followTrail(context, patches.map(mergePatch)),
    followTrail(context, patches.map(replacement)),
  ]);
  return { patches, patched, replaced };
}

function mergePatch(status: JsonObject): (object: Resource) => Command {
  return (object) => ({
    verb: "patchStatus",
    identity: "controller",
    key: keyOf(object),
    resourceVersion: object.metadata.resourceVersion,
    format: "merge",
    patch: { status },
  });
}

function judge({ patches, patched, replaced }: Observed): Judgement {
  const trails = [patched, replaced];
  const interruption = interruptionOf(trails, kept);
  if (interruption !== undefined) return interruption;
  for (const [index, patch] of patches.entries()) {
    const actual = statusAfter(patched, index);
    const expected = expectedAfter({ patches, patched, replaced }, index);
    const names = [...new Set([...Object.keys(actual), ...Object.keys(expected)])];
    const wrong = names.find((name) => !isSame(actual[name], expected[name]));
    if (wrong === undefined) continue;
    const difference = `${wrong} is ${JSON.stringify(actual[wrong]) ?? "absent"}`;
    return violatedBy(trails, {
      requirement: brokenBy(patch[wrong]),
      expected: `${wrong} is ${JSON.stringify(expected[wrong]) ?? "absent"}, as after a replacement`,
      actual: `${difference} after the patch ${JSON.stringify(patch)}`,
    });
  }
  const held = patches.flatMap((patch) => Object.values(patch).map(brokenBy));
  return { exercised: tally([...held, kept]) };
}

/**
 * Returns the status of the replaced object. Fields that only the create request set have the patched object's values.
 */
function expectedAfter({ patches, patched, replaced }: Observed, index: number): JsonObject {
  const mentioned = new Set(patches.slice(0, index + 1).flatMap((patch) => Object.keys(patch)));
  const [own = {}, other = {}] = [patched, replaced].map(({ fixture }) => fixture.object.status);
  const shown = Object.entries(statusAfter(replaced, index));
  const members = shown.map(([name, value]): [string, JsonValue] => {
    const isBorn = !mentioned.has(name) && isSame(value, other[name]);
    return [name, isBorn ? (own[name] ?? null) : value];
  });
  return Object.fromEntries(members);
}

function brokenBy(sent: JsonValue | undefined): typeof kept | typeof removed | typeof stored {
  if (sent === undefined) return kept;
  return sent === null ? removed : stored;
}
