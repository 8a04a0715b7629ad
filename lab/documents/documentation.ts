import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { requirementIds } from "#contract";
import {
  describeRequirement,
  renderContractPage,
  renderSourcesPage,
  renderSurveyPage,
} from "#reports";
import { loadCatalogue } from "../../bin/commands/load-catalogue.ts";
import { describeError, HarnessError } from "../../bin/process/program-errors.ts";
import { npmScript } from "../npm-script.ts";
import { dialectWords, renderDialectWords } from "./dialect-words.ts";
import { noExtensions } from "../../bin/config/extension-parts.ts";

export interface Page {
  readonly file: string;
  readonly text: string;
}

export async function generatedPages(): Promise<readonly Page[]> {
  const catalogue = await loadCatalogue({ withFaults: true, extensions: noExtensions });
  const entries = requirementIds.map((requirement) => describeRequirement(requirement, catalogue));
  return [
    { file: "contract.md", text: renderContractPage(entries) },
    { file: "survey.md", text: renderSurveyPage(entries) },
    { file: "sources.md", text: renderSourcesPage(entries) },
    { file: "dialect-words.md", text: renderDialectWords(dialectWords(process.cwd())) },
  ];
}

/** @throws HarnessError if the pages cannot be written. */
export function writePages(folder: string, pages: readonly Page[]): void {
  try {
    for (const { file, text } of pages) writeFileSync(join(folder, file), text);
  } catch (cause) {
    throw new HarnessError(`the pages cannot be written to ${folder}`, {
      fix: "Run this from the root of the repository.",
      cause,
    });
  }
}

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

function firstDifference(was = "", is: string): string {
  const lines = was.split("\n");
  const made = is.split("\n");
  const at = made.findIndex((line, index) => line !== lines[index]);
  const place = at < 0 ? made.length : at;
  return `  line ${place + 1}\n  - ${lines[place] ?? "(no such line)"}\n  + ${made[place] ?? "(no such line)"}\n`;
}

export interface KeptPages {
  readonly folder: string;
  readonly pages: () => Promise<readonly Page[]>;
  /** The npm script that writes the pages, for messages. */
  readonly script: string;
}

/** Defines an npm script that writes pages. */
export function pagesScript(name: string, description: string): Command {
  return npmScript(name, description).option("--check", "instead fail if a page is out of date");
}

/** Writes the pages. With `isCheck`, instead reports outdated pages through `complain`. Resolves with the exit code. */
export async function keepPages(
  { folder, pages, script }: KeptPages,
  isCheck: boolean,
  complain: (text: string) => void,
): Promise<number> {
  try {
    if (!isCheck) {
      writePages(folder, await pages());
      return 0;
    }
    const made = await pages();
    const outdated = outdatedPages(folder, made);
    if (outdated.length === 0) return 0;
    const files = outdated.map((file) => join(folder, file)).join(", ");
    complain(`${files}: out of date; run npm run ${script} to write it again\n`);
    for (const { file, text } of made) {
      if (outdated.includes(file)) complain(firstDifference(contentOf(join(folder, file)), text));
    }
    return 1;
  } catch (error) {
    complain(describeError(error, { isVerbose: false }));
    return 1;
  }
}
