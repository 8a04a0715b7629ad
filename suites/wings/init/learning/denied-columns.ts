import { getNamedType, isNonNullType, isObjectType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { authoredNames, isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import { authoredPlaceholder, prepareDialect } from "#targets/graphql";
import type {
  AnyOperation,
  ArgumentTree,
  Dialect,
  KindDialect,
  StatusOperation,
} from "#targets/graphql";
import { isAboutCaller } from "../requests/caller-refusals.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { textsOf } from "../requests/rejection-texts.ts";
import { outputFields } from "../schema/root-fields.ts";
import { guessSamples } from "../schema/sample-guesses.ts";
import type { BodyMembers } from "../schema/sample-guesses.ts";
import { requiredFields } from "./taken-fields.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  send,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

type Columns = Readonly<Record<string, string>>;

/**
 * Moves fields that the author may not write to the status, after the endpoint rejected a create request for this
 * reason. Applies to kinds whose fields all have the same mutations, so that only permissions separate spec and status.
 * If the rejection names no field, nullable fields are moved. After a further rejection, all fields that create
 * mutations do not require are moved. {@link learnColumns} moves back those that belong to the spec.
 */
export function withoutDeniedColumns(
  dialect: Dialect,
  name: string,
  { refused, shared }: { readonly refused: Exchange; readonly shared: Shared },
): Dialect | undefined {
  const kind = kindNamed(dialect, name);
  const { spec, status = {} } = kind?.paths ?? {};
  if (kind === undefined || !isColumns(spec) || !isColumns(status)) return undefined;
  if (!isSharedUpdate(kind) || !isAboutCaller(refused)) return undefined;
  const moved = movedColumns(dialect, kind, { refused, spec, status, shared });
  if (moved.length === 0 || moved.length === Object.keys(spec).length) return undefined;
  const columns = { spec, status: { ...status, ...picked(spec, moved) } };
  const { schema } = shared.means;
  return withoutMisfits(withKind(dialect, withColumns(kind, schema, columns)), name, schema);
}

/** Drops the status mutations that require a field which now belongs to the spec. */
function withoutMisfits(dialect: Dialect, name: string, schema: GraphQLSchema): Dialect {
  const kind = kindNamed(dialect, name);
  if (kind === undefined) return dialect;
  const at = ["kinds", name, "operations", "updateStatus"];
  const misfits = new Set(
    prepareDialect(schema, dialect).problems.flatMap(({ path }) =>
      at.every((step, index) => path[index] === step) ? [path[at.length]] : [],
    ),
  );
  const updateStatus = kind.operations.updateStatus.filter(({ id }) => !misfits.has(id));
  return withKind(dialect, { ...kind, operations: { ...kind.operations, updateStatus } });
}

function movedColumns(
  dialect: Dialect,
  kind: KindDialect,
  {
    refused,
    spec,
    status,
    shared,
  }: {
    readonly refused: Exchange;
    readonly spec: Columns;
    readonly status: Columns;
    readonly shared: Shared;
  },
): readonly string[] {
  const { notes } = shared;
  const path = ["kinds", kind.name, "paths", "status"];
  const named = columnsNamedIn(refused, spec);
  if (named.length > 0) {
    notes.add({ path, confidence: "medium", reason: deniedReason });
    return named;
  }
  const guessed = notes.at(path)?.alternatives ?? [];
  if (guessed.length === 0 && Object.keys(status).length > 0) return [];
  const moved = optionalAmong(dialect, kind, { spec, schema: shared.means.schema });
  if (moved.length === 0) return [];
  const alternatives = [...guessed, ...moved];
  notes.add({ path, confidence: "medium", reason: optionalReason, alternatives });
  return moved;
}

const deniedReason = "the author has no permission to write these fields";

const optionalReason = "the author has no permission to write all fields; these are optional";

function columnsNamedIn(refused: Exchange, columns: Columns): readonly string[] {
  const words = new Set(
    textsOf(refused).flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}_]+/u)),
  );
  return Object.keys(columns).filter((column) => words.has(column.toLowerCase()));
}

/**
 * Moves guessed status fields back to the spec if the author may create objects with them, or if only the author may
 * update them. Removes guessed status fields that no role may write.
 */
export async function learnColumns(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  const at = ["kinds", key.kind, "paths", "status"];
  const guessed = shared.notes.at(at)?.alternatives ?? [];
  const { spec, status } = kind?.paths ?? {};
  if (kind === undefined || !isColumns(spec) || !isColumns(status) || guessed.length === 0) {
    return dialect;
  }
  const { schema } = shared.means;
  const roles: Record<"author" | "controller" | "none", string[]> = {
    author: [],
    controller: [],
    none: [],
  };
  for (const column of guessed) {
    const asSpec = withColumns(kind, schema, {
      spec: { ...spec, ...picked(status, [column]) },
      status: omitted(status, [column]),
    });
    const on: On = (side, work) =>
      onTrial(withKind(dialect, side === "spec" ? asSpec : kind), key.kind, { shared, work });
    roles[await writerOf(column, key, on)].push(column);
  }
  const { author: authored, none: denied } = roles;
  shared.notes.note(at, "medium", deniedReason);
  // If the controller may write none of the fields individually, it may have to write them together.
  const unwritten = authored.length + denied.length < guessed.length ? denied : [];
  if (authored.length === 0 && unwritten.length === 0) return dialect;
  noteCounters(picked(status, unwritten), kind, shared);
  const changed = withColumns(kind, schema, {
    spec: { ...spec, ...picked(status, authored) },
    status: omitted(status, [...authored, ...unwritten]),
  });
  return withKind(dialect, changed);
}

type On = (
  side: "spec" | "status",
  work: (trial: Trial) => Promise<boolean | undefined>,
) => Promise<boolean | undefined>;

/**
 * Finds the role that may write a field. A defective endpoint may let the author update a status, so creating an object
 * with the field decides first.
 */
async function writerOf(
  column: string,
  key: ObjectKey,
  on: On,
): Promise<"author" | "controller" | "none"> {
  if ((await on("spec", (trial) => createsWith(trial, column))) === true) return "author";
  const isReported = await on("status", async (trial) =>
    isPermitted(await statusWrite(trial, key, column)),
  );
  if (isReported === true) return "controller";
  const isUpdated = await on("spec", async (trial) =>
    isPermitted(await specWrite(trial, key, column)),
  );
  if (isUpdated === true) return "author";
  return isReported === false ? "none" : "controller";
}

/** A field that no role may write can be the generation. */
function noteCounters(columns: Columns, { name }: KindDialect, { notes }: Shared): void {
  const at = ["kinds", name, "paths", "generation"];
  const alternatives = [...(notes.at(at)?.alternatives ?? []), ...Object.values(columns)];
  if (alternatives.length === 0) return;
  const reason = "no role has permission to write it";
  notes.add({ path: at, confidence: "low", reason, alternatives });
}

/** Whether the author can create an object with a field. */
async function createsWith(trial: Trial, column: string): Promise<boolean> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  const value = spec[column];
  const created = await create(trial, key, spec);
  if (!isAccepted(created)) return false;
  await remove(trial, key);
  return value !== undefined && jsonEquals(objectIn(created)?.spec?.[column] ?? null, value);
}

async function specWrite(
  trial: Trial,
  key: ObjectKey,
  column: string,
): Promise<Exchange | undefined> {
  const resourceVersion = objectIn(await read(trial, key))?.metadata.resourceVersion;
  const value = trial.kind.samples.specs[1]?.[column];
  if (resourceVersion === undefined || value === undefined) return undefined;
  const update = { verb: "update", identity: "author", key, spec: { [column]: value } } as const;
  return send(trial, { ...update, resourceVersion });
}

async function statusWrite(
  trial: Trial,
  key: ObjectKey,
  column: string,
): Promise<Exchange | undefined> {
  const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
  const [operation] = trial.kind.operations.updateStatus;
  const value = trial.kind.samples.statuses[0]?.[column];
  if (operation === undefined || version === undefined || value === undefined) return undefined;
  return writeStatus(trial, operation, { key, status: { [column]: value }, version });
}

/** A rejected value shows that the caller may write the field. */
function isPermitted(written: Exchange | undefined): boolean | undefined {
  return written && (isAccepted(written) || !isAboutCaller(written));
}

function isSharedUpdate({ operations: { update, updateStatus } }: KindDialect): boolean {
  const isUpdate = (id: string): boolean => update.some((one) => one.id === id);
  return update.length > 0 && updateStatus.every(({ id }) => isUpdate(id));
}

function isColumns(body: KindDialect["paths"]["spec"]): body is Columns {
  return typeof body === "object";
}

function withColumns(
  kind: KindDialect,
  schema: GraphQLSchema,
  { spec: whole, status }: { readonly spec: Columns; readonly status: Columns },
): KindDialect {
  const names = Object.keys(status);
  const spec = omitted(whole, names);
  const writes = <Operation extends AnyOperation>(one: Operation): Operation => ({
    ...one,
    arguments: ofSide(one.arguments, "spec", Object.keys(spec)),
  });
  const types = typesOf(schema, kind);
  const guessed = guessSamples(picked(types, Object.keys(spec)), picked(types, names), {
    conditions: undefined,
    isTyped: true,
  });
  // Samples that were repaired after a rejection are kept.
  const known = kind.samples.specs.map((sample, index) => ({
    ...guessed.specs[index],
    ...(picked(sample, Object.keys(spec)) satisfies JsonObject),
  }));
  return {
    ...kind,
    paths: { ...kind.paths, spec, status },
    operations: {
      ...kind.operations,
      create: kind.operations.create.map(writes),
      update: kind.operations.update.map(writes),
      updateStatus: kind.operations.update.map((one): StatusOperation => ({
        ...one,
        arguments: ofSide(one.arguments, "status", names),
        statusMode: "partial",
        modeIsGuessed: true,
      })),
    },
    samples: { ...guessed, specs: known },
  };
}

type Tree = AnyOperation["arguments"];

const authored = authoredNames.map((name) => authoredPlaceholder(name));

function ofSide(tree: Tree, side: "spec" | "status", names: readonly string[]): Tree {
  const entries = Object.entries(tree).flatMap(([name, value]): [string, ArgumentTree][] => {
    if (isJsonObject(value)) {
      const inner = ofSide(value, side, names);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }
    if (value === "$spec") return [[name, `$${side}`]];
    // Only authors write labels and annotations.
    if (side === "status" && authored.some((placeholder) => placeholder === value)) return [];
    const column =
      typeof value === "string"
        ? /^\$spec\.(?<column>.+)$/u.exec(value)?.groups?.["column"]
        : undefined;
    if (column === undefined) return [[name, value]];
    return names.includes(column) ? [[name, `$${side}.${column}`]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns the nullable fields, or else the fields that create mutations do not require. Never returns all fields. */
function optionalAmong(
  dialect: Dialect,
  kind: KindDialect,
  { spec, schema }: { readonly spec: Columns; readonly schema: GraphQLSchema },
): readonly string[] {
  const columns = Object.keys(spec);
  const types = typesOf(schema, kind);
  const nullable = columns.filter((column) => {
    const type = types[column];
    return type !== undefined && !isNonNullType(type);
  });
  const required = requiredFields(schema, dialect, kind.name);
  const optional = columns.filter((column) => required?.has(column) === false);
  const isSome = ({ length }: readonly string[]): boolean => length > 0 && length < columns.length;
  return [nullable, optional].find(isSome) ?? [];
}

function typesOf(schema: GraphQLSchema, kind: KindDialect): BodyMembers {
  const type = schema.getType(kind.type ?? kind.name);
  return isObjectType(type) ? outputFields(getNamedType(type)) : {};
}

function picked<Value>(
  members: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}

function omitted(columns: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !names.includes(name)));
}
