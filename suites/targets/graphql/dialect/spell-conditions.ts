import { isJsonList, isJsonObject, nameOfStep, pointerStep } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { conditionsIn, conditionsPathOf, withConditions } from "../../port/conditions-place.ts";
import type { ConditionsPlace } from "../../port/conditions-place.ts";
import type { ConditionSpelling, TimePrecision } from "../schema/declared-conditions.ts";
import { stepsOf } from "../schema/paths.ts";

/** Locates the conditions in a status. Empty if the status has the standard field `conditions`. */
export function conditionsPlaceOf(
  spelling: Pick<ConditionSpelling, "member"> | undefined,
): ConditionsPlace {
  const { member } = spelling ?? {};
  return member === undefined ? {} : { conditionsPath: stepsOf(member) };
}

/**
 * Returns a status with its conditions in the endpoint's format. Other values stay unchanged, because they may be
 * deliberately invalid.
 */
export function spellConditions(
  status: JsonObject,
  spelling: ConditionSpelling | undefined,
): JsonObject {
  return spelling === undefined
    ? status
    : inEachCondition(status, spelling, (name, value) =>
        isOfServer(name, spelling)
          ? undefined
          : [spelling.members?.[name] ?? name, spellMember(name, value, spelling)],
      );
}

/** Returns a JSON patch of an object with its conditions in the endpoint's format. */
export function spellConditionsPatch(patch: JsonValue, spelling: ConditionSpelling): JsonValue {
  return isJsonList(patch)
    ? patch.map((operation) =>
        isJsonObject(operation) ? spellOperation(operation, spelling) : operation,
      )
    : patch;
}

function spellOperation(operation: JsonObject, spelling: ConditionSpelling): JsonObject {
  const entries = Object.entries(operation).map(([name, value]): [string, JsonValue] => {
    if (name === "value") return [name, spellValueAt(operation["path"], value, spelling)];
    const isPointer = name === "path" || name === "from";
    return [name, isPointer ? spellPointer(value, spelling) : value];
  });
  return Object.fromEntries(entries);
}

/** Renames the condition field at the end of a pointer. */
function spellPointer(pointer: JsonValue, spelling: ConditionSpelling): JsonValue {
  const { steps, field } = placeOf(pointer, spelling);
  const name = field && spelling.members?.[field];
  if (name === undefined) return pointer;
  return ["", ...steps.slice(0, -1), name].map((step) => pointerStep(step)).join("/");
}

function spellValueAt(
  pointer: JsonValue | undefined,
  value: JsonValue,
  spelling: ConditionSpelling,
): JsonValue {
  const { around, isItem, field } = placeOf(pointer, spelling);
  if (field !== undefined) return spellMember(field, value, spelling);
  if (around === undefined) return value;
  const status = around.reduceRight<JsonValue>(
    (inner, step) => ({ [step]: inner }),
    isItem ? [value] : value,
  );
  if (!isJsonObject(status)) return value;
  let spelled: JsonValue | undefined = spellConditions(status, spelling);
  for (const step of around) spelled = isJsonObject(spelled) ? spelled[step] : undefined;
  return (isItem && isJsonList(spelled) ? spelled[0] : spelled) ?? value;
}

interface PointerPlace {
  readonly steps: readonly string[];
  /** The path in the status to the value, or to the list that contains it. Undefined elsewhere. */
  readonly around?: readonly string[];
  /** Whether the value is an item of the list of conditions. */
  readonly isItem?: boolean;
  /** The field of a condition. */
  readonly field?: string;
}

function placeOf(pointer: JsonValue | undefined, spelling: ConditionSpelling): PointerPlace {
  const [root, ...steps] = typeof pointer === "string" ? pointer.split("/").map(nameOfStep) : [];
  const [side, ...inner] = steps;
  const { path } = conditionsPathOf(conditionsPlaceOf(spelling));
  const isOnPath = inner.every((step, index) => index >= path.length || step === path[index]);
  if (root !== "" || side !== "status" || !isOnPath) return { steps };
  const field = inner[path.length + 1];
  switch (inner.length - path.length) {
    case 2:
      return field === undefined ? { steps } : { steps, field };
    case 1:
      return { steps, around: path, isItem: true };
    default:
      return inner.length > path.length ? { steps } : { steps, around: inner };
  }
}

/** Whether the server sets a field of conditions. Writes then omit the field. */
function isOfServer(name: string, { time }: ConditionSpelling): boolean {
  return name === "lastTransitionTime" && time === "server";
}

export function readConditions(
  status: JsonObject,
  spelling: ConditionSpelling | undefined,
): JsonObject {
  if (spelling === undefined) return status;
  const names = reversed(spelling.members ?? {});
  const words = reversed(spelling.status ?? {});
  return inEachCondition(status, spelling, (spelled, value) => {
    const name = names.get(spelled) ?? spelled;
    if (name === "status" && typeof value === "string") return [name, words.get(value) ?? value];
    if (isOfServer(name, spelling)) return undefined;
    const isTime = name === "lastTransitionTime" && spelling.time !== undefined;
    return [name, isTime && typeof value === "string" ? withoutZeros(value) : value];
  });
}

/** Converts the name and value of one field of a condition. Undefined if the field is omitted. */
type Translate = (name: string, value: JsonValue) => readonly [string, JsonValue] | undefined;

function inEachCondition(
  status: JsonObject,
  spelling: ConditionSpelling,
  translate: Translate,
): JsonObject {
  const place = conditionsPlaceOf(spelling);
  const conditions = conditionsIn(place, status);
  if (!isJsonList(conditions)) return status;
  const translated = conditions.map((condition) =>
    isJsonObject(condition)
      ? Object.fromEntries(
          Object.entries(condition).flatMap(([name, value]) => {
            const changed = translate(name, value);
            return changed === undefined ? [] : [changed];
          }),
        )
      : condition,
  );
  return withConditions(place, status, translated);
}

function spellMember(name: string, value: JsonValue, spelling: ConditionSpelling): JsonValue {
  if (typeof value !== "string") return value;
  if (name === "status" && isConditionStatus(value)) return spelling.status?.[value] ?? value;
  const { time } = spelling;
  if (name !== "lastTransitionTime" || time === undefined || time === "server") return value;
  return withDigits(value, time);
}

function isConditionStatus(text: string): text is "True" | "False" | "Unknown" {
  return text === "True" || text === "False" || text === "Unknown";
}

const digits = { seconds: 0, milliseconds: 3, microseconds: 6 } as const;

/** Extends a UTC timestamp without fractional digits to the given precision. Any other string stays unchanged. */
function withDigits(text: string, precision: TimePrecision): string {
  const count = digits[precision];
  const isExact = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u.test(text);
  return isExact && count > 0 ? `${text.slice(0, -1)}.${"0".repeat(count)}Z` : text;
}

function withoutZeros(text: string): string {
  return text.replace(/\.0+(?=Z$|[+-]\d\d:\d\d$)/u, "");
}

function reversed(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).map(([own, theirs]) => [theirs, own]));
}
