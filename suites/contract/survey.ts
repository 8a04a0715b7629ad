/** One area of the field survey: what its rows are about, and how many there are. */
export interface SurveyArea {
  readonly title: string;
  readonly rows: number;
}

/**
 * The field survey of status semantics, by the prefix of its rows, in the order of its groups. Every row
 * is settled by a requirement or left out with a reason; a test holds that.
 */
export const survey = {
  WR: { title: "Writing a status: success, persistence, metadata, creation", rows: 26 },
  IS: { title: "Isolation of spec and status, validation", rows: 18 },
  CC: { title: "Optimistic concurrency", rows: 22 },
  ER: { title: "The error model", rows: 11 },
  PR: { title: "The order of errors", rows: 6 },
  AZ: { title: "Authorization", rows: 11 },
  WA: { title: "Watches", rows: 26 },
  GN: { title: "Generation and defaults", rows: 8 },
  CD: { title: "Conditions", rows: 8 },
  KS: { title: "Readiness by the rules of kstatus", rows: 9 },
  SA: { title: "Apply and the ownership of fields", rows: 14 },
  OP: { title: "Options of writes", rows: 5 },
  NS: { title: "Kinds without a status", rows: 5 },
  AL: { title: "Allocation and acknowledgement", rows: 10 },
  CT: { title: "Writers of a status", rows: 17 },
  DL: { title: "Deletion and recreation", rows: 8 },
} as const satisfies Readonly<Record<string, SurveyArea>>;

/** The rows of one area: `CC-01`, `CC-02` and so on. */
export function surveyRows(prefix: string, { rows }: SurveyArea): readonly string[] {
  return Array.from({ length: rows }, (_, i) => `${prefix}-${String(i + 1).padStart(2, "0")}`);
}
