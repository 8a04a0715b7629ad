import { jsonEquals } from "#contract";
import type { Command, JsonObject, JsonValue } from "#contract";
import type { KindDescription } from "#targets";

/** Whether a write only contains a sample that is declared valid, without a deliberate mistake. */
export function isSampleWrite(kinds: readonly KindDescription[], command: Command): boolean {
  if (command.verb !== "create" && command.verb !== "update" && command.verb !== "updateStatus") {
    return false;
  }
  if (command.foreign !== undefined || command.options !== undefined) return false;
  const kind = kinds.find(({ name }) => name === command.key.kind);
  if (kind === undefined) return false;
  const { specs, statuses, counter } = kind.samples;
  if (command.verb !== "updateStatus") return isOneOf(specs, command.spec ?? {}, "");
  return isCount(command.status, kind) || isOneOf(statuses, command.status, counter);
}

/** Whether a status only contains the counter and required fields. */
function isCount(
  status: JsonObject,
  { samples: { counter, statuses }, demandedMembers = {} }: KindDescription,
): boolean {
  const { [counter]: count, ...rest } = status;
  const demanded = new Set(Object.values(demandedMembers).flat());
  const [sample = {}] = statuses;
  const isDemanded = Object.entries(rest).every(
    ([name, value]) => demanded.has(name) && jsonEquals(value, sample[name]),
  );
  return isDemanded && typeof count === "number" && count >= 0;
}

function isOneOf(samples: readonly JsonObject[], value: JsonObject, counter: string): boolean {
  const { [counter]: count, ...rest } = value;
  return samples.some(
    ({ [counter]: sample, ...others }) => isCountLike(count, sample) && jsonEquals(others, rest),
  );
}

/**
 * Whether a value may replace the counter of a sample. Any number may; a value of another type is a deliberate mistake.
 */
function isCountLike(count: JsonValue | undefined, sample: JsonValue | undefined): boolean {
  if (typeof count === "number") return count >= 0;
  return count === undefined || typeof count === typeof sample;
}
