import { isDryRun, isJsonObject, jsonEquals } from "#contract";
import type {
  Command,
  DeleteCommand,
  ForeignMembers,
  JsonObject,
  JsonValue,
  ListCommand,
  PatchStatusCommand,
  WatchCommand,
} from "#contract";
import { addMembers, fillArguments, hasPlaceholder } from "../schema/argument-tree.ts";
import type { Placeholder, PlaceholderValues } from "../schema/argument-tree.ts";
import { placeholderPlaces } from "../schema/placeholder-places.ts";
import type { InputSlots } from "../schema/placeholder-places.ts";
import type { CredentialBook } from "../credentials/credentials.ts";
import { credentialValue } from "./credential-arguments.ts";
import type { AskedKind, Dialect, KindDialect } from "../dialect/dialect.ts";
import { finishOf, isCounted, startNow, streamsOf, waitOf } from "../dialect/dialect-operations.ts";
import type {
  AnyOperation,
  ListOperation,
  ObjectOperation,
  WaitOperation,
  WatchOperation,
} from "../dialect/dialect-operations.ts";
import type { ForeignPlace } from "../../port/foreign-place.ts";
import type { OwnPlace } from "./foreign-places.ts";
import { additionAt, withAddition } from "./own-place-sent.ts";
import { servedKind, servedKinds } from "../dialect/definitions.ts";
import { needsNamespace, spelled, spellingOf } from "./command-spelling.ts";
import type { PreparedDialect } from "./prepared-dialect.ts";
import { placeholderValues, requestedPlaceholders } from "./placeholder-values.ts";
import type { Spelling } from "./placeholder-values.ts";
import { withRequiredObjects } from "./required-objects.ts";
import { emptyValues, storedPlaceholders, storedValues } from "./stored-values.ts";
import type { StoredParts } from "./stored-values.ts";
import { withTypedTokens } from "./typed-tokens.ts";

export interface Planner {
  readonly dialect: Dialect;
  readonly prepared: PreparedDialect;
  readonly credentials: CredentialBook;
  /** Paths for foreign fields in the writes of a kind. Defaults to the contract's paths. */
  readonly foreignPlaces?: (kind: KindDialect) => readonly OwnPlace[];
  /** Whether the target represents a token as a number if the schema also allows a string. */
  readonly isNumber?: (kind: KindDialect, token: Placeholder) => boolean;
  /** The time on the target's clock in milliseconds since the epoch, for watches that start at a point in time. */
  readonly nowMs?: (() => number) | undefined;
}

export interface Planned<Called extends AnyOperation> {
  readonly kind: AskedKind;
  readonly operation: Called;
  readonly document: string;
  readonly variables: JsonObject;
  readonly credential: string | undefined;
  /** Placeholders whose values come from the stored object. None by default. */
  readonly asks?: readonly Placeholder[];
}

export interface Beyond {
  /** The stored object of the command. Absent until it has been read. */
  readonly stored?: StoredParts;
}

export function planCommand(
  planner: Planner,
  command: Command,
  beyond: Beyond = {},
): Planned<ObjectOperation | ListOperation> | string {
  const kind = kindOf(planner, command.verb === "list" ? command.kind : command.key.kind);
  if (typeof kind === "string") return kind;
  switch (command.verb) {
    case "list":
      return planList(planner, command, kind);
    case "patchStatus":
      return planPatch(planner, command, { kind, ...beyond });
    case "create":
    case "read":
    case "update":
    case "updateStatus":
    case "delete":
      return planWrite(planner, command, { kind, ...beyond });
  }
}

/** If a page number is required, the first page is 0. It is empty or rejected if the endpoint counts from 1. */
function planList(
  planner: Planner,
  command: ListCommand,
  kind: KindDialect,
): Planned<ListOperation> | string {
  const operation = choose(kind.operations.list, command);
  const planned = plan(planner, { command, kind, operation });
  if (typeof planned === "string" || !isCounted(planned.operation)) return planned;
  const slots = planner.prepared.slots(kind.name, "list", planned.operation.id);
  const isRequired = placeholderPlaces(planned.operation.arguments, slots).some(
    ({ text, slot }) => text === "$page" && slot?.isRequired === true,
  );
  return isRequired ? planPage(planner, planned, { command, page: 0 }) : planned;
}

export function planPage(
  planner: Planner,
  planned: Planned<ListOperation>,
  { command, page }: { readonly command: ListCommand; readonly page: JsonValue },
): Planned<ListOperation> {
  const { kind, operation } = planned;
  const slots = planner.prepared.slots(kind.name, "list", operation.id);
  const paged = {
    ...placeholderValues(command, namesOf(kind)),
    ...placeOf(kind, command),
    ...credentialValue(planned.credential, operation.arguments, slots),
    $page: page,
  };
  return { ...planned, variables: variablesOf(planner, { kind, operation, slots, values: paged }) };
}

/** Plans the second step of a delete operation, if any, or returns the reason why it cannot be sent. */
export function planFinish(
  planner: Planner,
  command: DeleteCommand,
  { kind, operation, stored }: Pick<Planned<ObjectOperation>, "kind" | "operation"> & Beyond,
): Planned<ObjectOperation> | string | undefined {
  const finish = finishOf(operation);
  const beyond = stored === undefined ? {} : { stored };
  return finish && plan(planner, { command, kind, operation: finish, isFinish: true, ...beyond });
}

/**
 * Plans the query for the result of a long-running operation, or returns the reason why it cannot be sent. Undefined if
 * the response already contains the result.
 */
export function planWait(
  planner: Planner,
  command: Exclude<Command, ListCommand>,
  { kind, operation, running }: Pick<Planned<ObjectOperation>, "kind" | "operation"> & Running,
): Planned<WaitOperation> | string | undefined {
  const wait = waitOf(command.verb, operation);
  const { identity, key } = command;
  const read: Command = { verb: "read", identity, key };
  return wait && plan(planner, { command: read, kind, operation: wait, running });
}

interface Running {
  readonly running: JsonValue;
}

export function planWatch(
  planner: Planner,
  command: WatchCommand,
): readonly Planned<WatchOperation>[] | string {
  const kind = kindOf(planner, command.kind);
  if (typeof kind === "string") return kind;
  const chosen = choose(kind.operations.watch, command);
  const streams = chosen === undefined ? [undefined] : streamsOf(chosen);
  const planned: Planned<WatchOperation>[] = [];
  for (const operation of streams) {
    const one = plan(planner, { command, kind, operation });
    if (typeof one === "string") return one;
    planned.push(one);
  }
  return planned;
}

function kindOf({ dialect }: Planner, name: string): KindDialect | string {
  return servedKind(dialect, name) ?? `there is no kind ${name}`;
}

function planWrite(
  planner: Planner,
  command: Exclude<Command, { readonly verb: "list" | "patchStatus" }>,
  { kind, ...beyond }: { readonly kind: KindDialect } & Beyond,
): Planned<ObjectOperation> | string {
  const operations: readonly ObjectOperation[] = kind.operations[command.verb];
  const own = choose(operations, command);
  const { owner, operation } =
    own === undefined ? borrowed(planner, kind, command) : { owner: kind, operation: own };
  const creating = creatingInstead(command, kind, operation);
  if (creating !== undefined) return creating;
  if (command.verb === "delete" && isDryRun(command) && operation && finishOf(operation)) {
    return `${operation.id} deletes in two steps, so it has no dry run`;
  }
  const chosen = { kind, owner, operation, ...beyond };
  if ("foreign" in command && command.foreign?.at !== undefined) {
    return planOwnPlace(planner, command, { ...chosen, foreign: command.foreign });
  }
  const foreign = "foreign" in command ? command.foreign : undefined;
  const planned = plan(planner, { command, ...chosen });
  if (typeof planned === "string" || foreign === undefined) return planned;
  const { encoding = "plain" } = spellingOf(planned.operation);
  return encoding === "plain" ? withForeign(planned, foreign) : planned;
}

/** Returns why an update without a version cannot be sent, if the same mutation would create an object instead. */
function creatingInstead(
  command: Command,
  { operations }: KindDialect,
  operation: ObjectOperation | undefined,
): string | undefined {
  if (command.verb !== "update" || command.resourceVersion !== undefined) return undefined;
  if (operation === undefined) return undefined;
  const { field, arguments: tree } = operation;
  const versionless = withoutVersion(tree);
  const isCreation = operations.create.some(
    (one) => one.field === field && jsonEquals(one.arguments, versionless),
  );
  return isCreation && !jsonEquals(tree, versionless)
    ? `${field} without a version creates objects`
    : undefined;
}

function withoutVersion(tree: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([, value]) => isJsonObject(value) || !hasPlaceholder(value, "$resourceVersion"))
      .map(([name, value]) => [name, isJsonObject(value) ? withoutVersion(value) : value]),
  );
}

function planOwnPlace(
  planner: Planner,
  command: Extract<Command, { readonly verb: ForeignPlace["verb"] }>,
  {
    foreign,
    ...chosen
  }: Omit<Choice<ObjectOperation>, "command"> & { readonly foreign: ForeignMembers },
): Planned<ObjectOperation> | string {
  const [part] = Object.keys(foreign.members);
  const place = planner
    .foreignPlaces?.(chosen.kind)
    .find(
      ({ described }) =>
        described.verb === command.verb &&
        described.via === chosen.operation?.id &&
        described.part === part &&
        described.path === foreign.at,
    );
  if (place === undefined) return `no input at ${foreign.at} can contain the ${part}`;
  const addition = additionAt(place, foreign, chosen.kind);
  if (typeof addition === "string") return addition;
  if (place.isInPatch === true) {
    const inPatch = { place: foreign.place, members: addition.members };
    return plan(planner, { command: { ...command, foreign: inPatch }, ...chosen });
  }
  const planned = plan(planner, { command, ...chosen });
  if (typeof planned === "string") return planned;
  const { document = planned.document } = place;
  return { ...planned, document, variables: withAddition(planned.variables, addition) };
}

function planPatch(
  planner: Planner,
  command: PatchStatusCommand,
  { kind, ...beyond }: { readonly kind: KindDialect } & Beyond,
): Planned<ObjectOperation> | string {
  const operation = choose(kind.operations.patchStatus, command);
  if (operation === undefined || Object.hasOwn(operation.formats, command.format)) {
    return plan(planner, { command, kind, operation, ...beyond });
  }
  return `${operation.id} does not support the patch format ${command.format}`;
}

function choose<Called extends AnyOperation>(
  operations: readonly Called[],
  { via }: Command | WatchCommand,
): Called | undefined {
  return via === undefined ? operations[0] : operations.find(({ id }) => id === via);
}

interface Borrowed {
  readonly owner: KindDialect;
  readonly operation: ObjectOperation | undefined;
}

/**
 * Finds an operation of another kind that takes the kind as an argument. Checks use it to test that the endpoint
 * rejects the kind.
 */
function borrowed(
  { dialect }: Planner,
  kind: KindDialect,
  command: Exclude<Command, { readonly verb: "list" | "patchStatus" }>,
): Borrowed {
  for (const owner of servedKinds(dialect).filter(({ scope }) => scope === kind.scope)) {
    const operations: readonly ObjectOperation[] = owner.operations[command.verb];
    const operation = operations.find(
      ({ id, arguments: tree }) => id === command.via && hasPlaceholder(tree, "$kind"),
    );
    if (operation !== undefined) return { owner, operation };
  }
  return { owner: kind, operation: undefined };
}

interface Choice<Called extends AnyOperation> extends Beyond {
  readonly command: Command | WatchCommand;
  readonly kind: KindDialect;
  /** The kind whose document is used. Defaults to the kind itself. */
  readonly owner?: KindDialect;
  readonly operation: Called | undefined;
  readonly isFinish?: boolean;
  readonly running?: JsonValue;
}

function plan<Called extends AnyOperation>(
  planner: Planner,
  { command, kind, owner = kind, operation, stored, running, isFinish = false }: Choice<Called>,
): Planned<Called> | string {
  const { prepared, credentials } = planner;
  const what = command.via === undefined ? command.verb : `${command.verb} via ${command.via}`;
  if (operation === undefined) return `${kind.name} has no operation for ${what}`;
  const document = prepared.document(owner.name, command.verb, operation.id);
  if (document === undefined) return `${kind.name} has no operation for ${what}`;
  if (!credentials.has(command.identity)) return `there is no credential for ${command.identity}`;
  if (needsNamespace(operation, command)) return `${operation.id} requires a namespace`;
  const placeless = requestedPlaceholders(command).find(
    (placeholder) => !hasPlaceholder(operation.arguments, placeholder),
  );
  if (placeless !== undefined) return `${operation.id} has no argument for ${placeless}`;
  const spelling: Spelling = { ...namesOf(kind), ...spellingOf(operation) };
  const slots = prepared.slots(owner.name, command.verb, operation.id);
  const own = {
    ...placeholderValues(spelled(command, kind), spelling),
    ...placeOf(kind, command),
    ...startOf(planner, command, operation),
    $operation: running,
    ...credentialValue(credentials.get(command.identity), operation.arguments, slots),
  };
  const asked = { command, operation, slots, values: own, pairs: kind.pairs, isFinish };
  const wanted = storedPlaceholders(asked);
  const values =
    stored === undefined
      ? { ...own, ...emptyValues(asked) }
      : { ...own, ...storedValues(wanted, { operation, slots, pairs: kind.pairs }, stored) };
  return {
    kind: askedIn(kind, command, operation),
    operation,
    document,
    variables: variablesOf(planner, { kind, operation, slots, values }),
    credential: credentials.get(command.identity),
    ...(wanted.length === 0 ? {} : { asks: wanted }),
  };
}

function placeOf(
  { namespaceIds }: KindDialect,
  command: Command | WatchCommand,
): PlaceholderValues {
  const namespace = "key" in command ? command.key.namespace : command.namespace;
  if (namespaceIds === undefined || namespace === undefined) return {};
  return { $namespaceId: namespaceIds[namespace] };
}

/**
 * Adds the namespace of the objects in a response to the kind, if objects do not contain it: the namespace that the
 * request sends, that of the object whose uid the request sends, or the only one of the kind.
 */
function askedIn(
  kind: KindDialect,
  command: Command | WatchCommand,
  { arguments: tree }: AnyOperation,
): AskedKind {
  const isShown = kind.paths.namespace !== undefined || kind.nameForm?.includes("${namespace}");
  if (isShown === true) return kind;
  const sent = "key" in command ? command.key.namespace : command.namespace;
  const [only, ...others] = kind.namespaces;
  const isPlaced = placing.some((placeholder) => hasPlaceholder(tree, placeholder));
  const namespace = isPlaced ? sent : undefined;
  const askedNamespace = namespace ?? (others.length === 0 ? only : undefined);
  return askedNamespace === undefined ? kind : { ...kind, askedNamespace };
}

/** Placeholders whose values belong to one namespace only. */
const placing = ["$namespace", "$namespaceId", "$uid"] as const;

function namesOf({ name, literal, pairs }: KindDialect): Pick<Spelling, "kind" | "pairs"> {
  return { kind: literal ?? name, pairs };
}

/** Returns the cursor for a watch without a version, if the endpoint requires a cursor. */
function startOf(
  { nowMs = Date.now }: Pick<Planner, "nowMs">,
  command: Command | WatchCommand,
  operation: AnyOperation,
): PlaceholderValues {
  if (command.verb !== "watch" || command.resourceVersion !== undefined) return {};
  const start = "start" in operation ? operation.start : undefined;
  if (start === undefined) return {};
  return { $cursor: start === startNow ? new Date(nowMs()).toISOString() : start };
}

interface Filling {
  readonly kind: KindDialect;
  readonly operation: AnyOperation;
  readonly slots: InputSlots;
  readonly values: PlaceholderValues;
}

function variablesOf(planner: Planner, { kind, operation, slots, values }: Filling): JsonObject {
  const isNumber = (token: Placeholder): boolean => planner.isNumber?.(kind, token) ?? false;
  const tree = withTypedTokens(operation.arguments, { slots, values, isNumber });
  return withRequiredObjects(fillArguments(tree, values), tree, slots);
}

function withForeign(
  planned: Planned<ObjectOperation>,
  { place, members }: ForeignMembers,
): Planned<ObjectOperation> | string {
  const path = planned.operation[place];
  if (path === undefined) {
    return `${planned.operation.id} has no "${place}" path in the dialect; sending fields that do not belong in the write requires this path`;
  }
  return { ...planned, variables: addMembers(planned.variables, path, members) };
}
