import { isEmpty } from "#contract";
import type {
  Command,
  DeleteCommand,
  JsonObject,
  PatchStatusCommand,
  UpdateCommand,
  UpdateStatusCommand,
  Verb,
} from "#contract";
import { storedUnder } from "#model";
import type { ModelState } from "#model";
import type { KindDescription } from "#targets";
import { demandedStatus, firstStatus } from "../commands/sample-commands.ts";
import { holdingFinalizer } from "../commands/held.ts";
import { conditionOf } from "./preconditions.ts";
import type { SequenceObjects, Condition, ConditionChoice } from "./preconditions.ts";
import type { Move } from "./move.ts";
import { jsonPatchOf, statusOf, withoutLists } from "./status-content.ts";

export interface SequenceContext extends SequenceObjects {
  readonly kind: KindDescription;
  readonly label: Readonly<Record<string, string>>;
}

export type CommandMove = Exclude<Move, { readonly move: "recreate" | "watch" }>;

/**
 * Returns the command of a move in a state. Returns undefined if the move needs an object or a version that the state
 * lacks, or would create a second object with the same name.
 */
export function commandOf(
  move: CommandMove,
  state: ModelState,
  stage: SequenceContext,
): Command | undefined {
  switch (move.move) {
    case "create":
      return isNameTaken(move, state, stage) ? undefined : creation(move, stage);
    case "read":
      return {
        verb: "read",
        identity: move.identity,
        key: stage.keys[move.slot],
        ...viaOf(stage, "read", move.way),
      };
    case "list":
      return listing(move.way, stage);
    case "write spec":
    case "label":
    case "hold":
    case "release":
    case "write status":
    case "patch status":
    case "delete": {
      const condition = conditionOf(choiceOf(move), state, stage);
      if (condition === undefined) return undefined;
      const command = withSentUid(conditional(move, condition, { ...stage, state }), stage);
      return command.verb === "update" ? updateAt(command, state, stage) : command;
    }
  }
}

/**
 * Returns an update as its operation sends it: without a version if its requests contain none. Undefined for an
 * operation that would create the missing object.
 */
function updateAt(
  command: UpdateCommand,
  state: ModelState,
  { kind: { operations, unconditional = [], upserts = [] } }: SequenceContext,
): UpdateCommand | undefined {
  const via = command.via ?? operations.update[0];
  if (via === undefined) return command;
  if (upserts.includes(via) && storedUnder(state, command.key) === undefined) return undefined;
  if (!unconditional.includes(via)) return command;
  const { resourceVersion: _, ...others } = command;
  return others;
}

/** Returns a command without a uid if its operation sends none. The write then affects any object with the name. */
function withSentUid(
  command: ConditionalCommand,
  { kind: { operations, withoutUid = [] } }: SequenceContext,
): ConditionalCommand {
  const via = command.via ?? operations[command.verb][0];
  if (via === undefined || !withoutUid.includes(via)) return command;
  const { uid: _, ...others } = command;
  return others;
}

/** The model could not distinguish two objects with the same name. */
function isNameTaken(
  { slot }: Extract<Move, { readonly move: "create" }>,
  state: ModelState,
  { keys, semantics }: SequenceContext,
): boolean {
  return semantics.takenName === "accepted" && storedUnder(state, keys[slot]) !== undefined;
}

type ConditionalCommand = DeleteCommand | PatchStatusCommand | UpdateCommand | UpdateStatusCommand;

type ConditionalMove = Extract<
  Move,
  {
    readonly move:
      | "delete"
      | "hold"
      | "label"
      | "patch status"
      | "release"
      | "write spec"
      | "write status";
  }
>;

/**
 * Returns the precondition of a move. A delete command contains no version, because targets differ most in deletion
 * preconditions.
 */
function choiceOf(move: ConditionalMove): ConditionChoice {
  switch (move.move) {
    case "label":
    case "hold":
    case "release":
      return { slot: move.slot, version: "current", uid: "none" };
    case "delete":
      return { ...move, version: "none" };
    case "write spec":
    case "write status":
    case "patch status":
      return move;
  }
}

function conditional(
  move: ConditionalMove,
  condition: Condition,
  stage: SequenceContext & { readonly state: ModelState },
): ConditionalCommand {
  switch (move.move) {
    case "write spec": {
      const via = viaOf(stage, "update", move.way);
      const spec = specAt(stage.kind, move.spec);
      return { verb: "update", identity: move.identity, ...condition, ...via, spec };
    }
    case "label": {
      const labels = { ...stage.label, round: String(move.value) };
      return { verb: "update", identity: "author", ...condition, labels };
    }
    case "hold":
    case "release": {
      const finalizers = move.move === "hold" ? oneMoreFinalizer(stage, condition) : [];
      return { verb: "update", identity: "author", ...condition, finalizers };
    }
    case "delete": {
      const via = viaOf(stage, "delete", move.way);
      return { verb: "delete", identity: "author", ...condition, ...via };
    }
    case "write status":
      return statusWrite(move, condition, stage);
    case "patch status":
      return statusPatch(move, condition, stage);
  }
}

/**
 * Adds a finalizer. An object that already has a finalizer gets a second one, which must be rejected once the object is
 * being deleted.
 */
function oneMoreFinalizer(
  { state }: { readonly state: ModelState },
  { key }: Condition,
): readonly string[] {
  const held = storedUnder(state, key)?.object.metadata.finalizers ?? [];
  return held.includes(holdingFinalizer)
    ? [...held, `${holdingFinalizer}-again`]
    : [holdingFinalizer];
}

function creation(
  move: Extract<Move, { readonly move: "create" }>,
  stage: SequenceContext,
): Command {
  const { label } = stage;
  return {
    verb: "create",
    identity: "author",
    key: stage.keys[move.slot],
    ...viaOf(stage, "create", move.way),
    spec: specAt(stage.kind, move.spec),
    ...(Object.keys(label).length === 0 ? {} : { labels: label }),
    ...(move.held ? { finalizers: [holdingFinalizer] } : {}),
  };
}

function listing(way: number, stage: SequenceContext): Command {
  const { kind, label, keys } = stage;
  const [{ namespace }] = keys;
  return {
    verb: "list",
    identity: "author",
    kind: kind.name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(Object.keys(label).length === 0 ? {} : { selector: label }),
    ...viaOf(stage, "list", way),
  };
}

function statusWrite(
  move: Extract<Move, { readonly move: "write status" }>,
  condition: Condition,
  stage: SequenceContext & { readonly state: ModelState },
): UpdateStatusCommand {
  const via = viaOf(stage, "updateStatus", move.way);
  const isApply = stage.kind.statusModes[via.via ?? ""] === "apply";
  const through = { kind: stage.kind, via: via.via ?? "" };
  const { status: stored = {} } = storedUnder(stage.state, condition.key)?.object ?? {};
  const demanded = isEmpty(stored) ? firstStatus(through) : demandedStatus(through);
  const members = Object.entries(statusOf(move, stage.kind));
  // A required field cannot be null, and a field that the mutation sets cannot have another value.
  const chosen = {
    ...demanded,
    ...Object.fromEntries(
      members.filter(
        ([name, value]) => !(name in demanded) || (value !== null && !isSet(stage, via, name)),
      ),
    ),
  };
  return {
    verb: "updateStatus",
    identity: move.identity,
    ...condition,
    ...via,
    status: isApply || mergesLists(stage, via) ? withoutLists(chosen) : chosen,
    ...(move.trial ? { options: { dryRun: true } } : {}),
  };
}

function isSet(
  { kind }: SequenceContext,
  { via = "" }: { readonly via?: string },
  name: string,
): boolean {
  return name in (kind.statusSets?.[via] ?? {});
}

function statusPatch(
  move: Extract<Move, { readonly move: "patch status" }>,
  condition: Condition,
  stage: SequenceContext,
): PatchStatusCommand {
  const { format, trial } = move;
  const chosen = statusOf(move, stage.kind);
  const status: JsonObject =
    format === "apply" || mergesLists(stage) ? withoutLists(chosen) : chosen;
  const manager = { fieldManager: `conformance-${move.manager}` };
  const options = {
    ...(format === "apply" ? { ...manager, force: move.firm } : {}),
    ...(trial ? { dryRun: true } : {}),
  };
  return {
    verb: "patchStatus",
    identity: "controller",
    ...condition,
    format,
    patch: format === "json" ? jsonPatchOf(status, move.firm) : { status },
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

function mergesLists(
  { semantics, kind }: SequenceContext,
  { via = "" }: { readonly via?: string } = {},
): boolean {
  return (kind.statusSemantics?.[via]?.lists ?? semantics.lists) === "merged";
}

function specAt({ samples }: KindDescription, index: number): JsonObject {
  return samples.specs[index % samples.specs.length] ?? {};
}

/** Selects the operation of a command. Index 0 is the operation that commands without `via` use. */
function viaOf({ kind }: SequenceContext, verb: Verb, way: number): { readonly via?: string } {
  const operations = kind.operations[verb];
  const via = operations[way % Math.max(1, operations.length)];
  return via === undefined ? {} : { via };
}
