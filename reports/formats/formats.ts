import { renderHtml } from "../html/render-html.ts";
import { renderJson } from "../report/json.ts";
import type { Report } from "../report/report.ts";
import { renderBadge } from "./badge.ts";
import { renderConformanceReport } from "./conformance-report.ts";
import type { Implementation } from "./conformance-report.ts";
import type { SchemaFile } from "./coordinate.ts";
import { renderCtrf } from "./ctrf.ts";
import { renderGithubAnnotations } from "./github-annotations.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderSarif } from "./sarif.ts";

/** The formats that a report of a run alone can be written in, and the names of their files. */
export const formatFiles = {
  json: "report.json",
  junit: "junit.xml",
  ctrf: "ctrf.json",
  sarif: "report.sarif",
  markdown: "report.md",
  github: "annotations.txt",
  "conformance-report": "conformance-report.yaml",
  badge: "badge.json",
  html: "report.html",
} as const;

/** One of the formats in {@link formatFiles}. */
export type FileFormat = keyof typeof formatFiles;

/** What some formats can say more with. */
export interface FormatOptions {
  /** The schema of the endpoint in a file of the repository, for places in it. */
  readonly schema?: SchemaFile;
  /** Who is responsible for the implementation, for the conformance report. */
  readonly implementation?: Implementation;
}

/** The report in a format. The same record always gives the same bytes. */
export function renderFormat(
  format: FileFormat,
  report: Report,
  { schema, implementation }: FormatOptions = {},
): string {
  switch (format) {
    case "json":
      return renderJson(report);
    case "junit":
      return renderJunit(report);
    case "ctrf":
      return renderCtrf(report);
    case "sarif":
      return renderSarif(report, schema);
    case "markdown":
      return renderMarkdown(report);
    case "github":
      return renderGithubAnnotations(report, schema);
    case "conformance-report":
      return renderConformanceReport(report, implementation);
    case "badge":
      return renderBadge(report);
    case "html":
      return renderHtml(report);
  }
}
