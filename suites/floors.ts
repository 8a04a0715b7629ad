export interface Part {
  /** Folders of other parts that the part may import. */
  readonly mayImport: readonly string[];
  /**
   * The rooms of the part, from bottom to top: each imports only the rooms below it. Empty if there is only one room.
   */
  readonly rooms: readonly string[];
}

const contract = "suites/contract";
const port = "suites/targets";

/** The parts of the source tree, from bottom to top. */
export const floors: Readonly<Record<string, Part>> = {
  [contract]: { mayImport: [], rooms: ["vocabulary", "catalogue", "requirements"] },
  "suites/model": { mayImport: [contract], rooms: ["state", "step", "observation"] },
  "suites/checker": {
    mayImport: [contract],
    rooms: ["history", "reading", "objects", "search", "watches", "registers", "verdict"],
  },
  [port]: {
    mayImport: [contract],
    rooms: [
      "port",
      "samples",
      "wire/limits",
      "wire/http",
      "wire/streams",
      "graphql/schema",
      "graphql/dialect",
      "graphql/dialect-file",
      "graphql/credentials",
      "graphql/requests",
      "graphql/replies",
      "graphql/hooks",
      "graphql/streams",
      "graphql/driver",
      "kubernetes/resources",
      "kubernetes/requests",
      "kubernetes/values",
      "kubernetes/trials",
      "kubernetes/named-kinds",
      "kubernetes/driver",
    ],
  },
  "suites/harness": {
    mayImport: [contract, "suites/model", "suites/checker", port],
    rooms: [
      "premises",
      "judging",
      "sensitivity",
      "session",
      "commands",
      "refusals",
      "properties",
      "history",
    ],
  },
  "suites/checks": { mayImport: [contract, "suites/harness"], rooms: [] },
  "suites/verdicts": {
    mayImport: [contract, "suites/harness"],
    rooms: ["record", "plan", "judging", "baseline", "drive", "fold"],
  },
  "suites/wings/controllers": {
    mayImport: [contract, port, "suites/harness", "suites/verdicts"],
    rooms: ["rules", "scenarios", "observation", "checks"],
  },
  "suites/wings/logs": {
    mayImport: [contract, "suites/checker", "suites/harness"],
    rooms: ["port", "readers", "exports", "rules", "verdict"],
  },
  "suites/wings/init": { mayImport: [contract, port], rooms: ["inference"] },
  reference: {
    mayImport: [contract],
    rooms: [
      "values",
      "definitions",
      "kinds",
      "content",
      "apply",
      "rules",
      "correct",
      "store",
      "faults",
      "freedoms",
      "graphql",
      "server",
      "controller",
    ],
  },
  reports: {
    mayImport: [contract, "suites/checker", "suites/verdicts", "suites/wings/logs"],
    rooms: ["text", "record", "report", "terminal", "html", "formats", "comparison", "pages"],
  },
  bin: {
    mayImport: ["*"],
    rooms: [
      "process",
      "options",
      "config",
      "output",
      "reach",
      "controller",
      "self-test",
      "commands",
      "package",
    ],
  },
  lab: { mayImport: ["*"], rooms: [] },
};
