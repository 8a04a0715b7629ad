import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { conditionsIn, withConditions } from "../../port/conditions-place.ts";
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

/** Formats a timestamp with the given precision. Any other string stays unchanged. */
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
