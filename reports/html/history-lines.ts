import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { shownLine } from "./shown-text.ts";

export interface DrawnLine {
  readonly number: number;
  readonly members: JsonObject;
  readonly start: number;
  readonly end: number | undefined;
}

export function readLines(text: string): readonly DrawnLine[] {
  return text.split("\n").flatMap((line, i): readonly DrawnLine[] => {
    if (i === 0 || line.trim() === "") return [];
    const members: unknown = JSON.parse(line);
    if (!isJsonObject(members)) return [];
    const start = numberOf(members["invoke"]) ?? numberOf(members["time"]);
    if (start === undefined) return [];
    return [{ number: i + 1, members, start, end: numberOf(members["return"]) }];
  });
}

export function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Formats the value of a field, truncated to 40 characters. Returns an empty string if the field is absent. */
export function describeValue(value: JsonValue | undefined): string {
  if (value === undefined) return "";
  return shownLine(typeof value === "string" ? value : JSON.stringify(value), 40);
}
