import { getNamedType, isScalarType, isSpecifiedScalarType } from "graphql";
import type { GraphQLNamedType } from "graphql";
import { foreignPattern } from "../../port/foreign-pattern.ts";
import { guess } from "../../port/nearest.ts";
import { problemAt } from "./dialect-mismatch.ts";
import type { DialectPath, DialectProblem } from "./dialect-mismatch.ts";
import type { BodyPath, KindDialect, OutcomeMatcher } from "./dialect.ts";
import type { AnyOperation, WatchOperation } from "./dialect-operations.ts";
import { stepsOf } from "../schema/paths.ts";
import { membersOf } from "../schema/selection.ts";
import type { TypeLookup } from "../schema/selection.ts";

export interface ReplyShape {
  readonly typeAt: TypeLookup;
  /** Returns the name of a type and, for an interface or a union, the names of its possible types. */
  readonly typesOf: (type: GraphQLNamedType) => readonly string[];
  readonly kind: KindDialect;
  readonly kindPath: DialectPath;
  readonly operation: AnyOperation;
  readonly path: DialectPath;
}

/** Reports the paths of an operation, and of the objects in its response, that do not exist in the schema. */
export function replyProblems(shape: ReplyShape): readonly DialectProblem[] {
  const { operation, path, typeAt } = shape;
  const { object, others } = pathsInReply(operation);
  const all = object === undefined ? others : [...others, object];
  const problems = all
    .filter(({ path: at, elsewhere }) =>
      [at, ...(elsewhere === undefined ? [] : [elsewhere])].every(
        (one) => typeAt(stepsOf(one)) === undefined,
      ),
    )
    .map((named) => {
      const problem = `the response has no field "${named.path}"${hintFor(typeAt, named.path)}`;
      return problemAt([...path, ...named.name], problem);
    });
  return object === undefined ? problems : [...problems, ...objectProblems(shape, object.path)];
}

/** Reports the matchers whose `message` is not a valid RE2 regular expression. */
export function matcherProblems(matchers: readonly OutcomeMatcher[]): readonly DialectProblem[] {
  return matchers.flatMap(({ message }, index) => {
    const pattern = message === undefined ? undefined : foreignPattern(message);
    if (typeof pattern !== "string") return [];
    const problem = `not a regular expression in RE2 syntax: ${message} (${pattern})`;
    return [problemAt(["outcomes", index, "message"], problem)];
  });
}

function objectProblems(shape: ReplyShape, objectPath: string): readonly DialectProblem[] {
  const { typeAt, typesOf, kind, kindPath, path } = shape;
  const type = typeAt(stepsOf(objectPath));
  if (type === undefined || type === "anything" || kind.boxed !== undefined) return [];
  const named = getNamedType(type);
  // An object in a JSON scalar is not checked, because the schema does not describe its fields.
  if (isScalarType(named) && !isSpecifiedScalarType(named)) return [];
  const where = path.slice(kindPath.length + 1).join(".");
  const name = String(named);
  const names = typesOf(named);
  const inObject: TypeLookup = (steps) => typeAt([...stepsOf(objectPath), ...steps]);
  const wrongType =
    kind.type === undefined || names.includes(kind.type)
      ? []
      : [problemAt([...kindPath, "type"], `${where} returns ${name}, not ${kind.type}`)];
  const missing = requiredPaths(kind).filter(({ path: at }) => inObject(stepsOf(at)) === undefined);
  return [
    ...wrongType,
    ...missing.map((one) => {
      const problem = `in the response to ${where}, ${name} has no field "${one.path}"${hintFor(inObject, one.path)}`;
      return problemAt([...kindPath, "paths", ...one.name], problem);
    }),
  ];
}

function hintFor(typeAt: TypeLookup, path: string): string {
  const steps = stepsOf(path);
  const failing = steps.findIndex((_, index) => typeAt(steps.slice(0, index + 1)) === undefined);
  const holder = typeAt(steps.slice(0, failing));
  if (holder === undefined || holder === "anything") return "";
  return guess(steps[failing] ?? "", membersOf(holder));
}

interface NamedPath {
  readonly name: readonly string[];
  readonly path: string;
  /** An alternative path, if `path` does not exist. */
  readonly elsewhere?: string;
}

/** Returns the paths that objects of a kind must have. The status is required only if the kind has a status write. */
function requiredPaths({ paths, operations }: KindDialect): readonly NamedPath[] {
  const { status, ...others } = paths;
  const isStatusWritten = operations.updateStatus.length + operations.patchStatus.length > 0;
  const required = isStatusWritten && status !== undefined ? { ...others, status } : others;
  const entries: readonly (readonly [string, BodyPath | undefined])[] = Object.entries(required);
  return entries.flatMap(([name, path]): readonly NamedPath[] => {
    if (typeof path === "string") return [{ name: [name], path }];
    return Object.entries(path ?? {}).map(([member, at]) => ({ name: [name, member], path: at }));
  });
}

interface PathsInReply {
  readonly object?: NamedPath;
  readonly others: readonly NamedPath[];
}

function pathsInReply(operation: AnyOperation): PathsInReply {
  if ("items" in operation) {
    const { items, resourceVersion } = operation;
    const pages = operation.pages && "next" in operation.pages ? operation.pages : undefined;
    return {
      object: { name: ["items"], path: items },
      others: present([
        [["resourceVersion"], resourceVersion],
        [["pages", "next"], pages?.next],
        [["pages", "more"], pages?.more],
      ]),
    };
  }
  if ("result" in operation) {
    const { result } = operation;
    return result === null
      ? { others: [] }
      : { object: { name: ["result"], path: result }, others: [] };
  }
  return inMessage(operation, watchPaths(operation));
}

/**
 * Converts paths in an event to paths in the message, if the message contains a list of events. The cursor may also be
 * outside the list.
 */
function inMessage({ events }: WatchOperation, { object, others }: PathsInReply): PathsInReply {
  if (events === undefined) return object === undefined ? { others } : { object, others };
  const inEvent = (named: NamedPath): NamedPath => ({
    ...named,
    path: inField(events, named.path) ?? events,
    ...(named.name[0] === "cursor" ? { elsewhere: named.path } : {}),
  });
  return {
    ...(object === undefined ? {} : { object: inEvent(object) }),
    others: [{ name: ["events"], path: events }, ...others.map(inEvent)],
  };
}

function watchPaths(operation: WatchOperation): PathsInReply {
  const { type } = operation;
  if (type !== undefined && type.path === undefined) return filledPaths(operation, type.names);
  const isNamed = operation.eventType !== undefined && operation.key !== undefined;
  return {
    ...(isNamed ? {} : { object: { name: ["object"], path: operation.object } }),
    others: present([
      [["type", "path"], operation.type?.path],
      [["resourceVersion"], operation.resourceVersion],
      [["cursor"], operation.cursor],
      [["key", "name"], operation.key?.name],
      [["key", "namespace"], operation.key?.namespace],
      [["key", "uid"], operation.key?.uid],
      [["initialEventsEnd"], operation.initialEventsEnd],
      [["deleted"], markerPath(operation)],
      ...(operation.otherKinds ?? []).map((path) => [["otherKinds"], path] as const),
    ]),
  };
}

function markerPath({ object, deleted }: WatchOperation): string | undefined {
  return deleted === undefined || object === "" ? deleted : `${object}.${deleted}`;
}

function inField(field: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  return path === "" ? field : `${field}.${path}`;
}

/**
 * Returns the paths in events whose only non-null field determines the type. A delete event with a key contains no
 * object.
 */
function filledPaths(
  { object, key, resourceVersion, cursor, initialEventsEnd }: WatchOperation,
  names: NonNullable<WatchOperation["type"]>["names"],
): PathsInReply {
  const fields = Object.keys(names);
  const gone = fields.find((field) => names[field] === "DELETED") ?? "";
  const held = fields.find((field) => key === undefined || field !== gone);
  return {
    ...(held === undefined
      ? {}
      : { object: { name: ["object"], path: inField(held, object) ?? held } }),
    others: present([
      ...fields.map((field) => [["type", "names", field], field] as const),
      ...(key === undefined
        ? []
        : ([
            [["resourceVersion"], inField(gone, resourceVersion)],
            [["key", "name"], inField(gone, key.name)],
            [["key", "namespace"], inField(gone, key.namespace)],
            [["key", "uid"], inField(gone, key.uid)],
          ] as const)),
      [["cursor"], cursor],
      [["initialEventsEnd"], initialEventsEnd],
    ]),
  };
}

function present(
  paths: readonly (readonly [readonly string[], string | undefined])[],
): readonly NamedPath[] {
  return paths.flatMap(([name, path]) => (path === undefined ? [] : [{ name, path }]));
}
