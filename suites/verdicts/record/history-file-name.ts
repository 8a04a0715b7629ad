import type { RecordedLines } from "#harness";

/** The look at a case that a history was recorded in. */
export interface HistoryOrigin {
  readonly case: string;
  /** Absent for the first attempt. */
  readonly attempt?: number | undefined;
}

/** The name of the file that a recorded history of a case is kept in: each look at a case has its own. */
export function historyFileName(
  { case: name, attempt }: HistoryOrigin,
  { history, of }: RecordedLines,
): string {
  const look = attempt === undefined ? "" : `-attempt-${attempt}`;
  const number = of > 1 ? `-${history + 1}` : "";
  return `${name.replaceAll(/[^A-Za-z0-9]+/g, "-")}${look}${number}.ndjson`;
}
