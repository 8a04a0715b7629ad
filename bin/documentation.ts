import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notCarried, requirementIds, survey } from "#contract";
import { describeRequirement, renderContractPage, renderSourcesPage } from "#reports";
import { loadCatalogue } from "./catalogue.ts";
import { HarnessError } from "./errors.ts";

/** One generated page: the name of its file, and its text. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

/** The pages that are made from the catalogue. */
export async function generatedPages(): Promise<readonly Page[]> {
  const catalogue = await loadCatalogue({ withFaults: true });
  const entries = requirementIds.map((requirement) => describeRequirement(requirement, catalogue));
  return [
    { file: "contract.md", text: renderContractPage({ entries, survey, notCarried }) },
    { file: "sources.md", text: renderSourcesPage(entries) },
  ];
}

/** Writes pages into a folder. Throws {@link HarnessError} where that is not possible. */
export function writePages(folder: string, pages: readonly Page[]): void {
  try {
    for (const { file, text } of pages) writeFileSync(join(folder, file), text);
  } catch (cause) {
    throw new HarnessError(`the pages cannot be written to ${folder}`, {
      mend: "Run this from the root of the repository.",
      cause,
    });
  }
}

/** The files of a folder that do not hold what they should. A file that is not there is one of them. */
export function outdatedPages(folder: string, pages: readonly Page[]): readonly string[] {
  return pages
    .filter(({ file, text }) => contentOf(join(folder, file)) !== text)
    .map(({ file }) => file);
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
