import { fingerprintOf } from "#verdicts";
import type { Report, ReportRequirement } from "../report/report.ts";
import { SchemaPlaces } from "./coordinate.ts";
import type { SchemaFile, SchemaPlace } from "./coordinate.ts";
import { explain, headlineOf, shown, runErrorsOf, violationsOf } from "./standing.ts";
import { jsonText } from "../text/json-text.ts";

const format = {
  version: "2.1.0",
  schema: "https://json.schemastore.org/sarif-2.1.0.json",
} as const;

const reported = new Set(["fail", "warn", "flaky", "expected-fail"]);

/**
 * Renders SARIF 2.1.0: a rule for each requirement, and a result for each cause of violated requirements. The location
 * of a result is the schema coordinate of the operation and, if there is a schema, its line. A result lists its
 * consequences. Expected failures are suppressed results.
 */
export function renderSarif(report: Report, schema?: SchemaFile): string {
  const places = new SchemaPlaces(report, schema);
  const rules = report.requirements.map(ruleOf);
  const indexes = new Map(report.requirements.map((of, index) => [of.requirement, index]));
  const broken = report.requirements.filter(({ verdict }) => reported.has(verdict));
  const followsOf = (lead: ReportRequirement): readonly ReportRequirement[] =>
    broken.filter(({ cause }) => cause === lead.requirement);
  const following = new Set(broken.flatMap(followsOf));
  const results = broken
    .filter((of) => !following.has(of))
    .toSorted((left, right) => placeOf(left) - placeOf(right))
    .map((of) =>
      resultOf(of, {
        index: indexes.get(of.requirement) ?? -1,
        place: places.of(of),
        schema,
        follows: followsOf(of).map(({ requirement }) => requirement),
        kinds: report.target.kinds,
      }),
    );
  const { suite } = report;
  const run = {
    tool: {
      driver: { name: suite.name, version: suite.version, semanticVersion: suite.version, rules },
    },
    automationDetails: { id: `${report.profile}/${report.run}` },
    invocations: [invocationOf(report)],
    results,
    columnKind: "utf16CodeUnits",
    properties: {
      profile: report.profile,
      conclusion: report.conclusion,
      verdicts: report.sums,
      seed: report.seed,
    },
  };
  const document = { $schema: format.schema, version: format.version, runs: [run] };
  return jsonText(document);
}

/** Returns the position of a requirement in the results: causes by rank, followed by expected failures. */
function placeOf({ rank }: ReportRequirement): number {
  return rank ?? Number.MAX_SAFE_INTEGER;
}

/** Escapes link syntax in a message (SARIF 2.1.0, section 3.11.6). */
function plainText(text: string): string {
  return text.replaceAll(/[\\[\]]/gu, String.raw`\$&`);
}

function ruleOf(of: ReportRequirement): Readonly<Record<string, unknown>> {
  return {
    id: of.requirement,
    shortDescription: { text: of.statement },
    fullDescription: { text: `${of.statement} ${of.why}` },
    ...(of.documentation === undefined ? {} : { helpUri: of.documentation }),
    help: { text: [of.why, ...of.sources.map(({ title, at }) => `${title}: ${at}`)].join("\n") },
    defaultConfiguration: { level: levelOf(of) },
    properties: {
      tags: [of.area, of.level, ...(of.isExtension === true ? ["extension"] : [])],
      verdict: of.verdict,
      instances: of.instances,
    },
  };
}

interface ResultParts {
  readonly index: number;
  readonly place: SchemaPlace | undefined;
  readonly schema: SchemaFile | undefined;
  readonly follows: readonly string[];
  readonly kinds: Report["target"]["kinds"];
}

function resultOf(
  of: ReportRequirement,
  { index, place, schema, follows, kinds }: ResultParts,
): Readonly<Record<string, unknown>> {
  const fingerprints = violationsOf(of).map((finding) =>
    fingerprintOf({ ...finding, requirement: of.requirement }, kinds),
  );
  const [first] = fingerprints;
  const also = follows.length === 0 ? [] : [`also broken: ${follows.join(", ")}`];
  return {
    ruleId: of.requirement,
    ruleIndex: index,
    level: levelOf(of),
    kind: "fail",
    message: { text: plainText([headlineOf(of), ...explain(of), ...also].join("\n")) },
    ...(place === undefined ? {} : { locations: [locationOf(place, schema)] }),
    ...(first === undefined
      ? {}
      : { partialFingerprints: { "counterexample/v1": [...new Set(fingerprints)].join(",") } }),
    ...(of.verdict === "expected-fail"
      ? { suppressions: [{ kind: "external", justification: shown(of.reason ?? "") }] }
      : {}),
    properties: {
      verdict: of.verdict,
      ...(follows.length === 0 ? {} : { follows }),
      ...(of.repeat === undefined ? {} : { repeat: shown(of.repeat) }),
    },
  };
}

function locationOf(
  { coordinate, line }: SchemaPlace,
  schema: SchemaFile | undefined,
): Readonly<Record<string, unknown>> {
  const logical = [{ fullyQualifiedName: coordinate, kind: "member" }];
  if (schema === undefined || line === undefined) return { logicalLocations: logical };
  const uri = schema.path.split("/").map(encodeURIComponent).join("/");
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine: line } },
    logicalLocations: logical,
  };
}

function levelOf({ level }: ReportRequirement): "error" | "warning" | "note" {
  switch (level) {
    case "MUST":
      return "error";
    case "SHOULD":
      return "warning";
    case "MAY":
      return "note";
  }
}

function invocationOf(report: Report): Readonly<Record<string, unknown>> {
  const notifications = [
    ...report.requirements
      .filter(({ verdict }) => ["errored", "inconclusive", "untestable"].includes(verdict))
      .map((of) => ({
        level: of.level === "MUST" ? "error" : "warning",
        message: { text: plainText(`${of.requirement} is ${of.verdict}: ${headlineOf(of)}`) },
        associatedRule: { id: of.requirement },
      })),
    ...runErrorsOf(report).map(({ name, message }) => ({
      level: "error",
      message: { text: plainText(`${name}: ${message}`) },
    })),
  ];
  const isOpen = report.conclusion !== "conformant" && report.conclusion !== "violations";
  return {
    commandLine: shown(report.command),
    startTimeUtc: report.startedAt,
    ...(report.endedAt === undefined ? {} : { endTimeUtc: report.endedAt }),
    executionSuccessful: report.complete && !report.interrupted && !isOpen,
    toolExecutionNotifications: notifications,
  };
}
