import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { foldedJson } from "#reports";
import type { Page } from "./documentation.ts";

/** The folder of stored reports about released implementations. */
export const resultsFolder = "reports/results";

/** The stored reports, formatted with one entry per line. */
export function foldedResults(folder: string): readonly Page[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({
      file,
      text: foldedJson(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    }));
}
