import type { UpdateStatusCommand, RefusalReason } from "#contract";
import {
  acceptedObject,
  admittedInvalidStatuses,
  defineCheck,
  errored,
  failureOf,
  invalidStatuses,
  isDeniable,
  objectOf,
  readOf,
  sampleStatus,
  statusWrite,
  claim,
  refusalOf,
  undecided,
  exercised,
} from "#harness";
import type { CheckContext, Fixture, Step, Finding } from "#harness";
import { judgeCodes } from "./judge-codes.ts";
import { describeOutcome } from "#contract";

export interface Mistake {
  readonly what: string;
  readonly reason: RefusalReason;
  readonly first: Step;
  readonly second: Step;
  /** A read after both, if the second rejection is a conflict and the first is not. */
  readonly after?: Step;
}

function judgeDistinct(mistakes: readonly Mistake[], evidence: readonly number[]): Finding {
  const requirement = "errors.reasons-distinguishable";
  const refused = mistakes.filter(({ first }) => refusalOf(first) !== undefined);
  const others = mistakes.filter(({ first }) => refusalOf(first) === undefined);
  const unrefused = others
    .map(({ what, first }) => `${what} was not rejected: ${describeOutcome(first.outcome)}`)
    .join("; ");
  if (refused.length < 2) {
    return undecided(requirement, `nothing to compare, because ${unrefused}`, evidence);
  }
  const pairs = refused.flatMap((one, index) =>
    refused.slice(index + 1).map((other) => [one, other] as const),
  );
  const alike = pairs.filter(([one, other]) => areAlike(one.first, other.first));
  return claim(requirement, {
    holds: alike.length === 0,
    expected: "each error is reported with its own reason",
    actual: alike
      .map(
        ([one, other]) => `${one.what} and ${other.what} are both rejected as ${signOf(one.first)}`,
      )
      .join("; "),
    evidence: alike.length === 0 ? evidence : evidenceOf(alike.flat()),
    ...exercised(pairs.length, "fewer than two errors were rejected"),
    remark: others.length === 0 ? undefined : `only rejections were compared; ${unrefused}`,
  });
}

/** Returns evidence for client errors that cannot be told apart. Correctly classified errors come first. */
function evidenceOf(alike: readonly Mistake[]): readonly number[] {
  const isRight = ({ reason, first }: Mistake): boolean => refusalOf(first)?.reason === reason;
  const sorted = [...alike.filter(isRight), ...alike.filter((one) => !isRight(one))];
  return [...new Set(sorted.flatMap(({ first, second }) => [second.exchange, first.exchange]))];
}

function judgeStable(mistakes: readonly Mistake[], evidence: readonly number[]): Finding {
  const requirement = "errors.stable-code";
  const rejected = mistakes.filter(({ first }) => refusalOf(first) !== undefined);
  if (rejected.length === 0) return undecided(requirement, "nothing was rejected", evidence);
  // Other requirements judge a rejected write that changed the object.
  const refused = rejected.filter((mistake) => !hasMovedObject(mistake));
  if (refused.length < rejected.length && refused.every(isStable)) {
    const reason = "a rejected write gave the object a new version, so the second one was stale";
    return undecided(requirement, reason, evidence);
  }
  const moving = refused.filter((mistake) => !isStable(mistake));
  return claim(requirement, {
    holds: moving.length === 0,
    expected: "a write that is sent twice is rejected with the same code both times",
    actual: moving
      .map(({ what, first, second }) => `${what} is ${signOf(first)}, then ${signOf(second)}`)
      .join("; "),
    evidence,
    instances: refused.length,
  });
}

function isStable({ first, second }: Mistake): boolean {
  return signOf(first) === signOf(second);
}

/** Whether the second write was stale because the object has another version than both writes name. */
function hasMovedObject({ first, after }: Mistake): boolean {
  const { command } = first;
  const version = after && objectOf(after)?.metadata.resourceVersion;
  return (
    version !== undefined && "resourceVersion" in command && version !== command.resourceVersion
  );
}

/**
 * Whether a program cannot distinguish two rejections: they have the same code, and the dialect assigns the same reason
 * to both.
 */
function areAlike(one: Step, other: Step): boolean {
  const [left, right] = [refusalOf(one), refusalOf(other)];
  return left?.reason === right?.reason && left?.code === right?.code;
}

function signOf(step: Step): string {
  const refusal = refusalOf(step);
  if (refusal === undefined) return describeOutcome(step.outcome);
  return `${refusal.reason} (${refusal.code ?? "no code"})`;
}

interface Observations {
  readonly mistakes: readonly Mistake[];
}

const requirements = [
  "errors.reasons-distinguishable",
  "errors.machine-code",
  "errors.stable-code",
] as const;

export const mistakesAreToldApart = defineCheck<Observations>({
  id: "errors/mistakes-are-told-apart",
  title: "Different errors always have different codes",
  covers: requirements,
  scope: "status-write",
  prefersInvalidStatus: true,
  identities: ["anonymous"],

  async drive(context) {
    const writes = await mistakenWrites(context);
    const makeAll = (): Promise<readonly Step[]> =>
      Promise.all(writes.map(({ command }) => context.call(command)));
    const firsts = await makeAll();
    const seconds = await makeAll();
    const mistakes = writes.flatMap(({ what, reason }, index) => {
      const first = firsts[index];
      const second = seconds[index];
      return first === undefined || second === undefined ? [] : [{ what, reason, first, second }];
    });
    return { mistakes: await Promise.all(mistakes.map((each) => withRead(context, each))) };
  },

  judge({ mistakes }, { semantics }) {
    const steps = mistakes.flatMap(({ first, second }) => [first, second]);
    const evidence = steps.map((step) => step.exchange);
    const broken = steps.map(failureOf).find((failure) => failure !== undefined);
    if (broken !== undefined) {
      return requirements.map((requirement) => errored(requirement, broken, evidence));
    }
    // If anonymous callers count as callers without permissions, both get the same error.
    const distinct =
      semantics.anonymous === "forbidden"
        ? mistakes.filter(({ first }) => first.command.identity !== "anonymous")
        : mistakes;
    return [judgeDistinct(distinct, evidence), judgeCodes(steps), judgeStable(mistakes, evidence)];
  },
});

async function withRead(context: CheckContext, mistake: Mistake): Promise<Mistake> {
  const { first, second } = mistake;
  const [before, later] = [refusalOf(first)?.reason, refusalOf(second)?.reason];
  if (later !== "conflict" || before === later || first.command.verb !== "updateStatus") {
    return mistake;
  }
  return { ...mistake, after: await context.call(readOf(first.command.key)) };
}

interface MistakenWrite extends Pick<Mistake, "reason" | "what"> {
  readonly command: UpdateStatusCommand;
}

/**
 * Creates the invalid writes, each for a separate object, so that a wrongly accepted write cannot make another write
 * stale.
 */
async function mistakenWrites(context: CheckContext): Promise<readonly MistakenWrite[]> {
  const [own, forAuthor, forAnonymous, forInvalid] = await Promise.all([
    context.fixture(),
    context.fixture(),
    context.fixture(),
    context.fixture(),
  ]);
  const { resourceVersion: stale } = own.object.metadata;
  const status = sampleStatus(context, 0);
  const first = await context.call(
    statusWrite(context, own.key, { resourceVersion: stale, status }),
  );
  const { resourceVersion } = acceptedObject(first, "a status write failed").metadata;
  const current = ({ key, object }: Fixture, content = status): UpdateStatusCommand =>
    statusWrite(context, key, {
      resourceVersion: object.metadata.resourceVersion,
      status: content,
    });
  const samples = invalidStatuses(context);
  const [invalid = samples[0]] = admittedInvalidStatuses(context);
  const isStale = statusWrite(context, own.key, {
    resourceVersion: stale,
    status: sampleStatus(context, 1),
  });
  const isMissing = statusWrite(context, context.unusedKey(), { resourceVersion, status });
  return [
    { what: "a stale version", reason: "conflict", command: isStale },
    { what: "a missing object", reason: "notFound", command: isMissing },
    ...forbiddenWrites(context, current(forAuthor)),
    {
      what: "no credential",
      reason: "unauthenticated",
      command: { ...current(forAnonymous), identity: "anonymous" },
    },
    ...(invalid === undefined
      ? []
      : [
          {
            what: "an invalid status",
            reason: "invalid" as const,
            command: current(forInvalid, invalid.status),
          },
        ]),
  ];
}

/** A write by the author, unless the author plays the administrator, who may write anything. */
function forbiddenWrites(
  context: CheckContext,
  command: UpdateStatusCommand,
): readonly MistakenWrite[] {
  if (!isDeniable(context.target, "author")) return [];
  const what = "a forbidden caller";
  return [{ what, reason: "forbidden", command: { ...command, identity: "author" } }];
}
