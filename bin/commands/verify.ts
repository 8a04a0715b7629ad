import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseDocument } from "yaml";
import { counted, isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { renderFormat } from "#reports";
import type { Implementation, Report } from "#reports";
import { reasonOf } from "#targets";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { findExtensions } from "../config/find-extensions.ts";
import { readImplementation } from "../options/implementation-file.ts";
import { loadReport } from "../output/load-record.ts";
import { recordPathOf } from "../output/record-files.ts";
import { rejudge } from "../output/rejudge.ts";
import type { Rejudged } from "../output/rejudge.ts";
import { readSuite } from "../process/version.ts";
import type { World } from "../process/world.ts";

export interface VerifyArguments {
  readonly record?: string;
  readonly config?: string;
}

const maxNamed = 20;

interface Published {
  readonly path: string;
  readonly text: string;
  readonly format: "json" | "conformance-report";
  readonly file: string;
  readonly sha256: string;
}

/**
 * Checks a published report against its record: the hash of the record, every recomputed verdict, and every byte of the
 * report. Prints the differences.
 */
export async function verify(
  path: string,
  { record, config }: VerifyArguments,
  world: World,
): Promise<Ending> {
  const published = readPublished(path);
  const place = recordPathOf(record ?? join(dirname(path), basename(published.file)));
  const report = await loadReport(place);
  const extensions = await findExtensions(config, world);
  const { recorded, verdicts } = await rejudge(place, { extensions });
  const problems = [
    ...hashProblems(published, report),
    ...verdictProblems(report, { recorded, verdicts }),
    ...textProblems(published, report),
  ];
  for (const problem of problems.slice(0, maxNamed)) world.out.write(`✗ ${problem}\n`);
  if (problems.length > maxNamed) {
    world.out.write(`✗ and ${problems.length - maxNamed} more\n`);
  }
  const what = `${path} (run ${report.run}, ${counted(report.requirements.length, "requirement")})`;
  world.out.write(
    problems.length === 0
      ? `Verified: ${what} matches ${place}.\n`
      : `Not verified: ${what} does not match ${place}.\n`,
  );
  return problems.length === 0
    ? { ending: "done" }
    : { ending: "judged", conclusion: "violations" };
}

function hashProblems({ sha256 }: Published, { record }: Report): readonly string[] {
  if (record?.sha256 === sha256) return [];
  return [
    `the record was modified or is a different record: its SHA-256 is ${record?.sha256 ?? "not known"}, but the report states ${sha256}`,
  ];
}

function verdictProblems(
  report: Report,
  { recorded, verdicts }: Pick<Rejudged, "recorded" | "verdicts">,
): readonly string[] {
  const { name, version } = readSuite();
  const isOther = report.suite.name !== name || report.suite.version !== version;
  const hint = isOther ? `, judged with ${name} ${version} instead of ${report.suite.version}` : "";
  const now = new Map(verdicts.map((line) => [line.requirement, line]));
  const missing = report.requirements.find(
    (of) => !recorded.some(({ requirement }) => requirement === of.requirement),
  );
  const different = recorded.flatMap(({ requirement, verdict }) => {
    const judged = now.get(requirement)?.verdict;
    return judged === verdict
      ? []
      : [
          `${requirement}: the record states ${verdict}, but its observations yield ${judged ?? "nothing"}${hint}`,
        ];
  });
  return [
    ...different,
    ...(missing === undefined ? [] : [`the record has no verdict for ${missing.requirement}`]),
  ];
}

function textProblems(published: Published, report: Report): readonly string[] {
  const { format, text } = published;
  const implementation = implementationOf(published);
  const own = renderFormat(format, report, implementation === undefined ? {} : { implementation });
  if (own === text) return [];
  const [lines, ownLines] = [text.split("\n"), own.split("\n")];
  const at = lines.findIndex((line, i) => line !== ownLines[i]);
  const place = at < 0 ? lines.length : at;
  const actual = quote(lines[place]);
  const expected = quote(ownLines[place]);
  return [`the report was modified: line ${place + 1} is ${actual}, but ${expected} in the record`];
}

function quote(line: string | undefined): string {
  if (line === undefined) return "missing";
  return JSON.stringify(line.length <= 120 ? line : `${line.slice(0, 120)}…`);
}

/** Reads the contact data from a report, because the record does not contain it. */
function implementationOf({ format, path }: Published): Implementation | undefined {
  return format === "conformance-report" ? readImplementation(path, "implementation") : undefined;
}

function readPublished(path: string): Published {
  const text = readText(path);
  const content = parseReport(path, text);
  const isYaml = content["kind"] === "ConformanceReport";
  const evidence = content[isYaml ? "evidence" : "record"];
  const { file, sha256 } = isJsonObject(evidence) ? evidence : {};
  if (typeof file !== "string" || typeof sha256 !== "string") {
    throw new UsageError(`${path} does not identify its record`, {
      fix: "Pass a report.json or conformance-report.yaml from this suite.",
    });
  }
  return { path, text, format: isYaml ? "conformance-report" : "json", file, sha256 };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read the report ${path}: ${reasonOf(error)}`, {
      fix: "Pass the path of a report.json or conformance-report.yaml.",
      cause: error,
    });
  }
}

function parseReport(path: string, text: string): JsonObject {
  try {
    const content: unknown = text.trimStart().startsWith("{")
      ? JSON.parse(text)
      : parseDocument(text).toJS({ maxAliasCount: 0 });
    if (isJsonObject(content)) return content;
    throw new Error("it is not an object");
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} is not a report: ${detail.split("\n", 1)[0] ?? ""}`, {
      fix: "Pass a report.json or conformance-report.yaml from this suite.",
      cause: error,
    });
  }
}
