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

/** What some formats can say more with. */
export interface FormatOptions {
  /** The schema of the endpoint in a file of the repository, for places in it. */
  readonly schema?: SchemaFile;
  /** Who is responsible for the implementation, for the conformance report. */
  readonly implementation?: Implementation;
}

/** A format in which a report can be given. */
interface Format {
  /** The usual name of its file. */
  readonly file: string;
  /** It consists of commands to whoever reads the output of a step: it goes there unless a file is named. */
  readonly isForOutput?: true;
  /** The same report always gives the same bytes. */
  readonly render: (report: Report, options: FormatOptions) => string;
}

const table = {
  json: { file: "report.json", render: renderJson },
  html: { file: "report.html", render: (report) => renderHtml(report) },
  junit: { file: "junit.xml", render: renderJunit },
  ctrf: { file: "ctrf.json", render: renderCtrf },
  sarif: { file: "report.sarif", render: (report, { schema }) => renderSarif(report, schema) },
  markdown: { file: "report.md", render: renderMarkdown },
  github: {
    file: "annotations.txt",
    isForOutput: true,
    render: (report, { schema }) => renderGithubAnnotations(report, schema),
  },
  "conformance-report": {
    file: "conformance-report.yaml",
    render: (report, { implementation }) => renderConformanceReport(report, implementation),
  },
  badge: { file: "badge.json", render: renderBadge },
} satisfies Readonly<Record<string, Format>>;

/** The name of a format of files. */
export type FileFormat = keyof typeof table;

/** The formats by the names that `--format` takes. Each row is all that there is to say of one. */
export const formats: Readonly<Record<FileFormat, Format>> = table;

/** The names of all of them. */
export const fileFormats: readonly FileFormat[] = Object.keys(formats).filter(isFileFormat);

/** Tells whether a text names a format of files. */
export function isFileFormat(text: string): text is FileFormat {
  return Object.hasOwn(formats, text);
}

/** The report in a format. */
export function renderFormat(
  format: FileFormat,
  report: Report,
  options: FormatOptions = {},
): string {
  return formats[format].render(report, options);
}
