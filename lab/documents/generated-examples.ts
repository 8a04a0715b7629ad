import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileFormats, foldedJson, formats, renderFormat, renderTerminal } from "#reports";
import { outdatedPages, writePages } from "./documentation.ts";
import type { Page } from "./documentation.ts";
import { describeError, UsageError } from "../../bin/process/program-errors.ts";
import { loadReport } from "../../bin/output/load-record.ts";

export const exampleFolders = ["docs/examples/passing", "docs/examples/failing"] as const;

/**
 * Renders the files of one example from its record.
 *
 * @throws UsageError if there is no record that this release can read.
 */
export async function examplePages(folder: string): Promise<readonly Page[]> {
  const path = join(folder, "run.ndjson");
  if (!existsSync(path)) {
    throw new UsageError(`${path} is missing`, {
      fix: "Record it again with docs/examples/record.sh.",
    });
  }
  const report = await loadReport(path);
  const text = renderTerminal(report, {
    width: 100,
    colorLevel: 0,
    verbosity: "normal",
    recordPath: "run.ndjson",
  });
  return [
    { file: "report.txt", text },
    ...fileFormats.map((format) => ({
      file: formats[format].file,
      text: keptText(renderFormat(format, report)),
    })),
  ];
}

function keptText(text: string): string {
  return text.startsWith("{") ? foldedJson(JSON.parse(text)) : text;
}

/** Writes the examples. With `isCheck`, reports outdated examples instead. Resolves with the exit code. */
export async function generateExamples(
  isCheck: boolean,
  write: (text: string) => void,
): Promise<number> {
  try {
    const outdated: string[] = [];
    for (const folder of exampleFolders) {
      const pages = await examplePages(folder);
      if (isCheck) {
        outdated.push(...outdatedPages(folder, pages).map((file) => `${folder}/${file}`));
      } else writePages(folder, pages);
    }
    if (outdated.length === 0) return 0;
    write(`${outdated.join(", ")}: out of date; run npm run docs:examples to write it again\n`);
    return 1;
  } catch (error) {
    write(describeError(error, { isVerbose: false }));
    return 1;
  }
}
