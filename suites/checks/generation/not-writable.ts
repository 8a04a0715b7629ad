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
  operationsToTry,
  readOf,
  readStored,
  sampleSpec,
  specWrite,
  statusWrite,
  undecided,
  nothingToJudge,
  exercised,
} from "#harness";
import type { CheckContext, Finding, ForeignPlace, KindDescription, Step } from "#harness";
import {
  bySchema,
  effectsOf,
  emptyFinding,
  noWord,
  schemaNote,
} from "../isolation/foreign-member.ts";
import { inAllWords } from "../isolation/spellings.ts";
import type { Spelling } from "../isolation/spellings.ts";

/** A generation that no object of this check reaches. */
const sent = 99;

interface Attempt extends Spelling {
  /** Absent if the attempt is a create request. */
  readonly before?: Resource;
  readonly attempt: Step;
  readonly after: Step;
  /** The positive control: the same command without a generation. */
  readonly control: Step;
}

/** A write that contains a generation may be rejected or stored without it, but must not set the generation. */
export const notWritable = defineCheck<readonly Attempt[]>({
  id: "generation/not-writable",
  title: "No create request, spec write or status write can set the generation",
  covers: ["generation.not-writable"],
  scope: "status-write",
  features: ["generation"],

  async drive(context) {
    const { key } = await context.fixture();
    const attempts: Attempt[] = [];
    // Attempts that do not depend on the mutation run only with the first one.
    if (context.via === context.kind.operations.updateStatus[0]) {
      for (const via of operationsToTry(context, "create")) {
        const spellings = generationSpellings(context, { verb: "create", via }, ["beside"]);
        for (const one of spellings) attempts.push(await attemptCreation(context, via, one));
      }
      for (const via of operationsToTry(context, "update")) {
        const write = { verb: "update", via } as const;
        for (const one of generationSpellings(context, write, ["beside", "inside"])) {
          attempts.push(await attemptSpec(context, { key, via }, one));
        }
      }
    }
    const write = { verb: "updateStatus", via: context.via } as const;
    for (const one of generationSpellings(context, write, ["beside", "inside"])) {
      attempts.push(await attemptStatus(context, key, one));
    }
    return attempts;
  },

  judge(attempts) {
    const findings = attempts.flatMap(judgeTrial);
    return findings.length > 0 ? findings : [emptyFinding(requirement, noWord)];
  },
});

const requirement = "generation.not-writable";

/** Returns variants that send a generation, at the contract's path and at every path that the target uses. */
export function generationSpellings(
  { kind }: { readonly kind: Pick<KindDescription, "foreignPlaces"> },
  write: Pick<ForeignPlace, "verb" | "via">,
  places: readonly ForeignMembers["place"][],
): readonly Spelling[] {
  const contractForms = places.map((place): Spelling => ({
    what: `a generation ${place} the body (${write.via})`,
    foreign: { place, members: { metadata: { generation: sent } } },
  }));
  return inAllWords(kind, { ...write, values: { generation: sent } }, contractForms);
}

async function attemptCreation(
  context: CheckContext,
  via: string,
  spelling: Spelling,
): Promise<Attempt> {
  const spec = sampleSpec(context, 0);
  const key = context.unusedKey();
  const command = { verb: "create", identity: "author", via, spec } as const;
  const attempt = await context.call({ ...command, key, foreign: spelling.foreign });
  const after = await context.call(readOf(key));
  const control = await context.call({ ...command, key: context.unusedKey() });
  return { ...spelling, attempt, after, control };
}

function attemptSpec(
  context: CheckContext,
  { key, via }: { readonly key: ObjectKey; readonly via: string },
  spelling: Spelling,
): Promise<Attempt> {
  return attemptOn(context, { key, spelling }, ({ metadata, spec }, more) => {
    const { resourceVersion } = metadata;
    const next = isSame(spec, sampleSpec(context, 1)) ? 2 : 1;
    return specWrite(key, { via, resourceVersion, spec: sampleSpec(context, next), ...more });
  });
}

function attemptStatus(
  context: CheckContext,
  key: ObjectKey,
  spelling: Spelling,
): Promise<Attempt> {
  return attemptOn(context, { key, spelling }, ({ metadata: { resourceVersion } }, more) =>
    statusWrite(context, key, {
      resourceVersion,
      status: countedStatus(context, freshCount(context, "foreign" in more ? 1 : 2)),
      ...more,
    }),
  );
}

async function attemptOn(
  context: CheckContext,
  { key, spelling }: { readonly key: ObjectKey; readonly spelling: Spelling },
  command: (stored: Resource, more: { readonly foreign?: ForeignMembers }) => Command,
): Promise<Attempt> {
  const before = await readStored(context, key);
  const attempt = await context.call(command(before, { foreign: spelling.foreign }));
  const after = await context.call(readOf(key));
  const control = await context.call(command(objectOf(after) ?? before, {}));
  return { ...spelling, before, attempt, after, control };
}

/** An attempt with a field that the target lacks is evidence only if it has an effect. */
function judgeTrial(one: Attempt): readonly Finding[] {
  const { attempt, admission } = one;
  const { outcome } = attempt;
  if (outcome.result === "unsupported" && admission !== undefined) {
    return admission === "closed"
      ? [bySchema(requirement, one)]
      : [undecided(requirement, outcome.detail, [])];
  }
  const finding = judgeAttempt(one);
  const isBySchema =
    admission === "closed" && finding.result === "held" && outcome.result === "refused";
  return isBySchema ? [{ ...finding, note: schemaNote(one) }] : effectsOf(one, [finding]);
}

function judgeAttempt({ before, attempt, after, control, what }: Attempt): Finding {
  const evidence = [attempt.exchange, after.exchange, control.exchange];
  const broken = failureOf(attempt) ?? failureOf(after) ?? failureOf(control);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (!isAccepted(attempt) && !isAccepted(control)) {
    const reason = `no positive control: the write was not accepted without the generation either (${describeOutcome(control.outcome)})`;
    return undecided(requirement, reason, evidence);
  }
  const stored = objectOf(after);
  // The object may be missing only if the attempt was a rejected create request.
  if (stored === undefined && (before !== undefined || isAccepted(attempt))) {
    return nothingToJudge(requirement, after, evidence);
  }
  const wanted = generationDue(before, stored);
  const generation = stored?.metadata.generation;
  return claim(requirement, {
    holds: generation === wanted || isCount(before, stored) || isAsWithout(before, stored, control),
    expected: `a write with ${what} is rejected, or ${sent} is ignored: generation ${wanted ?? "absent"}`,
    actual: `${describeOutcome(attempt.outcome)}, then generation ${generation ?? "absent"}`,
    evidence,
    // An attempt at a location without input fields does not exercise the requirement.
    ...exercised(
      attempt.outcome.result !== "unsupported",
      "no write has an input field for the generation",
    ),
  });
}

/**
 * Whether the server computed the generation instead of storing the sent one. Allows two values, because a read can
 * combine an older spec with a newer generation, or the reverse.
 */
function isCount(before: Resource | undefined, stored: Resource | undefined): boolean {
  const was = before?.metadata.generation ?? 0;
  const generation = stored?.metadata.generation;
  return generation === was || generation === was + 1;
}

/**
 * Whether the write without a generation changed it by as much, so that the server counts in its own way. Another check
 * judges how a server counts.
 */
function isAsWithout(
  before: Resource | undefined,
  stored: Resource | undefined,
  control: Step,
): boolean {
  const was = before?.metadata.generation ?? 0;
  const generation = stored?.metadata.generation;
  const next = objectOf(control)?.metadata.generation;
  if (generation === undefined || next === undefined) return false;
  // The control of a create request creates another object.
  return next - (before === undefined ? was : generation) === generation - was;
}

/** The expected generation, given the change to the spec. Undefined if nothing is stored. */
function generationDue(
  before: Resource | undefined,
  stored: Resource | undefined,
): number | undefined {
  if (stored === undefined) return undefined;
  const was = before?.metadata.generation ?? 0;
  return isSame(before?.spec, stored.spec) ? was : was + 1;
}
