/** What became of a row of the field survey when it was put to a running API server. */
export interface SurveyFinding {
  /** `held`: as the row says. `corrected`: otherwise, as the note says. `dropped`: nothing to ask of a server. */
  readonly outcome: "held" | "corrected" | "dropped";
  /** What the server did, or why it was not asked. */
  readonly note: string;
}

/** The release whose API server was asked. */
export const surveyedRelease = "1.34.4";

/**
 * The rows that the survey knew from reading code alone, without a test that anybody had run, and those
 * that were found wrong. Each was put to an API server of {@link surveyedRelease}: by the requirement that
 * carries it, or by hand where none does.
 */
export const surveyFindings: Readonly<Record<string, SurveyFinding>> = {
  ...held("the checks of its requirement", [
    "WR-09",
    "WR-10",
    "WR-16",
    "IS-09",
    "IS-14",
    "IS-15",
    "IS-18",
    "CC-08",
    "CC-09",
    "ER-04",
    "ER-10",
    "PR-04",
    "PR-05",
    "AZ-06",
    "AZ-08",
    "AZ-11",
    "WA-02",
    "WA-26",
    "GN-03",
    "GN-05",
    "CD-03",
    "CD-06",
    "KS-08",
    "SA-11",
    "SA-12",
    "OP-04",
    "NS-03",
    "NS-05",
    "DL-02",
    "DL-08",
  ]),
  ...held("single requests", ["WR-25", "IS-10", "CC-04", "WA-10", "WA-24", "OP-03", "DL-05"]),
  "AZ-05": {
    outcome: "corrected",
    note: "Limits to a namespace hold. Wildcards and limits to names were seen on release 1.20 only: the suite grants itself neither.",
  },
  "GN-08": {
    outcome: "corrected",
    note: "True of a replacement alone: merge patch and apply lay their members over the default. It is declared as statusDefault.",
  },
  "GN-06": {
    outcome: "corrected",
    note: "The default is shown and not stored: the first write of the object stores it, and takes a version even if it changes nothing else.",
  },
  "CC-07": {
    outcome: "corrected",
    note: "An empty version, or 0, in the body of a patch is no lack of one: it is refused as invalid.",
  },
  "CC-11": {
    outcome: "corrected",
    note: "Never an unconditional write, but a text that is no number is answered with 500 and without a reason (kubernetes/kubernetes issue 139485).",
  },
  "CC-15": {
    outcome: "corrected",
    note: "Of a replacement only if it carries the metadata as well: those that it leaves out count as given up in the record of managers, which is a change.",
  },
  "CC-19": {
    outcome: "held",
    note: "Release 1.34 already has versions that grow as numbers; the promise to keep it so is newer.",
  },
  "WR-08": {
    outcome: "corrected",
    note: "An addition without a value is taken for one of null, a replacement of an absent member for an addition.",
  },
  "WR-11": {
    outcome: "corrected",
    note: "Of a patch on a missing object the object is told first: 404. On an existing one it is 400, as the row says.",
  },
  "ER-07": {
    outcome: "corrected",
    note: "Replacement and apply are refused. A merge or JSON patch that names a version which is not served is accepted and erases the whole stored status.",
  },
  "PR-01": {
    outcome: "corrected",
    note: "A request without a credential is one of system:anonymous: 403, and 401 only where anonymous requests are switched off.",
  },
  "SA-02": {
    outcome: "corrected",
    note: "Labels in an apply of the status are not stored, but the record says that the manager owns them.",
  },
  "SA-08": {
    outcome: "corrected",
    note: "An apply that leaves out the last member of the status is refused as invalid (kubernetes/kubernetes issues 117447 and 135841).",
  },
  "SA-13": {
    outcome: "held",
    note: "500 without a reason (kubernetes/kubernetes issues 122480 and 139253); only the first unknown member is named.",
  },
  "WA-17": {
    outcome: "held",
    note: "They come in the last two seconds of a stream whose end was asked for (timeoutSeconds), otherwise once a minute.",
  },
  "WA-22": {
    outcome: "corrected",
    note: "Streams end without a complaint also when the reader is slow; the driver goes on from the last version, as clients do.",
  },
  ...dropped("It is a rule for readers of objects, and is asked of the readiness oracle.", [
    "KS-01",
    "KS-03",
    "KS-04",
    "KS-05",
  ]),
  ...dropped("It needs objects from before there was a record of managers.", ["SA-14"]),
};

function held(by: string, rows: readonly string[]): Readonly<Record<string, SurveyFinding>> {
  const finding = { outcome: "held", note: `Shown by ${by}.` } as const;
  return Object.fromEntries(rows.map((row) => [row, finding]));
}

function dropped(note: string, rows: readonly string[]): Readonly<Record<string, SurveyFinding>> {
  return Object.fromEntries(rows.map((row) => [row, { outcome: "dropped", note } as const]));
}
