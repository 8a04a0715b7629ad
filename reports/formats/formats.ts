import { renderHtml } from "../html/render-html.ts";
import { renderJson } from "../report/render-json.ts";
import type { Report } from "../report/report.ts";
import { renderBadge } from "./badge.ts";
import { renderConformanceReport } from "./conformance-report.ts";
import type { Implementation } from "./conformance-report.ts";
import type { SchemaFile } from "./coordinate.ts";
import { renderCtrf } from "./ctrf.ts";
import { renderGithubAnnotations } from "./github-annotations.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./render-markdown.ts";
import type { FileFormat } from "./format-table.ts";
import { renderSarif } from "./sarif.ts";

/** `schema` is used by `sarif` and `github`, `implementation` by `conformance-report`. */
export interface FormatOptions {
  readonly schema?: SchemaFile;
  readonly implementation?: Implementation;
}

const renderers: Readonly<Record<FileFormat, (report: Report, options: FormatOptions) => string>> =
  {
    json: renderJson,
    html: (report) => renderHtml(report),
    junit: renderJunit,
    ctrf: renderCtrf,
    sarif: (report, { schema }) => renderSarif(report, schema),
    markdown: renderMarkdown,
    github: (report, { schema }) => renderGithubAnnotations(report, schema),
    "conformance-report": (report, { implementation }) =>
      renderConformanceReport(report, implementation),
    badge: renderBadge,
  };

/** Renders a report in a format. Deterministic. */
export function renderFormat(
  format: FileFormat,
  report: Report,
  options: FormatOptions = {},
): string {
  return renderers[format](report, options);
}
