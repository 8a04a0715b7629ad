import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { foldedJson } from "#reports";
import { parseArguments } from "../npm-script.ts";
import { keepPages, pagesScript } from "./documentation.ts";
import { compactReport, foldedResults, resultsFolder } from "./results.ts";

const name = "docs:results";
const script = pagesScript(name, "Format the stored reports.");
script
  .command("keep")
  .description("store a report in compact form")
  .argument("<report>", "a report in JSON")
  .argument("<place>", "IMPLEMENTATION/VERSION")
  .action(keep);
// Without a command, only formats.
script.action(() => {});
const { check = false } = parseArguments(script).opts<{ readonly check?: true }>();

process.exitCode = await keepPages(
  {
    folder: resultsFolder,
    pages: () => Promise.resolve(foldedResults(resultsFolder)),
    script: name,
  },
  check,
  (text) => process.stderr.write(text),
);

function keep(source: string, place: string): void {
  const report: JsonValue = JSON.parse(readFileSync(source, "utf8"));
  if (!isJsonObject(report) || typeof report["profile"] !== "string") {
    throw new Error(`${source} is not a report`);
  }
  const profile = report["profile"].replace("/", "-");
  const path = join(resultsFolder, profile, `${place}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, foldedJson(compactReport(report)));
}
