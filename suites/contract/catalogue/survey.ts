import type { SourceReference } from "./requirement.ts";
import { isSourceName } from "./sources.ts";
import { surveyRows } from "./survey-rows.ts";
import type { SurveyLevel, SurveyRowId } from "./survey-rows.ts";

export interface SurveyRow {
  readonly row: SurveyRowId;
  readonly level: SurveyLevel;
  readonly behaviour: string;
  readonly sources: readonly SourceReference[];
}

/** The areas of the field survey, by row prefix. */
export const surveyAreas = {
  WR: "Writing a status: success, persistence, metadata, creation",
  IS: "Isolation of spec and status, validation",
  CC: "Optimistic concurrency",
  ER: "The error model",
  PR: "Precedence of errors",
  AZ: "Authorization",
  WA: "Watches",
  GN: "Generation and defaults",
  CD: "Conditions",
  KS: "Readiness by the rules of kstatus",
  SA: "Server-side apply and field ownership",
  OP: "Options of writes",
  NS: "Kinds without a status",
  AL: "Allocation and acknowledgement",
  DL: "Deletion and recreation",
  CT: "Controllers that write a status",
} as const satisfies Readonly<Record<string, string>>;

export const surveyRowIds: readonly SurveyRowId[] = Object.keys(surveyRows).filter(isSurveyRowId);

export function isSurveyRowId(text: string): text is SurveyRowId {
  return Object.hasOwn(surveyRows, text);
}

export function surveyRow(row: SurveyRowId): SurveyRow {
  const [level, behaviour, ...places] = surveyRows[row];
  return { row, level, behaviour, sources: places.flatMap(readPlace) };
}

/** Parses `SOURCE: PLACE`. The type of the table only admits known sources. */
function readPlace(text: string): readonly SourceReference[] {
  const [source = "", at = ""] = text.split(/: (.*)/su);
  return isSourceName(source) ? [{ source, at }] : [];
}
