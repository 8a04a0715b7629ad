import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";

/** All verdicts of a run, each as one text; a single one that says so where there is no report. */
export function verdictsIn(folder: string): readonly string[] {
  try {
    const report: unknown = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    const listed = isJsonObject(report) ? report["requirements"] : undefined;
    if (!Array.isArray(listed)) return ["no requirements: errored"];
    return listed.flatMap((entry: unknown) =>
      isJsonObject(entry) ? [`${textAt(entry, "requirement")}: ${textAt(entry, "verdict")}`] : [],
    );
  } catch {
    return ["no report: errored"];
  }
}

function textAt(entry: JsonObject, name: string): string {
  const value = entry[name];
  return typeof value === "string" ? value : "";
}
