import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type { GraphQLInputType } from "graphql";
import { authoredField, authoredRecord, isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { guess } from "../../port/nearest.ts";
import { authoredPlaceholder, isPlaceholder } from "../schema/argument-tree.ts";
import type { Placeholder } from "../schema/argument-tree.ts";
import { placeholderPlaces } from "../schema/placeholder-places.ts";
import type { InputSlots, PlaceholderPlace } from "../schema/placeholder-places.ts";
import { valueProblem } from "../schema/value-problem.ts";
import { spellConditions } from "./spell-conditions.ts";
import { problemAt } from "./dialect-mismatch.ts";
import type { DialectPath, DialectProblem } from "./dialect-mismatch.ts";
import type { KindDialect } from "./dialect.ts";
import { isCounted } from "./dialect-operations.ts";
import type { AnyOperation, OperationVerb } from "./dialect-operations.ts";

export interface CalledOperation {
  readonly kind: KindDialect;
  readonly kindPath: DialectPath;
  readonly verb: OperationVerb;
  readonly operation: AnyOperation;
  readonly path: DialectPath;
  readonly slots: InputSlots;
}

/**
 * Reports values that can never be sent: placeholders whose type differs from the argument's type, placeholders without
 * a value for a required argument, and samples that do not match the schema.
 */
export function valueProblems(called: CalledOperation): readonly DialectProblem[] {
  const places = placeholderPlaces(called.operation.arguments, called.slots);
  return places.flatMap((place) => {
    const misplaced = [...formProblems(called, place), ...absenceProblems(called, place)];
    // If the spec or status has the wrong type, every sample would be reported too.
    return misplaced.length > 0 ? misplaced : sampleProblems(called, place);
  });
}

const nouns: Readonly<Partial<Record<Form, string>>> = {
  text: "string",
  token: "string or number",
};

/** The form in which a placeholder is sent. A token that consists of digits may also be sent as a number. */
type Form = "boolean" | "list" | "object" | "text" | "token";

const forms: Readonly<Partial<Record<Placeholder, Form>>> = {
  $namespace: "text",
  $namespaceId: "token",
  $name: "text",
  $spec: "object",
  $status: "object",
  ...authoredRecord(authoredPlaceholder, (name) =>
    authoredField(name).form === "texts" ? "object" : "list",
  ),
  $resourceVersion: "token",
  $uid: "token",
  $credential: "text",
  $page: "token",
  $cursor: "token",
  $dryRun: "boolean",
  $fieldManager: "text",
  $force: "boolean",
  $bookmarks: "boolean",
  $initialEvents: "boolean",
  $selector: "object",
  $selectorPairs: "list",
  $selectorText: "text",
};

function formProblems(
  { kind, operation, path }: CalledOperation,
  { text, slot, path: steps }: PlaceholderPlace,
): readonly DialectProblem[] {
  const form = isPlaceholder(text) ? forms[text] : undefined;
  const isPatch = "encoding" in operation && operation.encoding === "json" && text === "$status";
  if (form === undefined || slot === undefined || isPatch) return [];
  if (takesForm(slot.type, isNumbered(text, kind) ? "token" : form)) return [];
  const boxing =
    form === "object" && isTextType(slot.type)
      ? `; {$jsonText: ${text}} encodes it as a JSON string`
      : "";
  const numbers =
    text === "$name" && getNullableType(slot.type).toString() === "Int"
      ? "; if names are integers, declare their range as numbers: { from: 1, to: 9999 }"
      : "";
  const article = form === "object" ? "an" : "a";
  const noun = nouns[form] ?? form;
  const problem = `${String(slot.type)} is required here, but ${text} is ${article} ${noun}${boxing}${numbers}`;
  return [problemAt([...path, ...steps], problem)];
}

/** Whether the values of a placeholder consist of digits, although they are usually words. */
function isNumbered(text: string, { namespaces, numbers }: KindDialect): boolean {
  if (text === "$name") return numbers !== undefined;
  return text === "$namespace" && namespaces.every((name) => /^\d+$/u.test(name));
}

function takesForm(type: GraphQLInputType, form: Form): boolean {
  const nullable = getNullableType(type);
  if (isScalarType(nullable) && !isSpecifiedScalarType(nullable)) return true;
  // A single value is coerced to a list with one item.
  if (isListType(nullable)) return form === "list" || takesForm(nullable.ofType, form);
  if (isInputObjectType(nullable)) return form === "object";
  if (isEnumType(nullable)) return form === "text";
  if (form === "boolean") return nullable.name === "Boolean";
  if (form === "text") return nullable.name === "String" || nullable.name === "ID";
  return form === "token" && nullable.name !== "Boolean";
}

function isTextType(type: GraphQLInputType): boolean {
  return getNullableType(type).toString() === "String";
}

/** Placeholders that have no value in requests of a verb, or not in all of them. */
const absent: Readonly<Record<OperationVerb, readonly Placeholder[]>> = {
  create: ["$status", "$patch", "$patchFormat", "$resourceVersion", "$uid", "$page", "$cursor"],
  read: ["$status", "$patch", "$patchFormat", "$resourceVersion", "$page", "$cursor"],
  list: ["$name", "$spec", "$status", "$resourceVersion", "$uid", "$cursor", "$page", "$labels"],
  update: ["$status", "$patch", "$patchFormat", "$page", "$cursor"],
  updateStatus: ["$patch", "$patchFormat", "$page", "$cursor"],
  patchStatus: ["$status", "$page", "$cursor"],
  delete: ["$status", "$patch", "$patchFormat", "$page", "$cursor"],
  watch: ["$name", "$spec", "$status", "$resourceVersion", "$uid", "$page", "$cursor", "$labels"],
};

const optional: readonly Placeholder[] = [
  "$dryRun",
  "$fieldManager",
  "$fieldValidation",
  "$force",
  "$bookmarks",
  "$initialEvents",
  "$selector",
  "$selectorPairs",
  "$selectorText",
];

const placeTexts: ReadonlySet<string> = new Set(["$namespace", "$namespaceId"]);

function absenceProblems(
  { kind, verb, operation, path }: CalledOperation,
  { text, slot, path: steps }: PlaceholderPlace,
): readonly DialectProblem[] {
  if (slot?.isRequired !== true) return [];
  if (text === "$page" && "items" in operation && isCounted(operation)) return [];
  if (text === "$cursor" && "start" in operation && operation.start !== undefined) return [];
  const isApplied = "encoding" in operation && operation.encoding === "apply";
  const isPlaceless = placeTexts.has(text) && kind.scope === "cluster";
  const base = text.split(".")[0];
  const isAbsent = [...absent[verb], ...(isApplied ? [] : optional)].some((one) => one === base);
  if (!isAbsent && !isPlaceless) return [];
  const where = isPlaceless ? `a cluster-scoped kind` : `every request for ${verb}`;
  const problem = `${String(slot.type)} requires a value, but ${text} does not have one in ${where}`;
  return [problemAt([...path, ...steps], problem)];
}

const bodies = { $spec: "specs", $status: "statuses" } as const;

function sampleProblems(
  { kind, kindPath, verb, operation }: CalledOperation,
  { text, slot }: PlaceholderPlace,
): readonly DialectProblem[] {
  const [base, ...members] = text.split(".");
  const isWritten = verb === "create" || verb === "update" || verb === "updateStatus";
  const isOther = "encoding" in operation && (operation.encoding ?? "plain") !== "plain";
  if (slot === undefined || !isWritten || isOther) return [];
  if (base !== "$spec" && base !== "$status") return [];
  const list = bodies[base];
  return kind.samples[list].flatMap((sample, index) => {
    const at = [...kindPath, "samples", list, index];
    const own = base === "$status" ? withoutElsewhere(sample, { kind, operation }) : sample;
    const spelled = base === "$status" ? spellConditions(own, kind.conditions) : own;
    return members.length === 0
      ? misfits(slot.type, spelled, at)
      : memberMisfits(slot, { sample: spelled, members }, at);
  });
}

function withoutElsewhere(
  sample: JsonObject,
  { kind, operation }: Pick<CalledOperation, "kind" | "operation">,
): JsonObject {
  const own = JSON.stringify(operation.arguments);
  const others = kind.operations.updateStatus
    .filter(({ id }) => id !== operation.id)
    .map((other) => JSON.stringify(other.arguments));
  const isElsewhere = (name: string): boolean => {
    const text = JSON.stringify(`$status.${name}`);
    return !own.includes(text) && others.some((other) => other.includes(text));
  };
  return Object.fromEntries(Object.entries(sample).filter(([name]) => !isElsewhere(name)));
}

function memberMisfits(
  { type, isRequired }: { readonly type: GraphQLInputType; readonly isRequired: boolean },
  { sample, members }: { readonly sample: JsonObject; readonly members: readonly string[] },
  path: DialectPath,
): readonly DialectProblem[] {
  const value = members.reduce<JsonValue | undefined>(
    (held, member) => (isJsonObject(held) ? held[member] : undefined),
    sample,
  );
  if (value !== undefined) return misfits(type, value, [...path, ...members]);
  const problem = `the field "${members.join(".")}" is missing; ${String(type)} requires it`;
  return isRequired ? [problemAt(path, problem)] : [];
}

function misfits(
  type: GraphQLInputType,
  value: JsonValue,
  path: DialectPath,
): readonly DialectProblem[] {
  const nullable = getNullableType(type);
  if (isListType(nullable) && isJsonList(value)) {
    return value.flatMap((item, index) => misfits(nullable.ofType, item, [...path, index]));
  }
  if (!isInputObjectType(nullable) || !isJsonObject(value)) {
    const problem = valueProblem(type, value);
    return problem === undefined ? [] : [problemAt(path, problem)];
  }
  const fields = nullable.getFields();
  const missing = Object.values(fields)
    .filter((field) => isRequiredInputField(field) && !Object.hasOwn(value, field.name))
    .map(({ name }) => problemAt(path, `the field "${name}" of ${nullable.name} is required`));
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) return misfits(field.type, member, [...path, name]);
    const hint = guess(name, Object.keys(fields));
    return [problemAt([...path, name], `${nullable.name} has no field "${name}"${hint}`)];
  });
  return [...missing, ...wrong];
}
