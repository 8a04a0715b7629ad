import { fileFormats, isFileFormat } from "#reports";
import type { FileFormat } from "#reports";
import { UsageError } from "../process/program-errors.ts";
import { suggest } from "./suggest-names.ts";

export type FormatName = FileFormat | "terminal";

export interface FormatRequest {
  readonly format: FormatName;
  /** A file, or `-` for standard output. Defaults to the command's usual destination. */
  readonly file?: string;
}

export const formatNames: readonly FormatName[] = ["terminal", ...fileFormats];

/**
 * Parses `terminal,junit=out.xml`, given once or several times. A comma is a separator only if a format name follows
 * it, so that file names may contain commas.
 *
 * @throws UsageError for an unknown format, or a file that is named twice.
 */
export function parseFormats(texts: readonly string[]): readonly FormatRequest[] {
  const requests = texts.flatMap((text) => text.split(separator)).map(parseFormat);
  const seen = new Set<string>();
  for (const { format, file } of requests) {
    const place = file === undefined ? undefined : `the file ${file}`;
    if (place !== undefined && file !== "-" && seen.has(place)) {
      throw new UsageError(`--format names ${place} twice`, {
        fix: "Use a different file for each format.",
      });
    }
    seen.add(place ?? format);
  }
  return requests.filter(
    (request, i) => requests.findIndex((other) => isSame(request, other)) === i,
  );
}

const separator = new RegExp(String.raw`,(?=\s*(?:${formatNames.join("|")})\s*(?:=|,|$))`, "u");

function isSame(left: FormatRequest, right: FormatRequest): boolean {
  return left.format === right.format && left.file === right.file;
}

function parseFormat(text: string): FormatRequest {
  const [name = "", ...rest] = text.split("=");
  const format = name.trim();
  if (!isFormatName(format)) {
    throw new UsageError(`invalid value for --format: "${format}"`, {
      fix: suggest(
        format,
        formatNames,
        `Valid values are ${formatNames.join(", ")}, each optionally with =FILE.`,
      ),
    });
  }
  if (rest.length === 0) return { format };
  const file = rest.join("=").trim();
  if (file !== "") return { format, file };
  throw new UsageError(`--format ${format}= names no file`, {
    fix: `Write --format ${format}=FILE, or remove the =.`,
  });
}

function isFormatName(text: string): text is FormatName {
  return text === "terminal" || isFileFormat(text);
}
