import { authoredField, authoredNames, isJsonObject } from "#contract";
import type {
  Command,
  JsonValue,
  PatchFormat,
  WatchCommand,
  JsonObject,
  UpdateStatusCommand,
} from "#contract";
import { authoredPlaceholder, authoredValues, addMembers } from "../schema/argument-tree.ts";
import { pairsOf } from "../schema/label-pairs.ts";
import type { LabelPairs } from "../schema/label-pairs.ts";
import type { Placeholder, PlaceholderValues } from "../schema/argument-tree.ts";
import type { StatusEncoding } from "../dialect/dialect-operations.ts";

/** The target-specific values of a command's placeholders. */
export interface Spelling {
  readonly kind: string;
  readonly encoding?: StatusEncoding | undefined;
  readonly pairs?: LabelPairs | undefined;
  /** Status fields that the mutation sets itself. Requests do not contain them. */
  readonly sets?: JsonObject | undefined;
  readonly formats?: Readonly<Partial<Record<PatchFormat, JsonValue>>>;
}

export function placeholderValues(
  command: Command | WatchCommand,
  spelling: Spelling,
): PlaceholderValues {
  switch (command.verb) {
    case "create":
    case "update":
      return {
        ...objectValues(command, spelling),
        $spec: command.spec,
        ...authoredValues(command, spelling.pairs),
      };
    case "updateStatus":
    case "patchStatus":
    case "read":
    case "delete":
      return { ...objectValues(command, spelling), ...statusValues(command, spelling) };
    case "list":
      return collectionValues(command, spelling);
    case "watch":
      return {
        ...collectionValues(command, spelling),
        $cursor: command.resourceVersion,
        $bookmarks: command.bookmarks,
        $initialEvents: command.initialEvents,
      };
  }
}

/**
 * Returns the placeholders that an operation must have to express a command. For example, without `$dryRun`, a dry run
 * would be a real write.
 */
export function requestedPlaceholders(command: Command | WatchCommand): readonly Placeholder[] {
  const options = "options" in command ? command.options : undefined;
  const asked: PlaceholderValues = {
    $dryRun: options?.dryRun,
    $fieldManager: options?.fieldManager,
    $fieldValidation: options?.fieldValidation,
    $force: options?.force,
    ...(command.verb === "create" || command.verb === "update" ? authoredValues(command) : {}),
    $bookmarks: "bookmarks" in command ? command.bookmarks : undefined,
    $initialEvents: "initialEvents" in command ? command.initialEvents : undefined,
  };
  return optional.filter((placeholder) => asked[placeholder] !== undefined);
}

const optional: readonly Placeholder[] = [
  "$dryRun",
  "$fieldManager",
  "$fieldValidation",
  "$force",
  ...authoredNames
    .filter((name) => authoredField(name).isOptional !== true)
    .map(authoredPlaceholder),
  "$bookmarks",
  "$initialEvents",
];

type ObjectCommand = Exclude<Command, { readonly verb: "list" }>;

/** Uses one object literal, because this runs for every command. */
function objectValues(command: ObjectCommand, { kind }: Spelling): PlaceholderValues {
  const { key } = command;
  const options = "options" in command ? command.options : undefined;
  return {
    $kind: kind,
    $namespace: key.namespace,
    $name: key.name,
    $resourceVersion: "resourceVersion" in command ? command.resourceVersion : undefined,
    $uid: "uid" in command ? command.uid : undefined,
    $dryRun: options?.dryRun,
    $fieldManager: options?.fieldManager,
    $fieldValidation: options?.fieldValidation,
    $force: options?.force,
  };
}

const usualManager = "conformance";

function statusValues(command: ObjectCommand, spelling: Spelling): PlaceholderValues {
  if (command.verb === "patchStatus") {
    return { $patch: command.patch, $patchFormat: spelling.formats?.[command.format] };
  }
  if (command.verb !== "updateStatus") return {};
  const { encoding = "plain", sets = {} } = spelling;
  const status = without(command.status, sets);
  const $status = encodeStatus({ ...command, status }, encoding);
  if (encoding !== "apply") return { $status };
  const { fieldManager = usualManager, force = true } = command.options ?? {};
  return { $status, $fieldManager: fieldManager, $force: force };
}

function without(status: JsonObject, sets: JsonObject): JsonObject {
  const names = Object.keys(sets);
  if (names.length === 0) return status;
  return Object.fromEntries(Object.entries(status).filter(([name]) => !names.includes(name)));
}

function collectionValues(
  command: WatchCommand | Extract<Command, { readonly verb: "list" }>,
  { kind, pairs: { labels } = {} }: Spelling,
): PlaceholderValues {
  const target: PlaceholderValues = { $kind: kind, $namespace: command.namespace };
  if (command.selector === undefined) return target;
  const pairs = Object.entries(command.selector);
  return {
    ...target,
    $selector: command.selector,
    $selectorPairs: pairsOf(command.selector, labels ?? { key: "key", value: "value" }),
    $selectorText: pairs.map(([key, value]) => `${key}=${value}`).join(","),
  };
}

function encodeStatus(
  { status, foreign }: Pick<UpdateStatusCommand, "foreign" | "status">,
  encoding: StatusEncoding,
): JsonValue {
  const path = foreign?.place === "inside" ? "status" : "";
  switch (encoding) {
    case "plain":
      return status;
    case "merge":
    case "apply":
      return addMembers({ status }, path, foreign?.members ?? {});
    case "json":
      return additionsOf(addMembers({ status }, path, foreign?.members ?? {}));
  }
}

/**
 * Returns JSON patch operations that set a status and foreign fields. Sets foreign objects field by field, because a
 * replacement of the whole metadata would be rejected for missing fields.
 */
function additionsOf({ status, ...others }: JsonObject): readonly JsonObject[] {
  const foreign = Object.entries(others).flatMap(([member, value]) =>
    isJsonObject(value)
      ? Object.entries(value).map(([name, inner]) => addition([member, name], inner))
      : [addition([member], value)],
  );
  return [...(status === undefined ? [] : [addition(["status"], status)]), ...foreign];
}

function addition(steps: readonly string[], value: JsonValue): JsonObject {
  const path = steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { op: "add", path, value };
}
