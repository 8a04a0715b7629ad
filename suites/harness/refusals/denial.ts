import { describeKey } from "#contract";
import type {
  Command,
  IdentityName,
  ObjectKey,
  RefusalReason,
  RequirementId,
  ResourceVersion,
  RootFieldForm,
} from "#contract";
import { readOf } from "../commands/sample-commands.ts";
import { claim } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import { isAccepted, objectOf, refusalOf } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import type { CheckContext, SettledEvents } from "../session/check.ts";
import { judgeNoneMoved } from "./none-moved.ts";
import { judgeReason } from "./try-refusal.ts";
import type { RefusalTrial } from "./none-moved.ts";
import type { RefusalExpectation } from "./try-refusal.ts";

export interface Denial {
  readonly command: Command;
  readonly denied: readonly IdentityName[];
  /**
   * Variants of the command, each with part of its content, for targets that authorize individual fields. Empty by
   * default.
   */
  readonly parts?: readonly Command[];
}

/** The results of one command, sent as a denied identity and as a permitted identity. */
export interface DeniedAttempt {
  readonly attempt: Step;
  readonly control: Step;
  /** Whether the attempt contains only part of the control's content. */
  readonly isPart?: true;
  /** Whether the attempt is a read that followed the same read by the permitted identity, as in the control. */
  readonly isRepeated?: true;
}

export interface DeniedSubject {
  readonly before: Step;
  readonly after: Step;
  readonly events: SettledEvents;
}

export interface DenialTrial {
  readonly attempts: readonly DeniedAttempt[];
  readonly subjects: readonly DeniedSubject[];
}

/**
 * Tests denials. Reads the objects, sends all commands concurrently as the denied identities, reads and settles again,
 * and then sends each command as the permitted identity, as a positive control. The controls are sequential, in the
 * given order, each at the current version. Reads that were rejected are sent again after their control, because a cache
 * may have kept its response.
 */
export async function tryDenials(
  context: CheckContext,
  denials: readonly Denial[],
): Promise<DenialTrial> {
  const keys = writtenKeys(denials);
  const readAll = (): Promise<readonly Step[]> =>
    Promise.all(keys.map((key) => context.call(readOf(key))));
  const before = await readAll();
  const attempts = await Promise.all(
    denials.map(({ command, denied, parts = [] }) =>
      Promise.all(
        denied.flatMap((identity) => [
          context.call({ ...command, identity }).then((attempt) => ({ attempt })),
          ...parts.map((part) =>
            context.call({ ...part, identity }).then((attempt) => ({ attempt, isPart })),
          ),
        ]),
      ),
    ),
  );
  const after = await readAll();
  const events = await Promise.all(keys.map((key) => context.settle(key)));
  const { controls, repeated } = await sendControls(context, denials, {
    stored: after,
    attempts: attempts.flat(),
  });
  const first = zip(attempts, controls).flatMap(([steps, control]) =>
    steps.map((attempt) => ({ ...attempt, control })),
  );
  return {
    attempts: [...first, ...repeated],
    subjects: zip(zip(before, after), events).map(([[was, is], seen]) => ({
      before: was,
      after: is,
      events: seen,
    })),
  };
}

const isPart = true;

/**
 * The reasons with which a target may deny a command of an authenticated caller. It may answer as if the object did not
 * exist, also to a caller who may read it: the command is denied all the same. Other requirements judge whether the
 * reason can be told from that of a missing object.
 */
export const denialReasons: readonly RefusalReason[] = ["forbidden", "notFound"];

/** Returns why an identity must be denied: because of its credential or its permissions. */
export function denialOf(
  command: Pick<Command, "identity" | "rootField" | "sibling" | "verb">,
): Omit<RefusalExpectation, "requirement"> {
  const { identity } = command;
  const unauthenticated: readonly RefusalReason[] = ["unauthenticated"];
  switch (identity) {
    case "anonymous":
      return { reasons: unauthenticated, because: "no credential is sent" };
    case "invalid":
      return { reasons: unauthenticated, because: "the credential was never issued" };
    case "expired":
      return { reasons: unauthenticated, because: "the credential has expired" };
    case "author":
    case "controller":
    case "reader":
    case "tenant":
    case "reporter":
    case "assignee":
    case "throttled":
    case "stranger":
      return {
        reasons: denialReasons,
        because: `${identity} has no permission for the request${describeForm(command)}`,
      };
  }
}

const describedForms: Readonly<Record<RootFieldForm, string>> = {
  alias: "under an alias",
  fragment: "in a fragment",
};

function describeForm({ rootField, sibling }: Pick<Command, "rootField" | "sibling">): string {
  if (sibling !== undefined) {
    const order = sibling.place === "before" ? "after" : "before";
    return `, which is called ${order} a permitted field in the same document`;
  }
  return rootField === undefined ? "" : `, which calls the field ${describedForms[rootField]}`;
}

/**
 * Judges one denial. An empty list counts as a denial if the permitted identity gets objects, because a caller without
 * permissions may be shown a filtered collection.
 */
export function judgeDenial(tried: DeniedAttempt, expectation: RefusalExpectation): Finding {
  const { attempt, control } = tried;
  const { requirement, reasons } = expectation;
  const shown = itemsOf(control);
  if (!reasons.includes("notFound") || itemsOf(attempt) !== 0 || shown === undefined) {
    return judgeReason(tried, expectation);
  }
  const held = {
    holds: true,
    expected: "",
    actual: "",
    evidence: [attempt.exchange, control.exchange],
  };
  if (shown > 0) return claim(requirement, held);
  const note = "the list is empty for every caller, so permissions cannot be checked";
  return claim(requirement, { ...held, instances: 0, note });
}

function itemsOf({ outcome }: Step): number | undefined {
  return outcome.result === "list" ? outcome.items.length : undefined;
}

/**
 * Requires that each attempt was denied for the reason that matches its identity. A partial attempt that is rejected
 * for another reason may lack a required field, and does not count.
 */
export function judgeDenials(
  trials: readonly DenialTrial[],
  requirement: RequirementId,
): readonly Finding[] {
  return trials
    .flatMap((trial) => trial.attempts)
    .filter((tried) => tried.isPart !== true || isDecisive(tried))
    .map((tried) => judgeDenial(tried, { requirement, ...denialIn(tried) }));
}

function denialIn({
  attempt: { command },
  isRepeated,
}: DeniedAttempt): Omit<RefusalExpectation, "requirement"> {
  const { reasons, because } = denialOf(command);
  const repetition = "; a permitted caller had just sent the same request";
  return { reasons, because: isRepeated === true ? `${because}${repetition}` : because };
}

/** Whether a partial attempt was served, or rejected for the expected reason. */
export function isDecisive({ attempt }: Pick<DeniedAttempt, "attempt">): boolean {
  const { reasons } = denialOf(attempt.command);
  const reason = refusalOf(attempt)?.reason;
  return objectOf(attempt) !== undefined || (reason !== undefined && reasons.includes(reason));
}

/**
 * Requires that denied writes changed no stored object and caused no watch event. Objects to which a write was accepted
 * are not instances of either requirement.
 */
export function judgeDenialsWithoutEffect(trials: readonly DenialTrial[]): readonly Finding[] {
  return judgeNoneMoved(
    trials.flatMap((trial) => trial.subjects.flatMap((subject) => refusalsOf(trial, subject))),
  );
}

/** Returns the first rejected write to a subject. Empty unless all writes to the subject were rejected. */
function refusalsOf({ attempts }: DenialTrial, subject: DeniedSubject): readonly RefusalTrial[] {
  const key = keyWrittenBy(subject.before.command);
  const steps = attempts
    .map(({ attempt }) => attempt)
    .filter(({ command }) => isWrite(command) && keyWrittenBy(command) === key)
    .toSorted((left, right) => left.startedMs - right.startedMs);
  const [first] = steps;
  if (first === undefined || steps.some((step) => refusalOf(step) === undefined)) return [];
  return [{ ...subject, attempt: first }];
}

function isWrite({ verb }: Command): boolean {
  return verb !== "read" && verb !== "list";
}

function keyWrittenBy(command: Command): string | undefined {
  return command.verb === "list" ? undefined : describeKey(command.key);
}

function writtenKeys(denials: readonly Denial[]): readonly ObjectKey[] {
  const keys = new Map<string, ObjectKey>();
  for (const { command } of denials) {
    if (command.verb === "list" || command.verb === "read") continue;
    keys.set(describeKey(command.key), command.key);
  }
  return [...keys.values()];
}

async function sendControls(
  context: CheckContext,
  denials: readonly Denial[],
  { stored, attempts }: Earlier,
): Promise<Controls> {
  const versions = new Map<string | undefined, ResourceVersion>();
  const note = (step: Step): void => {
    const version = objectOf(step)?.metadata.resourceVersion;
    if (version !== undefined) versions.set(keyWrittenBy(step.command), version);
  };
  for (const step of stored) note(step);
  const controls: Step[] = [];
  const repeated: DeniedAttempt[] = [];
  for (const { command, denied } of denials) {
    const version = versions.get(keyWrittenBy(command));
    const control = await context.call(atVersion(command, version));
    note(control);
    controls.push(control);
    if (isWrite(command) || !isAccepted(control)) continue;
    for (const identity of denied.filter((one) => isRefusedTo(one, command, attempts))) {
      const attempt = await context.call({ ...command, identity });
      repeated.push({ attempt, control, isRepeated: true });
    }
  }
  return { controls, repeated };
}

interface Earlier {
  readonly stored: readonly Step[];
  readonly attempts: readonly Pick<DeniedAttempt, "attempt">[];
}

function isRefusedTo(
  identity: IdentityName,
  { verb, ...command }: Command,
  attempts: Earlier["attempts"],
): boolean {
  const via = "via" in command ? command.via : undefined;
  const own = attempts.filter(({ attempt: { command: sent } }) => {
    const sentVia = "via" in sent ? sent.via : undefined;
    return sent.identity === identity && sent.verb === verb && sentVia === via;
  });
  return own.every(({ attempt }) => refusalOf(attempt) !== undefined);
}

interface Controls {
  readonly controls: readonly Step[];
  readonly repeated: readonly DeniedAttempt[];
}

function atVersion(command: Command, resourceVersion: ResourceVersion | undefined): Command {
  const isConditional = "resourceVersion" in command && command.resourceVersion !== undefined;
  return isConditional && resourceVersion !== undefined ? { ...command, resourceVersion } : command;
}

function zip<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
): readonly (readonly [Left, Right])[] {
  return left.flatMap((item, index) => {
    const other = right[index];
    return other === undefined ? [] : [[item, other] as const];
  });
}
