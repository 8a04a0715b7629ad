import { isDryRun } from "#contract";
import type { Command, ListCommand, ObjectKey, ResourceVersion } from "#contract";
import { initialState, observe, storedUnder } from "#model";
import type { ModelRules, ModelState } from "#model";
import type { CheckContext, SettledEvents, WatchProbe } from "../session/check.ts";
import { readOf, watchOf } from "../commands/sample-commands.ts";
import { awaitPromptRemoval } from "../commands/written.ts";
import { isAccepted } from "../judging/recorded-step.ts";
import type { Step, WatchObservation } from "../judging/recorded-step.ts";
import { commandOf } from "./command-of.ts";
import type { CommandMove, SequenceContext } from "./command-of.ts";
import { fenceSequence, labelOfSequence } from "./fence.ts";
import type { Move } from "./move.ts";
import { withStoredParts } from "./stored-parts.ts";

export interface PlayedStep {
  readonly move: number;
  readonly isLook: boolean;
  readonly step: Step;
}

export interface PlayedWatch {
  readonly move: number;
  readonly cursor: ResourceVersion;
  readonly observation: WatchObservation;
}

/** All observations of one sequence. Plain data. */
export interface Played {
  readonly moves: readonly Move[];
  readonly keys: readonly ObjectKey[];
  readonly steps: readonly PlayedStep[];
  readonly settled: readonly SettledEvents[];
  readonly watches: readonly PlayedWatch[];
  /**
   * The object that still existed several seconds after its deletion was accepted. The sequence stopped at this
   * deletion.
   */
  readonly unremoved?: ObjectKey;
}

interface OpenWatch {
  readonly move: number;
  readonly cursor: ResourceVersion;
  readonly probe: WatchProbe;
}

interface Play {
  readonly context: CheckContext;
  readonly stage: SequenceContext;
  readonly keys: readonly ObjectKey[];
  readonly rules: ModelRules;
  readonly steps: PlayedStep[];
  readonly open: OpenWatch[];
  state: ModelState;
  unremoved?: ObjectKey;
}

export function rulesFor({ target, kind }: Pick<CheckContext, "kind" | "target">): ModelRules {
  const { statusDefault, statusModes, statusSemantics, standingMembers, lacks = [] } = kind;
  const { isFoundByUid, nonNullFields, statusMembers } = kind;
  return {
    semantics: { ...target.semantics, ...kind.semantics },
    features: target.features.filter((feature) => !lacks.includes(feature)),
    statusModes,
    ...(target.unlimited === undefined ? {} : { unlimited: target.unlimited }),
    ...(statusSemantics === undefined ? {} : { statusSemantics }),
    ...(statusDefault === undefined ? {} : { statusDefault }),
    ...(standingMembers === undefined ? {} : { standingMembers }),
    ...(nonNullFields === undefined ? {} : { nonNullFields }),
    ...(isFoundByUid === undefined ? {} : { isFoundByUid }),
    ...(statusMembers === undefined ? {} : { statusMembers }),
  };
}

/**
 * Plays a sequence on one or two new objects, and resolves with what was observed. The first object is created before
 * the first move. Stops when the model does not permit an outcome, because nothing can be predicted after that. Choices
 * depend only on outcomes, never on time.
 */
export async function play(context: CheckContext, moves: readonly Move[]): Promise<Played> {
  const { kind } = context;
  const rules = rulesFor(context);
  const first = context.unusedKey();
  const isForTwo = moves.some((move) => "slot" in move && move.slot === 1);
  const keys = isForTwo ? [first, context.unusedKey()] : [first];
  const label = labelOfSequence(context, first);
  const stage: SequenceContext = {
    kind,
    label,
    keys: [first, keys[1] ?? first],
    semantics: rules.semantics,
  };
  const under: Play = {
    context,
    stage,
    keys,
    rules,
    steps: [],
    open: [],
    state: initialState,
  };
  // The shared watch must be live before the first object exists.
  if (kind.operations.watch.length > 0) await context.settle(first);
  await playMoves(under, moves);
  const settled = await Promise.all(keys.map((key) => context.settle(key)));
  const watches = await closeAll(under);
  const { steps, unremoved } = under;
  return {
    moves,
    keys,
    steps,
    settled,
    watches,
    ...(unremoved === undefined ? {} : { unremoved }),
  };
}

const opening = { move: "create", slot: 0, way: 0, spec: 0, held: false } as const;

async function playMoves(under: Play, moves: readonly Move[]): Promise<void> {
  for (const [index, move] of [opening, ...moves].entries()) {
    if (under.context.signal.aborted) return;
    if (!(await playMove(under, move, index - 1))) return;
  }
  for (const key of under.keys) {
    if (!(await readBack(under, key, moves.length - 1))) return;
  }
}

/** Returns false if the sequence cannot continue. */
async function playMove(under: Play, move: Move, index: number): Promise<boolean> {
  if (move.move === "watch") {
    await openWatch(under, { move: index, back: move.back });
    return true;
  }
  if (move.move === "recreate") {
    const { slot, spec } = move;
    const end = { move: "delete", slot, way: 0, uid: "none" } as const;
    const successor = { move: "create", slot, way: 0, spec, held: false } as const;
    return (await playCommand(under, end, index)) && playCommand(under, successor, index);
  }
  return playCommand(under, move, index);
}

async function playCommand(under: Play, move: CommandMove, index: number): Promise<boolean> {
  const command = commandOf(move, under.state, under.stage);
  if (command === undefined) return true;
  const before = under.state;
  const replied = await withHeldObject(under, await under.context.call(command));
  const known = command.verb === "list" ? undefined : storedUnder(before, command.key)?.object;
  const step = await withStoredParts(under.context, replied, known);
  if (!take(under, { move: index, isLook: false, step })) return false;
  // An object may be removed after the response, but later moves require its removal.
  if (isAccepted(step) && command.verb !== "list" && isRemoval(command, before, under.state)) {
    if ((await awaitPromptRemoval(under.context, command.key)) === undefined) return true;
    under.unremoved = command.key;
    return false;
  }
  const mayHaveMoved = step.outcome.result === "refused" || isDryRun(command);
  if (!mayHaveMoved || command.verb === "list" || command.verb === "read") return true;
  return readBack(under, command.key, index);
}

/**
 * Adds the stored object to the response to a delete request, if it has none and a finalizer holds the object: the model
 * must know the new version and the deletion time.
 */
async function withHeldObject({ context, state }: Play, step: Step): Promise<Step> {
  const { command, outcome } = step;
  if (command.verb !== "delete" || isDryRun(command) || outcome.result !== "done") return step;
  const { finalizers = [] } = storedUnder(state, command.key)?.object.metadata ?? {};
  if (finalizers.length === 0) return step;
  const read = await context.call(readOf(command.key));
  return read.outcome.result === "object" ? { ...step, outcome: read.outcome } : step;
}

/** Whether a command deletes an object, or removes its last finalizer after a deletion. */
function isRemoval(
  { verb, key }: Exclude<Command, ListCommand>,
  before: ModelState,
  after: ModelState,
): boolean {
  if (verb === "delete") return true;
  return storedUnder(before, key) !== undefined && storedUnder(after, key) === undefined;
}

/** Compares the stored object with the model. Returns false if the sequence cannot continue. */
async function readBack(under: Play, key: ObjectKey, move: number): Promise<boolean> {
  const step = await under.context.call(readOf(key));
  return take(under, { move, isLook: true, step });
}

/** Without a known result, the next state is unknown. */
export function isSilent({ outcome }: Step): boolean {
  return ["unintelligible", "unknown", "unsupported"].includes(outcome.result);
}

function take(under: Play, played: PlayedStep): boolean {
  under.steps.push(played);
  if (isSilent(played.step)) return false;
  const observation = observe(under.state, played.step, under.rules);
  if (!observation.fits || observation.prediction.result === "open") return false;
  under.state = observation.state;
  return true;
}

async function openWatch(
  under: Play,
  { move, back }: { readonly move: number; readonly back: number },
): Promise<void> {
  const { context, state, stage } = under;
  const cursor = state.log.toReversed()[back]?.resourceVersion;
  if (cursor === undefined) return;
  const { selector, ...watch } = watchOf(context, stage.keys[0]);
  const narrowed = selector === undefined ? {} : { selector: stage.label };
  const command = { ...watch, ...narrowed, resourceVersion: cursor };
  under.open.push({ move, cursor, probe: await context.watch(command) });
}

async function closeAll({ context, open, stage }: Play): Promise<readonly PlayedWatch[]> {
  if (open.length === 0) return [];
  const isFenced = await fenceSequence(context, stage.label);
  return Promise.all(
    open.map(async ({ move, cursor, probe }) => {
      const reached = await probe.until(isFenced);
      const observation = { ...(await probe.close()), reached };
      return { move, cursor, observation };
    }),
  );
}
