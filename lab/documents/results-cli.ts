import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { foldedJson } from "#reports";
import { keepPages } from "./documentation.ts";
import { compactReport, foldedResults, resultsFolder } from "./results.ts";

/**
 * `npm run docs:results` formats the stored reports. `npm run docs:results -- keep REPORT IMPLEMENTATION/VERSION`
 * first stores a report in compact form.
 */
const [command, source, place, ...rest] = process.argv.slice(2);
if (command === "keep") keep();

process.exitCode = await keepPages(
  {
    folder: resultsFolder,
    pages: () => Promise.resolve(foldedResults(resultsFolder)),
    script: "docs:results",
  },
  process.argv.slice(2),
  (text) => process.stderr.write(text),
);

function keep(): void {
  if (source === undefined || place === undefined || rest.length > 0) {
    throw new Error("usage: npm run docs:results -- keep REPORT IMPLEMENTATION/VERSION");
  }
  const report: JsonValue = JSON.parse(readFileSync(source, "utf8"));
  if (!isJsonObject(report) || typeof report["profile"] !== "string") {
    throw new Error(`${source} is not a report`);
  }
  const profile = report["profile"].replace("/", "-");
  const path = join(resultsFolder, profile, `${place}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, foldedJson(compactReport(report)));
}
