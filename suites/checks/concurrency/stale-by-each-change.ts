import type { RequirementId } from "#contract";
import {
  defineCheck,
  incidental,
  isSame,
  judgeNoneMoved,
  judgeReason,
  objectOf,
  readOf,
  refusalOf,
  tryRefusal,
  undecided,
} from "#harness";
import type { CheckContext, Finding, Fixture, RefusalTrial, Step, Written } from "#harness";
import { attemptsAfter, changesOf, staleWriteRequirements } from "./stale-writes.ts";
import type { Attempt, Change } from "./stale-writes.ts";

interface Tried {
  readonly requirement: RequirementId;
  /** Why the request must be rejected. */
  readonly because: string;
  /** Whether the change kept the version, which is then not stale. */
  readonly isKept?: true;
  readonly trial: RefusalTrial;
}

/**
 * Some servers keep separate versions of spec, metadata and status. A write then conflicts only if its version was
 * replaced by certain changes. Other checks replace versions with status writes; this check with all kinds of change.
 */
export const staleByEachChange = defineCheck<readonly Tried[]>({
  id: "concurrency/stale-by-each-change",
  title: "A write conflicts no matter which kind of change has replaced its version",
  covers: [
    ...staleWriteRequirements,
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  decides: ["concurrency.stale-spec-write-conflicts"],
  scope: "kind",
  needsNoStatus: true,
  verbs: ["update"],

  async drive(context) {
    const rounds = changesOf(context).map(async (change) => {
      const attempts = attemptsAfter(context, change);
      return (
        (await tryTogether(context, change, attempts)) ??
        (await Promise.all(attempts.map((attempt) => tryAlone(context, change, attempt)))).flat()
      );
    });
    return (await Promise.all(rounds)).flat();
  },

  judge(tried) {
    const judged = tried.map((one) => judgeOne(one));
    const silent = staleWriteRequirements.filter(
      (requirement) => !judged.some((finding) => finding.requirement === requirement),
    );
    return [
      ...judged,
      ...incidental(silent, "no such write specifies a version"),
      ...judgeNoneMoved(tried.map(({ trial }) => trial)),
    ];
  },
});

function judgeOne({ requirement, because, isKept, trial }: Tried): Finding {
  return isKept === true
    ? undecided(requirement, "the version was not replaced by the preceding change", [
        trial.before.exchange,
      ])
    : judgeReason(trial, { requirement, reasons: ["conflict"], because });
}

type Sent = Pick<RefusalTrial, "after" | "attempt" | "before">;

/**
 * Tries all writes on one object. Resolves with undefined if one of them was accepted or changed the object, because the
 * writes may then have affected each other.
 */
async function tryTogether(
  context: CheckContext,
  change: Change,
  attempts: readonly Attempt[],
): Promise<readonly Tried[] | undefined> {
  const prepared = await prepare(context, change);
  const { key } = prepared;
  const fitting = attempts.filter((attempt) => isPossible(context, prepared, attempt));
  const sent: (Sent & { readonly by: Attempt })[] = [];
  let before = await context.call(readOf(key));
  for (const by of fitting) {
    const attempt = await context.call(by.write(key, prepared.stale));
    const after = await context.call(readOf(key));
    if (!hasNoEffect({ before, attempt, after })) return undefined;
    sent.push({ by, before, attempt, after });
    before = after;
  }
  if (sent.length === 0) return [];
  const events = await context.settle(key);
  const controls = await sendControls(context, { key, stored: before }, fitting);
  return sent.map(({ by, ...steps }, index) => {
    const control = controls[index];
    const trial = { ...steps, events, ...(control === undefined ? {} : { control }) };
    return triedOf(by, prepared, trial);
  });
}

async function tryAlone(
  context: CheckContext,
  change: Change,
  attempt: Attempt,
): Promise<readonly Tried[]> {
  const prepared = await prepare(context, change);
  if (!isPossible(context, prepared, attempt)) return [];
  const { key, stale } = prepared;
  const trial = await tryRefusal(context, {
    key,
    attempt: attempt.write(key, stale),
    repair: ({ metadata }) => attempt.write(key, metadata.resourceVersion),
  });
  return [triedOf(attempt, prepared, trial)];
}

interface Prepared extends Pick<Fixture, "key"> {
  readonly stale: Written["object"]["metadata"]["resourceVersion"];
  readonly isKept: boolean;
  readonly isRecreated: boolean;
}

async function prepare(context: CheckContext, change: Change): Promise<Prepared> {
  const created = await context.fixture();
  const { resourceVersion: stale } = created.object.metadata;
  const { metadata } = (await change.make(context, created)).object;
  const isRecreated = change.name === "recreation";
  return { key: created.key, stale, isKept: metadata.resourceVersion === stale, isRecreated };
}

/** If a recreated object has the version of its predecessor, the writes are not stale. Another check judges that. */
function isPossible(
  context: CheckContext,
  { key, stale, isKept, isRecreated }: Prepared,
  { write }: Attempt,
): boolean {
  return context.fits(write(key, stale)) && !(isKept && isRecreated);
}

function triedOf(
  { requirement, because }: Attempt,
  { isKept }: Prepared,
  trial: RefusalTrial,
): Tried {
  return { requirement, because, ...(isKept ? { isKept } : {}), trial };
}

function hasNoEffect({ before, attempt, after }: Sent): boolean {
  const stored = objectOf(after);
  return (
    refusalOf(attempt) !== undefined && stored !== undefined && isSame(objectOf(before), stored)
  );
}

/** Sends the writes at the current version, in order. Each deletion deletes another object. */
async function sendControls(
  context: CheckContext,
  { key, stored }: { readonly key: Fixture["key"]; readonly stored: Step },
  attempts: readonly Attempt[],
): Promise<readonly Step[]> {
  const controls: Step[] = [];
  let current = objectOf(stored);
  for (const { write } of attempts) {
    if (current === undefined) break;
    const { resourceVersion } = current.metadata;
    const command = write(key, resourceVersion);
    const control = await context.call(
      command.verb === "delete" ? await onNewObject(context, write) : command,
    );
    current = objectOf(control) ?? current;
    controls.push(control);
  }
  return controls;
}

async function onNewObject(
  context: CheckContext,
  write: Attempt["write"],
): Promise<ReturnType<Attempt["write"]>> {
  const { key, object } = await context.fixture();
  return write(key, object.metadata.resourceVersion);
}
