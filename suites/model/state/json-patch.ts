import { isJsonList, isJsonObject, jsonEquals, nameOfStep } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** Applies a JSON patch. Returns undefined if one of its operations fails. */
export function applyPatch(document: JsonValue, patch: JsonValue): JsonValue | undefined {
  if (!isJsonList(patch)) return undefined;
  let current: JsonValue | undefined = document;
  for (const operation of patch) {
    if (current === undefined || !isJsonObject(operation)) return undefined;
    current = applyOperation(current, operation);
  }
  return current;
}

function applyOperation(document: JsonValue, operation: JsonObject): JsonValue | undefined {
  const { op, path, from, value } = operation;
  const to = pointerOf(path);
  if (to === undefined) return undefined;
  if (op === "test") {
    const isEqual = value !== undefined && jsonEquals(valueAt(document, to), value);
    return isEqual ? document : undefined;
  }
  if (op === "remove") return take(document, to);
  if (op === "add" || op === "replace") {
    return value === undefined ? undefined : put(document, to, { value, isNew: op === "add" });
  }
  return op === "copy" || op === "move"
    ? bring(document, { op, from: pointerOf(from), to })
    : undefined;
}

interface Bringing {
  readonly op: "copy" | "move";
  readonly from: readonly string[] | undefined;
  readonly to: readonly string[];
}

function bring(document: JsonValue, { op, from, to }: Bringing): JsonValue | undefined {
  if (from === undefined) return undefined;
  const value = valueAt(document, from);
  const rest = op === "move" ? take(document, from) : document;
  return value === undefined || rest === undefined
    ? undefined
    : put(rest, to, { value, isNew: true });
}

function pointerOf(path: JsonValue | undefined): readonly string[] | undefined {
  if (typeof path !== "string") return undefined;
  if (path === "") return [];
  if (!path.startsWith("/")) return undefined;
  const steps = path.slice(1).split("/");
  return steps.map(nameOfStep);
}

function valueAt(value: JsonValue, [step, ...rest]: readonly string[]): JsonValue | undefined {
  if (step === undefined) return value;
  const inner = isJsonList(value)
    ? value[positionOf(step, value.length - 1) ?? -1]
    : isJsonObject(value) && Object.hasOwn(value, step)
      ? value[step]
      : undefined;
  return inner === undefined ? undefined : valueAt(inner, rest);
}

interface Put {
  readonly value: JsonValue;
  /** Whether the operation adds a value, so that the path need not exist. */
  readonly isNew: boolean;
}

function put(
  into: JsonValue,
  [step, ...rest]: readonly string[],
  what: Put,
): JsonValue | undefined {
  if (step === undefined) return what.value;
  if (rest.length > 0) {
    const inner = valueAt(into, [step]);
    const changed = inner === undefined ? undefined : put(inner, rest, what);
    return changed === undefined ? undefined : withMember(into, step, changed);
  }
  if (isJsonList(into) && what.isNew) {
    const position = step === "-" ? into.length : positionOf(step, into.length);
    return position === undefined ? undefined : into.toSpliced(position, 0, what.value);
  }
  if (!what.isNew && valueAt(into, [step]) === undefined) return undefined;
  return isJsonList(into) || isJsonObject(into) ? withMember(into, step, what.value) : undefined;
}

function take(from: JsonValue, [step, ...rest]: readonly string[]): JsonValue | undefined {
  const inner = step === undefined ? undefined : valueAt(from, [step]);
  if (step === undefined || inner === undefined) return undefined;
  if (rest.length > 0) {
    const changed = take(inner, rest);
    return changed === undefined ? undefined : withMember(from, step, changed);
  }
  if (isJsonList(from)) return from.toSpliced(Number(step), 1);
  const { [step]: _taken, ...others } = isJsonObject(from) ? from : {};
  return others;
}

function withMember(into: JsonValue, step: string, value: JsonValue): JsonValue {
  if (isJsonList(into)) return into.with(Number(step), value);
  return { ...(isJsonObject(into) ? into : {}), [step]: value };
}

function positionOf(step: string, last: number): number | undefined {
  const position = /^(?:0|[1-9]\d*)$/u.test(step) ? Number(step) : Number.NaN;
  return position <= last ? position : undefined;
}
