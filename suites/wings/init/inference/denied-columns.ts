import { getNamedType, isNonNullType, isObjectType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject, ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import type {
  AnyOperation,
  ArgumentTree,
  Dialect,
  KindDialect,
  StatusOperation,
} from "#targets/graphql";
import { isAboutCaller } from "./caller-refusals.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { textsOf } from "./repair-samples.ts";
import { outputMembers } from "./root-fields.ts";
import { guessSamples } from "./sample-guesses.ts";
import type { BodyMembers } from "./sample-guesses.ts";
import { isAccepted, kindNamed, objectIn, read, send, withKind } from "./trial-requests.ts";

type Columns = Readonly<Record<string, string>>;

/**
 * Moves fields that the author may not write to the status, after the endpoint rejected a create request for this
 * reason. Applies to kinds whose fields all have the same mutations, so that only permissions separate spec and status.
 * If the refusal names no field, nullable fields are moved until a trial succeeds.
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
  const words = new Set(
    textsOf(refused).flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}_]+/u)),
  );
  const named = Object.keys(spec).filter((column) => words.has(column.toLowerCase()));
  const isGuess = named.length === 0 && Object.keys(status).length === 0;
  const moved = isGuess ? nullableAmong(shared.means.schema, kind, spec) : named;
  if (moved.length === 0 || moved.length === Object.keys(spec).length) return undefined;
  const at = ["kinds", name, "paths", "status"];
  const reason = isGuess
    ? "the author may not write all fields; these are nullable"
    : "the author may not write these fields";
  shared.notes.add({
    path: at,
    confidence: "medium",
    reason,
    ...(isGuess ? { alternatives: moved } : {}),
  });
  return withKind(
    dialect,
    withColumns(kind, shared.means.schema, { spec, status: { ...status, ...picked(spec, moved) } }),
  );
}

/** Moves guessed status fields that the author may update back to the spec. */
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
  const authored: string[] = [];
  for (const column of guessed) {
    const tried = withColumns(kind, shared.means.schema, {
      spec: { ...spec, ...picked(status, [column]) },
      status: omitted(status, [column]),
    });
    const isWritten = await onTrial(withKind(dialect, tried), key.kind, {
      shared,
      work: async (trial) => {
        const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
        const value = trial.kind.samples.specs[1]?.[column];
        if (version === undefined || value === undefined) return false;
        const update = {
          verb: "update",
          identity: "author",
          key,
          spec: { [column]: value },
        } as const;
        return isAccepted(await send(trial, { ...update, resourceVersion: version }));
      },
    });
    if (isWritten === true) authored.push(column);
  }
  shared.notes.note(at, "medium", "the author may not write these fields");
  if (authored.length === guessed.length) return dialect;
  const changed = withColumns(kind, shared.means.schema, {
    spec: { ...spec, ...picked(status, authored) },
    status: omitted(status, authored),
  });
  return withKind(dialect, changed);
}

/** Whether no mutation writes only the status. */
function isSharedUpdate({ operations: { update, updateStatus } }: KindDialect): boolean {
  const isUpdate = (id: string): boolean => update.some((one) => one.id === id);
  return update.length > 0 && updateStatus.every(({ id }) => isUpdate(id));
}

function isColumns(body: KindDialect["paths"]["spec"]): body is Columns {
  return typeof body === "object";
}

/** The kind with these fields as its status, and all other fields as its spec. */
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
  // Samples that were repaired after a refusal are kept.
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
      })),
    },
    samples: { ...guessed, specs: known },
  };
}

type Tree = AnyOperation["arguments"];

/** The arguments of a write for the fields of one side. */
function ofSide(tree: Tree, side: "spec" | "status", names: readonly string[]): Tree {
  const entries = Object.entries(tree).flatMap(([name, value]): [string, ArgumentTree][] => {
    if (isJsonObject(value)) {
      const inner = ofSide(value, side, names);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }
    if (value === "$spec") return [[name, `$${side}`]];
    const column =
      typeof value === "string"
        ? /^\$spec\.(?<column>.+)$/u.exec(value)?.groups?.["column"]
        : undefined;
    if (column === undefined) return [[name, value]];
    return names.includes(column) ? [[name, `$${side}.${column}`]] : [];
  });
  return Object.fromEntries(entries);
}

function nullableAmong(
  schema: GraphQLSchema,
  kind: KindDialect,
  columns: Columns,
): readonly string[] {
  const types = typesOf(schema, kind);
  return Object.keys(columns).filter((column) => {
    const type = types[column];
    return type !== undefined && !isNonNullType(type);
  });
}

function typesOf(schema: GraphQLSchema, kind: KindDialect): BodyMembers {
  const type = schema.getType(kind.type ?? kind.name);
  return isObjectType(type) ? outputMembers(getNamedType(type)) : {};
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
