import { describeKey, describeOutcome, isDryRun, isEmpty } from "#contract";
import type { ObjectKey, RequirementId, UpdateStatusCommand } from "#contract";
import { changesAfter, eventDifference, initialState, observe } from "#model";
import type { Difference, EventDifference, ModelRules, ModelState, Prediction } from "#model";
import { doubtfulRead } from "../judging/doubtful-read.ts";
import {
  describeStep,
  isAccepted,
  objectOf,
  otherMeanings,
  refusalOf,
} from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";
import { brokenByStep } from "./broken-by-step.ts";
import type { Judged } from "./broken-by-step.ts";
import { shownByEvents, shownByStep } from "./exercised.ts";
import { isSilent } from "./play.ts";
import type { Played, PlayedStep, PlayedWatch } from "./play.ts";
import { isVersionConfirmed, misreportedVersion } from "./replied-version.ts";
import { lacksOtherPart } from "./stored-parts.ts";
import { tally } from "./sequence-judgement.ts";
import type { Judgement } from "./sequence-judgement.ts";
import { brokenByEvents } from "./write-attribution.ts";
import type { WithoutEffect } from "./write-attribution.ts";

interface Followed {
  readonly state: ModelState;
  readonly shown: readonly RequirementId[];
  readonly without: WithoutEffect;
  /** The accepted status writes to objects without a status. */
  readonly initialWrites: readonly UpdateStatusCommand[];
  readonly last?: Judged;
  readonly ending?: Omit<Judgement, "exercised">;
}

const start: Followed = {
  state: initialState,
  shown: [],
  without: { refused: false, tried: false, unchanged: false },
  initialWrites: [],
};

/** Compares a whole sequence with the model: first outcomes, stored objects and versions, then events. Pure. */
export function judgeSequence(played: Played, rules: ModelRules): Judgement {
  let followed = start;
  for (const each of played.steps) {
    followed = follow(followed, { each, played }, rules);
    if (followed.ending !== undefined) {
      return { exercised: tally(followed.shown), ...followed.ending };
    }
  }
  const { ending = {}, shown } = judgeEvents(played, followed, rules);
  return { exercised: tally(shown), ...ending };
}

function follow(
  followed: Followed,
  { each, played }: { readonly each: PlayedStep; readonly played: Played },
  rules: ModelRules,
): Followed {
  const { step, isLook } = each;
  const evidence = evidenceOf(played);
  if (isSilent(step)) return { ...followed, ending: silenceOf(step, evidence) };
  const observation = observe(followed.state, step, rules);
  const { prediction } = observation;
  const looksAt = isLook && isWithoutEffect(followed.last) ? followed.last : undefined;
  const judged: Judged = {
    command: step.command,
    prediction,
    rules,
    isLook,
    ...(observation.fits
      ? {}
      : {
          hasMoved: observation.differences.some(isOfVersion),
          isReplaced: isReplacedState(step, followed.state),
          lacksOtherPart: lacksOtherPart(step),
        }),
    ...(looksAt === undefined ? {} : { looksAt }),
  };
  if (observation.fits) {
    const isEnd = prediction.result === "open";
    return {
      state: observation.state,
      shown: [...followed.shown, ...(isAmbiguous(step, prediction) ? [] : shownByStep(judged))],
      without: withoutEffect(followed, judged, observation.state),
      initialWrites: [...followed.initialWrites, ...acceptedInitialWrite(step, followed.state)],
      ...(isLook ? lastOf(followed) : { last: judged }),
      ...(isEnd ? { ending: {} } : {}),
    };
  }
  const { differences } = observation;
  const ending = endingOf({ each, judged, differences }, { ...followed, played, rules });
  return { ...followed, ending };
}

/** Whether a step shows a version of the object that an accepted write has replaced. */
function isReplacedState(step: Step, { log, objects }: ModelState): boolean {
  const { command } = step;
  const shown = objectOf(step)?.metadata.resourceVersion;
  if (shown === undefined || command.verb === "list") return false;
  const key = describeKey(command.key);
  return (
    shown !== objects.get(key)?.object.metadata.resourceVersion &&
    log.some((change) => describeKey(change.key) === key && change.resourceVersion === shown)
  );
}

/** Whether a rejection also means a reason that the model does not permit. */
function isAmbiguous(step: Step, prediction: Prediction): boolean {
  const refusal = refusalOf(step);
  if (refusal === undefined || prediction.result !== "refused") return false;
  return otherMeanings(refusal, prediction.reasons).length > 0;
}

interface DifferentStep {
  readonly each: PlayedStep;
  readonly judged: Judged;
  readonly differences: readonly Difference[];
}

/**
 * Whether a create request was accepted although, according to the model, the name is taken by an object whose deletion
 * was accepted. The response to the deletion did not show whether it waits. Other checks read the object in between.
 */
function mayBeFree(difference: Difference, { step }: PlayedStep, { steps }: Played): boolean {
  if (difference.about !== "refusal" || difference.cause !== "exists") return false;
  const { command } = step;
  if (command.verb !== "create") return false;
  const earlier = steps.slice(
    0,
    steps.findIndex((one) => one.step === step),
  );
  const last = earlier.findLast(({ step: one }) => {
    const { verb } = one.command;
    const isOfLife = verb === "create" || verb === "delete";
    return isOfLife && isAccepted(one) && !isDryRun(one.command) && isOf(one, command.key);
  });
  return last?.step.command.verb === "delete";
}

function isOf({ command }: Step, key: ObjectKey): boolean {
  return command.verb !== "list" && describeKey(command.key) === describeKey(key);
}

/**
 * Judges a step that differs from the model. If an event contradicts the version in an earlier response, the response
 * is judged instead. If only that response shows the version, the step is undecided.
 */
function endingOf(
  { each, judged, differences }: DifferentStep,
  sequence: Pick<Followed, "initialWrites" | "state"> & {
    readonly played: Played;
    readonly rules: ModelRules;
  },
): Omit<Judgement, "exercised"> {
  const { played } = sequence;
  const evidence = evidenceOf(played);
  const [difference] = differences;
  if (difference === undefined) return {};
  const misreported = misreportedVersion(difference, each.step, sequence);
  if (misreported !== undefined) {
    const { expected, actual } = misreported;
    const requirement = "watch.event-carries-stored-object";
    return {
      violation: { requirement, expected, actual: withSequence(actual, played, each), evidence },
    };
  }
  const requirement = brokenByStep(difference, judged);
  if (requirement === undefined || mayBeFree(difference, each, played)) return {};
  const { expected, actual } = difference;
  const doubt = doubtAbout(difference, each.step, sequence);
  if (doubt !== undefined) {
    const reason = `${doubt}: ${withSequence(actual, played, each)}`;
    return { trouble: { requirement, isError: false, reason, evidence } };
  }
  const earlier = played.steps.slice(0, played.steps.indexOf(each));
  const isUndecided =
    judged.looksAt !== undefined &&
    differences.every(isOfVersion) &&
    !isVersionConfirmed(each, earlier, sequence);
  if (isUndecided) {
    const reason = `only the response to the preceding write contains the version: expected ${expected}, got ${withSequence(actual, played, each)}`;
    return { trouble: { requirement, isError: false, reason, evidence } };
  }
  const isAboutReason = difference.about === "refusal" && each.step.outcome.result === "refused";
  return {
    violation: {
      requirement,
      expected,
      actual: withSequence(actual, played, each),
      evidence,
      ...(isAboutReason ? { isAboutReason } : {}),
    },
  };
}

/** Returns why a difference may have a permitted cause. Undefined otherwise. */
function doubtAbout(
  difference: Difference,
  { command, outcome }: Step,
  sequence: Pick<Followed, "initialWrites" | "state">,
): string | undefined {
  const { about } = difference;
  if (about === "part" && difference.mayBeDefault === true) {
    return "the first status of an object has a value in an omitted field that another write sent, and which may be the default";
  }
  if (about !== "acceptance" || outcome.result !== "refused") return undefined;
  const { refusal } = outcome;
  if (command.verb === "read" || command.verb === "list") {
    return doubtfulRead(command.identity, refusal)?.reason;
  }
  return command.verb === "updateStatus" &&
    refusal.reason === "invalid" &&
    mayBeIncomplete(command, sequence)
    ? "the first status of an object may require fields that later ones do not"
    : undefined;
}

/**
 * Whether a status write may lack fields. The first status of an object may need fields that the schema does not
 * require, because later writes may omit them, and a sequence writes any selection of fields. An accepted first status
 * without further fields shows that none is missing.
 */
function mayBeIncomplete(
  write: UpdateStatusCommand,
  { initialWrites, state }: Pick<Followed, "initialWrites" | "state">,
): boolean {
  const hasNoMore = ({ key, via, status }: UpdateStatusCommand): boolean =>
    key.kind === write.key.kind &&
    via === write.via &&
    Object.keys(status).every((name) => Object.hasOwn(write.status, name));
  return isInitial(write, state) && !initialWrites.some(hasNoMore);
}

function isInitial({ key }: UpdateStatusCommand, state: ModelState): boolean {
  return isEmpty(state.objects.get(describeKey(key))?.object.status ?? {});
}

function acceptedInitialWrite(
  { command, outcome }: Step,
  before: ModelState,
): readonly UpdateStatusCommand[] {
  const isGranted = outcome.result === "object" || outcome.result === "done";
  if (command.verb !== "updateStatus" || !isGranted || isTrial({ command })) return [];
  return isInitial(command, before) ? [command] : [];
}

/**
 * Judges a step without a result. A command that was not sent has nothing to judge. A lost or unreadable response
 * leaves the sequence undecided.
 */
function silenceOf({ outcome }: Step, evidence: readonly number[]): Omit<Judgement, "exercised"> {
  if (outcome.result === "unsupported") return {};
  const requirement = "write.visible-to-later-reads";
  const isError = outcome.result === "unknown";
  return { trouble: { requirement, isError, reason: describeOutcome(outcome), evidence } };
}

function isOfVersion(difference: Difference): boolean {
  return difference.about === "part" && difference.part === "version";
}

function lastOf({ last }: Followed): Pick<Followed, "last"> {
  return last === undefined ? {} : { last };
}

function isWithoutEffect(judged: Judged | undefined): boolean {
  if (judged === undefined) return false;
  return judged.prediction.result === "refused" || isTrial(judged);
}

function isTrial({ command }: Pick<Judged, "command">): boolean {
  return isDryRun(command);
}

function withoutEffect(
  { without, state: before }: Followed,
  judged: Judged,
  after: ModelState,
): WithoutEffect {
  const { command, prediction } = judged;
  if (command.verb === "read" || command.verb === "list") return without;
  if (prediction.result === "refused") return { ...without, refused: true };
  if (isTrial(judged)) return { ...without, tried: true };
  return before.log.length === after.log.length ? { ...without, unchanged: true } : without;
}

interface JudgedEvents {
  readonly shown: readonly RequirementId[];
  readonly ending?: Omit<Judgement, "exercised">;
}

function judgeEvents(played: Played, followed: Followed, rules: ModelRules): JudgedEvents {
  const shown = [...followed.shown];
  for (const [index, key] of played.keys.entries()) {
    const settled = played.settled[index];
    if (settled === undefined || !settled.watched) continue;
    if (!settled.reached) {
      const reason = settled.problem ?? "the sentinel event did not arrive";
      const requirement = "watch.one-event-per-write";
      const trouble = {
        requirement,
        isError: false,
        reason,
        evidence: evidenceOf(played),
      } as const;
      return { shown, ending: { trouble } };
    }
    const of = describeKey(key);
    const changes = followed.state.log.filter((change) => describeKey(change.key) === of);
    const difference = eventDifference(changes, settled.events, rules.semantics);
    if (difference !== undefined) {
      const requirement = brokenByEvents(difference, followed.without);
      return { shown, ending: endingOfEvents(requirement, difference, played) };
    }
    // A live query that combined changes has not shown that every change causes an event.
    if (rules.semantics.delivery === "states" && settled.events.length < changes.length) continue;
    shown.push(...shownByEvents(changes, followed.without));
  }
  return judgeWatches(played, { ...followed, shown }, rules);
}

function judgeWatches(played: Played, followed: Followed, rules: ModelRules): JudgedEvents {
  const requirement = "watch.resumes-after-version";
  const shown = [...followed.shown];
  for (const watch of played.watches) {
    const changes = changesAfter(followed.state.log, watch.cursor);
    if (changes === undefined || !isComplete(watch)) continue;
    const names = new Set(played.keys.map(({ name }) => name));
    const events = watch.observation.events.filter((event) =>
      names.has(event.object?.metadata.name ?? event.key?.name ?? ""),
    );
    const difference = eventDifference(changes, events, rules.semantics);
    if (difference !== undefined) {
      return { shown, ending: endingOfEvents(requirement, difference, played) };
    }
    shown.push(requirement);
  }
  return { shown };
}

/**
 * Whether a watch delivered all events. An incomplete watch is not compared with the model, because its cursor may have
 * expired.
 */
function isComplete({ observation }: PlayedWatch): boolean {
  return observation.reached;
}

/**
 * Judges a difference in the events. If reads still showed a deleted object when the sequence ended, its missing
 * DELETED event is not a violation, because the deletion may be incomplete.
 */
function endingOfEvents(
  requirement: RequirementId,
  { about, change, expected, actual }: EventDifference,
  played: Played,
): Omit<Judgement, "exercised"> {
  const evidence = evidenceOf(played);
  const isPending =
    about === "missing" && change?.type === "DELETED" && played.unremoved?.name === change.key.name;
  if (isPending) {
    const reason = "the object still existed several seconds after its deletion";
    return { trouble: { requirement, isError: false, reason, evidence } };
  }
  return { violation: { requirement, expected, actual: withSequence(actual, played), evidence } };
}

function evidenceOf({ steps, settled, watches }: Played): readonly number[] {
  const watched = settled.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
  return [
    ...steps.map(({ step }) => step.exchange),
    ...new Set(watched),
    ...watches.map(({ observation }) => observation.exchange),
  ];
}

function withSequence(actual: string, played: Played, last?: PlayedStep): string {
  return `${actual}; after ${describeSequence(played, last)}`;
}

/**
 * Formats the steps of a sequence, each with its exchange number. Reads that only check the stored object are omitted,
 * except for the given one.
 */
export function describeSequence({ steps }: Played, last?: PlayedStep): string {
  const described = steps.filter((each) => !each.isLook || each === last);
  const lines = described.map(
    ({ step }, index) => `${index + 1}. #${step.exchange} ${describe(step)}`,
  );
  return lines.join("; ");
}

/** Formats a step with its precondition, because the precondition often causes the failure. */
function describe(step: Step): string {
  const { command } = step;
  const named = "resourceVersion" in command ? ` [names version ${command.resourceVersion}]` : "";
  const trial = isDryRun(command) ? " [dry run]" : "";
  return `${describeStep(step)}${named}${trial}`;
}
