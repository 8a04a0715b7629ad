import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";

export interface SoakVerdict {
  readonly requirement: string;
  readonly verdict: string;
  readonly because: string;
}

const noRequirements: SoakVerdict = {
  requirement: "none",
  verdict: "errored",
  because: "no report",
};

export function verdictsIn(folder: string): readonly SoakVerdict[] {
  try {
    const report: unknown = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    const listed = isJsonObject(report) ? report["requirements"] : undefined;
    if (!Array.isArray(listed)) return [noRequirements];
    return listed.flatMap((entry: unknown) => (isJsonObject(entry) ? [verdictOf(entry)] : []));
  } catch {
    return [noRequirements];
  }
}

function verdictOf(entry: JsonObject): SoakVerdict {
  const findings: readonly unknown[] = Array.isArray(entry["findings"]) ? entry["findings"] : [];
  const violation = findings.filter(isJsonObject).find(({ result }) => result !== "held");
  const words = ["case", "reason", "expected", "actual"].flatMap((name) =>
    violation === undefined ? [] : [textAt(violation, name)],
  );
  return {
    requirement: textAt(entry, "requirement"),
    verdict: textAt(entry, "verdict"),
    because: words.filter((word) => word !== "").join("; "),
  };
}

function textAt(entry: JsonObject, name: string): string {
  const value = entry[name];
  return typeof value === "string" ? value : "";
}
