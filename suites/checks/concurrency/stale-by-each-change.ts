import type { RequirementId } from "#contract";
import {
  claim,
  defineCheck,
  describeDifferences,
  exercised,
  incidental,
  isSame,
  isSent,
  judgeNoneMoved,
  judgeReason,
  objectOf,
  readOf,
  refusalOf,
  tryRefusal,
} from "#harness";
import type { CheckContext, Finding, Fixture, RefusalTrial, Step, Written } from "#harness";
import { attemptsAfter, changesOf, staleWriteRequirements } from "./stale-writes.ts";
import type { Attempt, Change } from "./stale-writes.ts";

interface Tried {
  readonly requirement: RequirementId;
  /** Why the request must be rejected. */
  readonly because: string;
  readonly trial: RefusalTrial;
}

interface Observations {
  readonly tried: readonly Tried[];
  /** The objects before and after changes that kept the version, so that no write was stale. */
  readonly kept: readonly { readonly before: Written; readonly after: Written }[];
}

const decided = "concurrency.stale-spec-write-conflicts";
const moves = "concurrency.version-changes-with-content";

/**
 * Some servers keep separate versions of spec, metadata and status. A write then conflicts only if its version was
 * replaced by certain changes. Other checks replace versions with status writes; this check with all kinds of change.
 */
export const staleByEachChange = defineCheck<Observations>({
  id: "concurrency/stale-by-each-change",
  title: "A write conflicts no matter which kind of change has replaced its version",
  covers: [
    ...staleWriteRequirements,
    moves,
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  decides: [decided],
  scope: "kind",
  needsNoStatus: true,
  verbs: ["update"],

  async drive(context) {
    const rounds = await Promise.all(changesOf(context).map((change) => tryAfter(context, change)));
    return {
      tried: rounds.flatMap(({ tried }) => tried),
      kept: rounds.flatMap(({ kept }) => kept),
    };
  },

  judge({ tried, kept }) {
    // Writes through a hook are never sent with a stale version. Other checks decide all but one requirement.
    const judged = tried
      .filter(({ requirement, trial }) => requirement === decided || isSent(trial.attempt))
      .map(({ requirement, because, trial }) =>
        judgeReason(trial, { requirement, reasons: ["conflict"], because }),
      );
    const silent = staleWriteRequirements.filter(
      (requirement) => !judged.some((finding) => finding.requirement === requirement),
    );
    return [
      ...judged,
      ...incidental(silent, "no such write specifies a version that was replaced"),
      ...(kept.length === 0
        ? incidental([moves], "each change replaced the version")
        : kept.map(judgeKept)),
      ...judgeNoneMoved(tried.map(({ trial }) => trial)),
    ];
  },
});

function judgeKept({ before, after }: Observations["kept"][number]): Finding {
  const { resourceVersion } = before.object.metadata;
  return claim(moves, {
    holds: isSame(before.object, after.object),
    expected: `a version other than ${resourceVersion}, because a write changed the object`,
    actual: `version ${after.object.metadata.resourceVersion}; ${describeDifferences("the object", before.object, after.object)}`,
    evidence: [before.exchange, after.exchange],
    ...exercised(!isSame(before.object, after.object), "the write changed nothing"),
  });
}

async function tryAfter(context: CheckContext, change: Change): Promise<Observations> {
  const attempts = attemptsAfter(context, change);
  const prepared = await prepare(context, change);
  if (prepared.stale === prepared.after.object.metadata.resourceVersion) {
    // Another check judges recreated objects that have a version of their predecessor.
    const kept = change.name === "recreation" ? [] : [prepared];
    return { tried: [], kept };
  }
  const together = await tryTogether(context, prepared, attempts);
  if (together !== undefined) return { tried: together, kept: [] };
  const alone = await Promise.all(
    attempts.map(async (attempt) => tryAlone(context, await prepare(context, change), attempt)),
  );
  return { tried: alone.flat(), kept: [] };
}

type Sent = Pick<RefusalTrial, "after" | "attempt" | "before">;

/**
 * Tries all writes on one object. Resolves with undefined if one of them was accepted or changed the object, because the
 * writes may then have affected each other.
 */
async function tryTogether(
  context: CheckContext,
  { key, stale }: Prepared,
  attempts: readonly Attempt[],
): Promise<readonly Tried[] | undefined> {
  const fitting = attempts.filter(({ write }) => context.fits(write(key, stale)));
  const sent: (Sent & { readonly by: Attempt })[] = [];
  let before = await context.call(readOf(key));
  for (const by of fitting) {
    const attempt = await context.call(by.write(key, stale));
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
    return { requirement: by.requirement, because: by.because, trial };
  });
}

async function tryAlone(
  context: CheckContext,
  { key, stale }: Prepared,
  { requirement, because, write }: Attempt,
): Promise<readonly Tried[]> {
  if (!context.fits(write(key, stale))) return [];
  const trial = await tryRefusal(context, {
    key,
    attempt: write(key, stale),
    repair: ({ metadata }) => write(key, metadata.resourceVersion),
  });
  return [{ requirement, because, trial }];
}

interface Prepared extends Pick<Fixture, "key"> {
  readonly stale: Written["object"]["metadata"]["resourceVersion"];
  readonly before: Written;
  readonly after: Written;
}

async function prepare(context: CheckContext, change: Change): Promise<Prepared> {
  const { key, ...before } = await context.fixture();
  const after = await change.make(context, { key, ...before });
  return { key, stale: before.object.metadata.resourceVersion, before, after };
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
