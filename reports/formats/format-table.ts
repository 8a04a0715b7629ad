interface Format {
  readonly file: string;
  /** Whether the format contains CI commands. It is then written to standard output unless the user names a file. */
  readonly isForOutput?: true;
}

const table = {
  json: { file: "report.json" },
  html: { file: "report.html" },
  junit: { file: "junit.xml" },
  ctrf: { file: "ctrf.json" },
  sarif: { file: "report.sarif" },
  markdown: { file: "report.md" },
  github: { file: "annotations.txt", isForOutput: true },
  "conformance-report": { file: "conformance-report.yaml" },
  badge: { file: "badge.json" },
} satisfies Readonly<Record<string, Format>>;

export type FileFormat = keyof typeof table;

/**
 * The formats by their names in `--format`. Separate from the renderers, so that help and completion need not load the
 * renderers.
 */
export const formats: Readonly<Record<FileFormat, Format>> = table;

export const fileFormats: readonly FileFormat[] = Object.keys(formats).filter(isFileFormat);

export function isFileFormat(text: string): text is FileFormat {
  return Object.hasOwn(formats, text);
}
