import { describeOutcome } from "#contract";
import type { Command, ForeignMembers, ObjectKey, Resource } from "#contract";
import {
  claim,
  countedStatus,
  freshCount,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  isSame,
  objectOf,
  readOf,
  readStored,
  sampleSpec,
  specWrite,
  statusWrite,
  undecided,
  nothingToJudge,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

/** No object of this check comes near it by itself. */
const sent = 99;

interface Attempt {
  /** Absent for an attempt to create. */
  readonly before?: Resource;
  readonly attempt: Step;
  readonly after: Step;
  /** The same command without the generation. */
  readonly control: Step;
}

/** A write with a generation in it may be refused or stored without it, but never move the count. */
export const notWritable = defineCheck<readonly Attempt[]>({
  id: "generation/not-writable",
  title: "No write sets the generation: not a creation, not a spec write, not a status write",
  covers: ["generation.not-writable"],
  scope: "status-write",
  features: ["generation"],

  async drive(context) {
    const { key } = await context.fixture();
    // What has nothing to do with the mutation is shown through the first one alone.
    if (context.via !== context.kind.operations.updateStatus[0]) {
      return [await attemptStatus(context, key)];
    }
    const creation = await attemptCreation(context);
    const beside = await attemptSpec(context, key, "beside");
    const inside = await attemptSpec(context, key, "inside");
    const status = await attemptStatus(context, key);
    return [creation, beside, inside, status];
  },

  judge: (attempts) => attempts.map(judgeAttempt),
});

/** Members that a write of any kind does not have: a generation, in one place or the other. */
export function generationAt(place: ForeignMembers["place"]): { readonly foreign: ForeignMembers } {
  return { foreign: { place, members: { metadata: { generation: sent } } } };
}

async function attemptCreation(context: CheckContext): Promise<Attempt> {
  const spec = sampleSpec(context, 0);
  const key = context.unusedKey();
  const command = { verb: "create", identity: "author", spec } as const;
  const attempt = await context.call({ ...command, key, ...generationAt("beside") });
  const after = await context.call(readOf(key));
  const control = await context.call({ ...command, key: context.unusedKey() });
  return { attempt, after, control };
}

function attemptSpec(
  context: CheckContext,
  key: ObjectKey,
  place: ForeignMembers["place"],
): Promise<Attempt> {
  return attemptOn(context, key, ({ metadata: { resourceVersion } }, isControl) =>
    specWrite(key, {
      resourceVersion,
      spec: sampleSpec(context, isControl ? 2 : 1),
      ...(isControl ? {} : generationAt(place)),
    }),
  );
}

function attemptStatus(context: CheckContext, key: ObjectKey): Promise<Attempt> {
  return attemptOn(context, key, ({ metadata: { resourceVersion } }, isControl) =>
    statusWrite(context, key, {
      resourceVersion,
      status: countedStatus(context, freshCount(context, isControl ? 2 : 1)),
      ...(isControl ? {} : generationAt("inside")),
    }),
  );
}

async function attemptOn(
  context: CheckContext,
  key: ObjectKey,
  command: (stored: Resource, isControl: boolean) => Command,
): Promise<Attempt> {
  const before = await readStored(context, key);
  const attempt = await context.call(command(before, false));
  const after = await context.call(readOf(key));
  const control = await context.call(command(objectOf(after) ?? before, true));
  return { before, attempt, after, control };
}

function judgeAttempt({ before, attempt, after, control }: Attempt): Finding {
  const requirement = "generation.not-writable";
  const evidence = [attempt.exchange, after.exchange, control.exchange];
  const broken = failureOf(attempt) ?? failureOf(after) ?? failureOf(control);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (!isAccepted(attempt) && !isAccepted(control)) {
    const reason = `no positive control: without the generation the write was not accepted either (${describeOutcome(control.outcome)})`;
    return undecided(requirement, reason, evidence);
  }
  const stored = objectOf(after);
  // Only a creation that was refused leaves nothing to look at.
  if (stored === undefined && (before !== undefined || isAccepted(attempt))) {
    return nothingToJudge(requirement, after, evidence);
  }
  const wanted = generationDue(before, stored);
  const generation = stored?.metadata.generation;
  return claim(requirement, {
    holds: generation === wanted,
    expected: `the write is refused, or ${sent} is ignored: generation ${wanted ?? "absent"}`,
    actual: `${describeOutcome(attempt.outcome)}, then generation ${generation ?? "absent"}`,
    evidence,
    // A place where the target takes no members at all is no test of this one.
    instances: attempt.outcome.result === "unsupported" ? 0 : 1,
  });
}

/** The generation by the spec alone. Absent where nothing is stored. */
function generationDue(
  before: Resource | undefined,
  stored: Resource | undefined,
): number | undefined {
  if (stored === undefined) return undefined;
  const was = before?.metadata.generation ?? 0;
  return isSame(before?.spec, stored.spec) ? was : was + 1;
}
