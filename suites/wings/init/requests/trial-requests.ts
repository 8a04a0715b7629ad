import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type {
  Command,
  IdentityName,
  JsonObject,
  JsonValue,
  ObjectKey,
  Resource,
  ResourceVersion,
  Uid,
} from "#contract";
import { nameInForm } from "#targets";
import type { Exchange, Target } from "#targets";
import type { Dialect, KindDialect, ObjectOperation, StatusOperation } from "#targets/graphql";
import type { Notebook } from "../schema/notebook.ts";
import { asSaidRefusal, isReceipt } from "./receipts.ts";
import { executePatiently } from "./throttled-requests.ts";
import type { Receipts } from "./receipts.ts";
import { errorOf } from "../schema/error-fields.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";

export interface ProbeMeans {
  /** Throws if the dialect does not match the endpoint. */
  readonly connect: (dialect: Dialect, kind: string, signal: AbortSignal) => Promise<Target>;
  readonly progress?: (text: string) => void;
  /** The schema of the endpoint, with the arguments that the dialect does not send. */
  readonly schema: GraphQLSchema;
  /** Namespaces that the user gave, for kinds that prove to be namespaced. */
  readonly namespaces?: readonly string[];
  readonly newName: () => string;
  /** Time limit for an event, in milliseconds. */
  readonly eventMs: number;
  readonly signal: AbortSignal;
}

export interface Trial {
  readonly target: Target;
  readonly kind: KindDialect;
  readonly notes: Notebook;
  readonly means: ProbeMeans;
  readonly refusals: ProvokedRefusal[];
  readonly receipts: Receipts;
}

/**
 * Sends a command. If a write returns no object, compares its response with that of an earlier write whose effect a
 * read confirmed.
 */
export async function send(trial: Trial, command: Command): Promise<Exchange> {
  const exchange = await executePatiently(trial, command);
  const { outcome } = exchange;
  if (isWrite(command) && outcome.result === "object" && outcome.isFromRead !== true) {
    trial.receipts.noteReturned(trial.kind.name, command.verb, exchange);
  }
  const field = receiptField(trial.kind, command);
  if (field === undefined || !isReceipt(exchange)) return exchange;
  const { receipts } = trial;
  if (receipts.has(field)) return receipts.compared(field, exchange);
  const isEffective = await hadEffect(trial, command);
  if (isEffective === true) receipts.add(field, exchange);
  return isEffective === false ? asSaidRefusal(field, exchange) : exchange;
}

function isWrite(
  command: Command,
): command is Extract<Command, { verb: "create" | "delete" | "update" | "updateStatus" }> {
  return ["create", "delete", "update", "updateStatus"].includes(command.verb);
}

function receiptField({ operations }: KindDialect, command: Command): string | undefined {
  if (!isWrite(command)) return undefined;
  const all: readonly ObjectOperation[] = operations[command.verb];
  const via = "via" in command ? command.via : undefined;
  const operation = via === undefined ? all[0] : all.find(({ id }) => id === via);
  return operation?.result === null ? operation.field : undefined;
}

/** Whether a read shows the effect of a write. Undefined if the read is inconclusive. */
async function hadEffect(trial: Trial, command: Command): Promise<boolean | undefined> {
  if (!("key" in command)) return undefined;
  const { outcome } = await read(trial, command.key);
  const object = outcome.result === "object" ? outcome.object : undefined;
  if (command.verb === "create") return object !== undefined;
  if (command.verb === "delete") return object === undefined ? true : undefined;
  const isVersioned = "resourceVersion" in command && command.resourceVersion !== undefined;
  // An unchanged version may also mean that the write changed nothing.
  const isMoved = isVersioned && object?.metadata.resourceVersion !== command.resourceVersion;
  return object !== undefined && isMoved ? true : undefined;
}

export function objectIn({ outcome }: Exchange): Resource | undefined {
  return outcome.result === "object" ? outcome.object : undefined;
}

export function isAccepted({ outcome }: Exchange): boolean {
  return outcome.result === "object" || outcome.result === "done";
}

export function newKey({ kind, means }: Pick<Trial, "kind" | "means">): ObjectKey {
  const [namespace] = kind.namespaces;
  const base = { kind: kind.name, name: nameInForm(means.newName(), kind.numbers) };
  return kind.scope === "cluster" || namespace === undefined ? base : { ...base, namespace };
}

/** Creates an object as the author, and reads it if the response does not contain it. */
export async function create(trial: Trial, key: ObjectKey, spec: JsonObject): Promise<Exchange> {
  const created = await send(trial, { verb: "create", identity: "author", key, spec });
  return isAccepted(created) && objectIn(created) === undefined ? read(trial, key) : created;
}

export function read(trial: Trial, key: ObjectKey): Promise<Exchange> {
  return send(trial, { verb: "read", identity: "author", key });
}

export interface StatusWrite {
  readonly key: ObjectKey;
  readonly status: JsonObject;
  readonly version?: ResourceVersion;
  readonly uid?: Uid;
  readonly identity?: IdentityName;
}

export function writeStatus(
  trial: Trial,
  via: StatusOperation,
  write: StatusWrite,
): Promise<Exchange> {
  const { key, version, uid, identity = "controller" } = write;
  const carrier = carrierOf(trial, via, write.status);
  const carried = membersThrough(trial, carrier);
  const named = Object.entries(write.status).filter(([name]) => carried?.includes(name) ?? true);
  return send(trial, {
    verb: "updateStatus",
    identity,
    via: carrier.id,
    key,
    status: { ...demandedOf(trial, carrier), ...Object.fromEntries(named) },
    ...(version === undefined ? {} : { resourceVersion: version }),
    ...(uid === undefined ? {} : { uid }),
  });
}

/** Writes the first sample through each mutation in `after`. Returns whether all writes were accepted. */
export async function writePrior(
  trial: Trial,
  key: ObjectKey,
  { after = [] }: Pick<StatusOperation, "after">,
): Promise<boolean> {
  const [status = {}] = trial.kind.samples.statuses;
  for (const id of after) {
    const via = trial.kind.operations.updateStatus.find((one) => one.id === id);
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (via === undefined || version === undefined) return false;
    if (!isAccepted(await writeStatus(trial, via, { key, status, version }))) return false;
  }
  return true;
}

/** Returns the given mutation if it takes a field of the status, or else the first mutation that does. */
function carrierOf(trial: Trial, via: StatusOperation, status: JsonObject): StatusOperation {
  const names = Object.keys(status);
  const carries = (one: StatusOperation): boolean => {
    const carried = membersThrough(trial, one);
    return carried === undefined || names.some((name) => carried.includes(name));
  };
  const { updateStatus } = trial.kind.operations;
  return carries(via) ? via : (updateStatus.find(carries) ?? via);
}

/** Returns the status fields that a mutation takes, if it does not take all of them. */
export function membersThrough(
  { target, kind }: Trial,
  { id }: StatusOperation,
): readonly string[] | undefined {
  const described = target.description.kinds.find(({ name }) => name === kind.name);
  return described?.statusMembers?.[id];
}

/** Returns the status fields that every write with a mutation must contain, with the values of the first sample. */
export function demandedOf({ target, kind }: Trial, { id }: StatusOperation): JsonObject {
  const described = target.description.kinds.find(({ name }) => name === kind.name);
  const names = described?.demandedMembers?.[id] ?? [];
  const sample = Object.entries(kind.samples.statuses[0] ?? {});
  return Object.fromEntries(sample.filter(([name]) => names.includes(name)));
}

/** Deletes an object, regardless of its version. Resolves with undefined if the kind has no delete operation. */
export async function remove(trial: Trial, key: ObjectKey): Promise<Exchange | undefined> {
  const { operations, fixtures } = trial.kind;
  if (operations.delete.length === 0 && fixtures?.delete === undefined) return undefined;
  return send(trial, { verb: "delete", identity: "author", key });
}

/** Includes the code and the path of the error. */
export function whyNot(exchange: Exchange): string {
  const { outcome } = exchange;
  switch (outcome.result) {
    case "refused":
      return quoted(outcome.refusal.message, exchange);
    case "unknown":
    case "unintelligible":
    case "unsupported":
      return quoted(outcome.detail, exchange);
    case "object":
    case "list":
    case "done":
      return "it was accepted";
  }
}

/**
 * Appends the code and the path of the first error in a response to a message: `no such site (code NOT_FOUND, at
 * createPump)`.
 */
function quoted(message: string, exchange: Exchange): string {
  const error = errorOf(exchange);
  const { outcome } = exchange;
  const known = outcome.result === "refused" ? outcome.refusal.code : undefined;
  const code = known ?? codeIn(error?.["extensions"]);
  const steps = error?.["path"];
  const details = [
    ...(code === undefined || message.includes(code) ? [] : [`code ${code}`]),
    ...(Array.isArray(steps) && steps.length > 0 ? [`at ${steps.join(".")}`] : []),
  ];
  return details.length === 0 ? message : `${message} (${details.join(", ")})`;
}

/**
 * Finds the code in the extensions of an error: under its usual name, or else the first string that has the form of a
 * code.
 */
function codeIn(extensions: JsonValue | undefined): string | undefined {
  if (!isJsonObject(extensions)) return undefined;
  const { code } = extensions;
  const values = typeof code === "string" ? [code] : Object.values(extensions);
  return values.flatMap((value) =>
    typeof value === "string" && /^[\w.-]{2,60}$/u.test(value) ? [value] : [],
  )[0];
}

export function withKind(dialect: Dialect, kind: KindDialect): Dialect {
  return { ...dialect, kinds: dialect.kinds.map((one) => (one.name === kind.name ? kind : one)) };
}

export function kindNamed({ kinds }: Dialect, name: string): KindDialect | undefined {
  return kinds.find((kind) => kind.name === name);
}
