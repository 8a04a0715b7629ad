import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { foldedJson } from "#reports";
import type { Page } from "./documentation.ts";

/** Where reports of released implementations are kept. */
export const resultsFolder = "reports/results";

/** The kept reports, with one line per entry. */
export function foldedResults(folder: string): readonly Page[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({
      file,
      text: foldedJson(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    }));
}
