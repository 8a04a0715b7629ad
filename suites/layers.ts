export interface Part {
  /** Folders of other parts that the part may import. */
  readonly mayImport: readonly string[];
  /**
   * The layers of the part, from bottom to top: each imports only the layers below it. Empty if there is only one
   * layer.
   */
  readonly layers: readonly string[];
}

const contract = "suites/contract";
const port = "suites/targets";

/** The parts of the source tree, from bottom to top. */
export const sourceParts: Readonly<Record<string, Part>> = {
  [contract]: { mayImport: [], layers: ["vocabulary", "catalogue", "requirements"] },
  "suites/model": { mayImport: [contract], layers: ["state", "step", "observation"] },
  "suites/checker": {
    mayImport: [contract],
    layers: ["history", "reading", "objects", "search", "watches", "registers", "verdict"],
  },
  [port]: {
    mayImport: [contract],
    layers: [
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
    layers: [
      "premises",
      "judging",
      "sensitivity",
      "lists",
      "session",
      "commands",
      "refusals",
      "properties",
      "history",
    ],
  },
  "suites/checks": { mayImport: [contract, "suites/harness"], layers: [] },
  "suites/verdicts": {
    mayImport: [contract, "suites/harness"],
    layers: ["record", "plan", "judging", "baseline", "drive", "fold"],
  },
  "suites/wings/controllers": {
    mayImport: [contract, port, "suites/harness", "suites/verdicts"],
    layers: ["rules", "scenarios", "observation", "checks"],
  },
  "suites/wings/logs": {
    mayImport: [contract, "suites/checker", "suites/harness"],
    layers: ["port", "readers", "exports", "rules", "verdict"],
  },
  "suites/wings/init": {
    mayImport: [contract, port],
    layers: ["schema", "requests", "operations", "kinds", "learning", "trials", "dialect"],
  },
  reference: {
    mayImport: [contract],
    layers: [
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
    layers: ["text", "record", "report", "terminal", "html", "formats", "comparison", "pages"],
  },
  bin: {
    mayImport: ["*"],
    layers: [
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
  lab: { mayImport: ["*"], layers: [] },
};
