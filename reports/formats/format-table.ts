/** What there is to say of a format of files, but for how it is rendered. */
interface Format {
  /** The usual name of its file. */
  readonly file: string;
  /** It consists of commands to the reader of a step's output: it is written there unless a file is named. */
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

/** The name of a format of files. */
export type FileFormat = keyof typeof table;

/** The formats by the names that `--format` takes. Help and completion name them without loading what renders them. */
export const formats: Readonly<Record<FileFormat, Format>> = table;

/** The names of all of them. */
export const fileFormats: readonly FileFormat[] = Object.keys(formats).filter(isFileFormat);

/** Whether a text names a format of files. */
export function isFileFormat(text: string): text is FileFormat {
  return Object.hasOwn(formats, text);
}
