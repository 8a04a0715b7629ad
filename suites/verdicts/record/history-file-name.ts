import type { RecordedLines } from "#harness";

export interface HistoryOrigin {
  readonly case: string;
  readonly attempt?: number | undefined;
}

/** Returns the file name of a case's recorded history, unique per attempt. */
export function historyFileName(
  { case: name, attempt }: HistoryOrigin,
  { history, of }: RecordedLines,
): string {
  const attemptSuffix = attempt === undefined ? "" : `-attempt-${attempt}`;
  const number = of > 1 ? `-${history + 1}` : "";
  return `${name.replaceAll(/[^A-Za-z0-9]+/g, "-")}${attemptSuffix}${number}.ndjson`;
}
