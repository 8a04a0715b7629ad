import type { SurveyRowId } from "./survey-rows.ts";

/** How a running API server behaves in the case that a row of the field survey describes. */
export interface SurveyFinding {
  /**
   * `held`: the server behaves as the row states. `corrected`: the server behaves as the note states. `dropped`: the
   * row cannot be tested on a server.
   */
  readonly outcome: "held" | "corrected" | "dropped";
  /** The server's behavior, or why it was not tested. */
  readonly note: string;
}

/** The release of the tested API server. */
export const surveyedRelease = "1.34.4";

/**
 * Survey rows that come from code without an upstream test, or that were wrong. Each row was tested on an API server of
 * {@link surveyedRelease}, by the checks of its requirement or by single requests.
 */
export const surveyFindings: Readonly<Partial<Record<SurveyRowId, SurveyFinding>>> = {
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
    note:
      "Confirmed for namespaced grants. Wildcards and resource names were only tested on " +
      "release 1.20, because the suite does not grant itself either.",
  },
  "GN-08": {
    outcome: "corrected",
    note:
      "Only true for a replacement: merge patch and apply merge into the default. A target " +
      "declares its behavior as statusDefault.",
  },
  "GN-06": {
    outcome: "corrected",
    note: "The default is applied on read and not stored: the first write stores it, and gets a new version even if it changes nothing else.",
  },
  "CC-07": {
    outcome: "corrected",
    note: "An empty resourceVersion, or 0, in a patch body does not count as missing: it is rejected as Invalid.",
  },
  "CC-11": {
    outcome: "corrected",
    note: "Never an unconditional write, but a resourceVersion that is not a number returns 500 without a reason (kubernetes/kubernetes issue 139485).",
  },
  "CC-15": {
    outcome: "corrected",
    note:
      "A replacement must also send the metadata: omitting it releases its ownership in " +
      "managedFields, and this counts as a change.",
  },
  "CC-19": {
    outcome: "held",
    note: "Release 1.34 already has growing decimal versions; the guarantee came with release 1.35.",
  },
  "WR-08": {
    outcome: "corrected",
    note: "An add without a value adds null, and a replace of an absent field adds it.",
  },
  "WR-11": {
    outcome: "corrected",
    note: "If the object is missing, the response is 404; otherwise 400, as in the row.",
  },
  "ER-07": {
    outcome: "corrected",
    note: "Replacement and apply are rejected. A merge or JSON patch that specifies an unserved version is accepted and erases the whole stored status.",
  },
  "PR-01": {
    outcome: "corrected",
    note: "A request without credentials is made as system:anonymous and gets 403; 401 only if anonymous requests are disabled.",
  },
  "SA-02": {
    outcome: "corrected",
    note: "Labels in an apply of the status are not stored, yet managedFields list the manager as their owner.",
  },
  "SA-08": {
    outcome: "corrected",
    note: "An apply that omits the last field of the status is rejected as Invalid (kubernetes/kubernetes issues 117447 and 135841).",
  },
  "SA-13": {
    outcome: "held",
    note: "500 without a reason (kubernetes/kubernetes issues 122480 and 139253); only the first unknown field is named.",
  },
  "WA-17": {
    outcome: "held",
    note: "Bookmarks are sent about once a minute, and in the last 2 s of a stream with timeoutSeconds.",
  },
  "WA-22": {
    outcome: "corrected",
    note: "Streams also end without an error when the reader is slow; the driver resumes from the last version, as clients do.",
  },
  ...dropped("A rule for clients, covered by the tests of the readiness oracle.", [
    "KS-01",
    "KS-03",
    "KS-04",
    "KS-05",
  ]),
  ...dropped("Requires objects without managedFields, but no request can create them.", ["SA-14"]),
};

function held(
  by: string,
  rows: readonly SurveyRowId[],
): Readonly<Partial<Record<SurveyRowId, SurveyFinding>>> {
  const finding = { outcome: "held", note: `Shown by ${by}.` } as const;
  return Object.fromEntries(rows.map((row) => [row, finding]));
}

function dropped(
  note: string,
  rows: readonly SurveyRowId[],
): Readonly<Partial<Record<SurveyRowId, SurveyFinding>>> {
  return Object.fromEntries(rows.map((row) => [row, { outcome: "dropped", note } as const]));
}
