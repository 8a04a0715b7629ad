import { counted } from "#contract";
import { levelWords } from "../report/profile-requirements.ts";
import type { Report, ReportRequirement } from "../report/report.ts";
import { SchemaPlaces } from "./coordinate.ts";
import type { SchemaFile } from "./coordinate.ts";
import { listNames } from "../text/list-names.ts";
import { byReason, reasonOf } from "./shared-reasons.ts";
import type { SharedReason } from "./shared-reasons.ts";
import { explain, shown, standingOf, runErrorsOf } from "./standing.ts";

type Severity = "error" | "warning" | "notice";

/** Maximum number of annotations per severity that GitHub shows for a step. The most important ones come first. */
const maxPerSeverity = 10;

/** Maximum number of names in one annotation. */
const mostNames = 20;

/**
 * Renders GitHub workflow commands: an error for each cause of violated MUSTs, each reason why MUSTs are undecided, and
 * each other reason why the run fails; a warning for each other violation; and a notice for each expected failure. With a schema,
 * the commands contain the line of the operation.
 */
export function renderGithubAnnotations(report: Report, schema?: SchemaFile): string {
  const context = { report, places: new SchemaPlaces(report, schema), schema };
  const annotations = [
    ...runErrorsOf(report).map(({ name, message }) => command("error", { title: name }, message)),
    ...byRank(report.requirements.filter((of) => !isUndecided(of))).flatMap((of) =>
      annotationOf(of, context),
    ),
    ...byReason(report.requirements.filter(isUndecided)).flatMap((group) =>
      group.length === 1 ? annotationOf(group[0], context) : [sharedAnnotation(group)],
    ),
  ];
  return [
    ...limited(annotations, "error"),
    ...limited(annotations, "warning"),
    ...limited(annotations, "notice"),
  ]
    .map((text) => `${text}\n`)
    .join("");
}

function byRank(list: readonly ReportRequirement[]): readonly ReportRequirement[] {
  return list.toSorted((left, right) => rankOf(left) - rankOf(right));
}

function rankOf({ rank = Number.MAX_SAFE_INTEGER }: ReportRequirement): number {
  return rank;
}

interface AnnotationContext {
  readonly report: Report;
  readonly places: SchemaPlaces;
  readonly schema: SchemaFile | undefined;
}

function annotationOf(
  of: ReportRequirement,
  { report, places, schema }: AnnotationContext,
): readonly string[] {
  const severity = severityOf(of);
  const isLed = report.requirements.some(({ requirement }) => requirement === of.cause);
  // A consequence has no annotation of its own, because the annotation of its cause lists it.
  if (severity === undefined || isLed) return [];
  const line = schema === undefined ? undefined : places.of(of)?.line;
  const at = line === undefined || schema === undefined ? {} : { file: schema.path, line };
  const title = `${of.requirement} (${levelWords(of)}) ${of.verdict}`;
  const follows = report.requirements.filter(({ cause }) => cause === of.requirement);
  const also =
    follows.length === 0
      ? []
      : [`also broken: ${follows.map(({ requirement }) => requirement).join(", ")}`];
  return [command(severity, { ...at, title }, [...explain(of), ...also].join("\n"))];
}

function isUndecided(of: ReportRequirement): boolean {
  return standingOf(of) === "errored";
}

/** An interrupted run leaves many requirements undecided. An annotation for each would hide all others. */
function sharedAnnotation(group: SharedReason): string {
  const [first] = group;
  const title = `${counted(group.length, "requirement")} ${first.verdict}`;
  const names = group.map(({ requirement }) => requirement);
  return command("error", { title }, `${reasonOf(first)}\n${listNames(names, mostNames)}`);
}

function severityOf(of: ReportRequirement): Severity | undefined {
  switch (standingOf(of)) {
    case "failed":
    case "errored":
      return "error";
    case "passed":
      return of.verdict === "pass" ? undefined : "warning";
    case "skipped":
      return of.verdict === "expected-fail" ? "notice" : undefined;
  }
}

function limited(commands: readonly string[], severity: Severity): readonly string[] {
  const own = commands.filter((text) => text.startsWith(`::${severity} `));
  if (own.length <= maxPerSeverity) return own;
  const more = own.length - maxPerSeverity + 1;
  const rest = command(
    severity,
    { title: "conformance" },
    `${counted(more, "more is", "more are")} in the report`,
  );
  return [...own.slice(0, maxPerSeverity - 1), rest];
}

/** Builds a command. Escapes its message, which could otherwise terminate the command and start another one. */
function command(
  severity: Severity,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  const lines = message.split("\n").map((line) => shown(line, 2_000));
  return `::${severity} ${written.join(",")}::${escapeData(lines.join("\n"))}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(shown(text, 1_000)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
