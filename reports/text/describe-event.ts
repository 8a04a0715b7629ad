import type { JsonValue } from "#contract";
import type { CaseHistory } from "#verdicts";

type HistoryEvent = CaseHistory["events"][number];

export function describeEvent({ what, by, version, generation, changes }: HistoryEvent): string {
  const who = by === undefined ? "" : ` by ${by}`;
  const which = version === undefined ? "" : ` version ${version}`;
  const of = generation === undefined ? "" : `, generation ${generation}`;
  const changed = changes.map(describeChange).join("; ");
  return `${what}${who}${which}${of}${changed === "" ? "" : `: ${changed}`}`;
}

export function describeChange({ path, before, after }: HistoryEvent["changes"][number]): string {
  return `${path}: ${describeValue(before)} → ${describeValue(after)}`;
}

function describeValue(value: JsonValue | undefined): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
