import { rootFieldForms, siblingPlaces } from "#contract";
import type {
  Command,
  IdentityName,
  ReadCommand,
  UpdateCommand,
  UpdateStatusCommand,
  Verb,
} from "#contract";
import { hookVia } from "#targets";
import {
  listOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  wholeWrite,
} from "../commands/sample-commands.ts";
import { isAccepted, refusalOf } from "../judging/recorded-step.ts";
import type { CheckContext, Fixture } from "../session/check.ts";
import { isDecisive, tryDenials } from "./denial.ts";
import type { DeniedAttempt, DenialTrial } from "./denial.ts";

export interface EveryOperation {
  /** The verbs in the order of their positive controls: `delete` comes last. */
  readonly verbs: readonly Verb[];
  readonly denied: IdentityName;
  /**
   * Whether to also send updates with single spec fields, with labels only, or next to a status write in the same
   * document. Only for the controller.
   */
  readonly inParts?: true;
}

/**
 * Returns the operations of the tested kind for a verb. Operations that only this kind has are always tried. Operations
 * that kinds share are all tried on the first kind of the schema, and on the first kind registered for the run. On
 * other kinds, only the first shared operation is tried, and only if the kind has no operation of its own.
 */
export function operationsToTry(
  { kind, target }: KindAmongOthers,
  verb: Verb | "watch",
): readonly string[] {
  const all = kind.operations[verb];
  const own = ownAmong(all, { kind, target }, verb);
  return own.length === 0 ? all.slice(0, 1) : own;
}

/** Returns the update operations to try that send the version of the object. */
export function versionedUpdates(among: KindAmongOthers): readonly string[] {
  const { unconditional = [] } = among.kind;
  return operationsToTry(among, "update").filter((via) => !unconditional.includes(via));
}

interface KindAmongOthers extends Pick<CheckContext, "kind"> {
  readonly target: Pick<CheckContext["target"], "kinds">;
}

/** Compares kinds by name, because the kind of a case may show only some of its status mutations. */
function ownAmong(
  all: readonly string[],
  { kind, target }: KindAmongOthers,
  verb: Verb | "watch",
): readonly string[] {
  const first = target.kinds.find(({ isRuntime }) => isRuntime === kind.isRuntime);
  if (first?.name === kind.name) return all;
  const others = target.kinds.filter(({ name }) => name !== kind.name);
  return all.filter((via) => !others.some(({ operations }) => operations[verb].includes(via)));
}

/**
 * Tries each of the {@link operationsToTry} as a denied identity. All operations use the same object, except for create
 * operations and further delete operations: an object can only be created or deleted once.
 */
export function tryEveryOperation(
  context: CheckContext,
  { verbs, denied, inParts }: EveryOperation,
): Promise<readonly DenialTrial[]> {
  const lasting = verbs.filter((verb) => verb !== "delete");
  const deletions = verbs.includes("delete") ? operationsToTry(context, "delete") : [];
  const tryRound = async (round: number): Promise<DenialTrial> => {
    const fixture = await context.fixture();
    const permitted = [
      ...(round === 0 ? permittedCommands(context, lasting, fixture) : []),
      ...permittedCommands(context, ["delete"], fixture).filter(
        ({ via }) => via !== undefined && via === deletions[round],
      ),
    ];
    const served = permitted.filter(({ via }) => via !== hookVia);
    const commands = served.length > 0 ? served : permitted;
    const update = inParts === true ? commands.find(isUpdate) : undefined;
    const beside = update ? await besidePermitted(context, update, "controller") : [];
    const trial = await tryDenials(
      context,
      commands.map((command) => ({
        command,
        denied: [denied],
        ...(inParts === true && isUpdate(command)
          ? { parts: [...partsOfUpdate(context, command), ...(command === update ? beside : [])] }
          : {}),
        ...(command.verb === "read" ? { parts: atTheStatus(context, command) } : {}),
      })),
    );
    const whole = await withLabelWrites(context, trial, denied);
    return { ...whole, attempts: whole.attempts.filter((one) => !isUnservedRead(one)) };
  };
  const rounds = Math.max(1, deletions.length);
  return Promise.all(Array.from({ length: rounds }, (_, round) => tryRound(round)));
}

/**
 * Replaces rejected updates by updates of labels, if the target rejects the new spec of the permitted identity as
 * invalid. Some specs cannot change after their creation.
 */
async function withLabelWrites(
  context: CheckContext,
  trial: DenialTrial,
  denied: IdentityName,
): Promise<DenialTrial> {
  const fixed = new Set(trial.attempts.filter(isOfFixedSpec));
  if (fixed.size === 0 || !context.target.features.includes("labels.write")) return trial;
  const { object } = await context.fixture();
  const labels = { ...context.label, ...deniedMark };
  const write = wholeWrite(context.kind, object, { labels });
  const vias = new Set([...fixed].map(({ control }) => control.command.via));
  const commands = [...vias].map((via) => (via === undefined ? write : { ...write, via }));
  const more = await tryDenials(
    context,
    commands.map((command) => ({ command, denied: [denied] })),
  );
  return {
    attempts: [...trial.attempts.filter((one) => !fixed.has(one)), ...more.attempts],
    subjects: [...trial.subjects, ...more.subjects],
  };
}

function isOfFixedSpec({ attempt, control }: DeniedAttempt): boolean {
  const isRejected = refusalOf(control)?.reason === "invalid";
  return isUpdate(control.command) && isRejected && !isAccepted(attempt);
}

function isUpdate(command: Command): command is UpdateCommand {
  return command.verb === "update";
}

/** Whether the target may not serve the address of a read. */
function isUnservedRead({ attempt, isPart }: DeniedAttempt): boolean {
  return isPart === true && attempt.command.verb === "read" && !isDecisive({ attempt });
}

/** Returns variants of a read at the address of the status, which a target may not serve. */
function atTheStatus(
  { kind: { statusReads = [], operations } }: CheckContext,
  command: ReadCommand,
): readonly Command[] {
  // Once per object, although several read operations may return it.
  const isFirst = command.via === operations.read[0];
  return isFirst ? statusReads.map((via) => ({ ...command, via })) : [];
}

const deniedMark = { "conformance-denied": "yes" };

function partsOfUpdate(context: CheckContext, command: UpdateCommand): readonly Command[] {
  const { spec: _omitted, ...bare } = command;
  const canLabel = context.target.features.includes("labels.write");
  const labels = canLabel ? [{ ...bare, labels: { ...context.label, ...deniedMark } }] : [];
  return [...partsOf(command), ...labels, ...inOtherForms(command)];
}

/** Returns variants of a command whose documents call the root field in other forms. */
export function inOtherForms<C extends Command>(command: C): readonly C[] {
  return rootFieldForms.map((rootField) => ({ ...command, rootField }));
}

/**
 * Returns variants of a write whose documents also call a root field that the identity may call, on another object: a
 * server may keep the result of a permission check for the whole request. Empty if no such field is known.
 */
export async function besidePermitted<C extends Command>(
  context: CheckContext,
  command: C,
  identity: "author" | "controller",
): Promise<readonly C[]> {
  const { operations } = context.kind;
  const verb = identity === "author" ? "update" : "updateStatus";
  const [via] = operations[verb];
  if (context.target.protocol !== "graphql" || via === undefined || via === hookVia) return [];
  return Promise.all(
    siblingPlaces.map(async (place) => {
      const { key, object } = await context.fixture();
      const { resourceVersion } = object.metadata;
      const own =
        verb === "update"
          ? specWrite(key, { resourceVersion, spec: sampleSpec(context, 1) })
          : statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 0) });
      return { ...command, sibling: { place, command: { ...own, via } } };
    }),
  );
}

const mostParts = 8;

/**
 * Returns variants of a write, each with a single field of its content. Empty for content with fewer than two fields.
 */
export function partsOf(command: UpdateCommand | UpdateStatusCommand): readonly Command[] {
  const isStatus = command.verb === "updateStatus";
  const content = Object.entries((isStatus ? command.status : command.spec) ?? {});
  if (content.length < 2) return [];
  return content.slice(0, mostParts).map(([name, value]) => {
    const part = { [name]: value };
    return isStatus ? { ...command, status: part } : { ...command, spec: part };
  });
}

/**
 * Returns one command for each of the {@link operationsToTry}, with the permitted identity: the controller for a status
 * write, the author otherwise. A create command uses a new object, all other commands use the fixture. Status mutations
 * that accept fields other than those of the tested one write those fields.
 */
export function permittedCommands(
  context: CheckContext,
  verbs: readonly Verb[],
  fixture: Fixture,
): readonly Command[] {
  return verbs.flatMap((verb) => [
    ...operationsToTry(context, verb).map((via) => ({
      ...permittedCommand(context, verb, fixture),
      via,
    })),
    ...(verb === "updateStatus" ? otherStatusWrites(context, fixture) : []),
  ]);
}

function otherStatusWrites(context: CheckContext, { key, object }: Fixture): readonly Command[] {
  const { otherStatuses = [], operations } = context.kind;
  const { resourceVersion } = object.metadata;
  const vias = otherStatuses.map(({ via }) => via);
  const own = ownAmong(vias, context, "updateStatus");
  return otherStatuses
    .filter(({ via }) => own.includes(via) && !operations.updateStatus.includes(via))
    .map(({ via, status }) => statusWrite(context, key, { resourceVersion, status, via }));
}

function permittedCommand(context: CheckContext, verb: Verb, { key, object }: Fixture): Command {
  const { resourceVersion } = object.metadata;
  const spec = sampleSpec(context, 1);
  const labels = Object.keys(context.label).length === 0 ? {} : { labels: context.label };
  switch (verb) {
    case "create":
      return { verb, identity: "author", key: context.unusedKey(), spec, ...labels };
    case "read":
      return { verb, identity: "author", key };
    case "list":
      return { ...listOf(context, key), identity: "author" };
    case "update":
      return specWrite(key, { resourceVersion, spec });
    case "updateStatus":
      return statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 0) });
    case "patchStatus": {
      const patch = { status: sampleStatus(context, 0) };
      return { verb, identity: "controller", key, resourceVersion, format: "merge", patch };
    }
    case "delete":
      return { verb, identity: "author", key };
  }
}

/**
 * Lists through each of the {@link operationsToTry}, as a denied identity and as the permitted one: the reader or,
 * without a credential for it, the author.
 */
export function listAs(context: CheckContext, denied: IdentityName): Promise<DenialTrial> {
  const { name: kind, namespaces } = context.kind;
  const [namespace] = namespaces;
  const where = namespace === undefined ? {} : { namespace };
  const command = listOf(context, { kind, ...where, name: "" });
  return tryDenials(
    context,
    operationsToTry(context, "list").map((via) => ({
      command: { ...command, via },
      denied: [denied],
    })),
  );
}
