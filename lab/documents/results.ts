import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { foldedJson } from "#reports";
import type { Page } from "./documentation.ts";

export const resultsFolder = "reports/results";

export function foldedResults(folder: string): readonly Page[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({
      file,
      text: foldedJson(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    }));
}

/** The properties that a compact report keeps. */
const kept = [
  "format",
  "suite",
  "run",
  "profile",
  "revision",
  "contract",
  "startedAt",
  "target",
  "seed",
  "skip",
  "command",
  "durationMs",
  "exchangeCount",
  "conclusion",
  "sums",
] as const;

/**
 * Removes cases and exchanges from a report, and keeps only the first violation of each requirement. About a twentieth
 * of the size remains. In the command, shortens paths to file names, because their folders belong to one machine.
 */
export function compactReport(report: JsonObject): JsonObject {
  const { command, requirements } = report;
  return {
    ...Object.fromEntries(kept.map((name) => [name, report[name] ?? null])),
    ...(typeof command === "string" ? { command: withoutFolders(command) } : {}),
    requirements: (isJsonList(requirements) ? requirements : [])
      .filter(isJsonObject)
      .map(compactRequirement),
  };
}

function withoutFolders(command: string): string {
  return command.replaceAll(/(?<=[ '=])\/(?:[^\s'/]+\/)*(?=[^\s'/])/gu, "");
}

function compactRequirement({
  requirement,
  level,
  verdict,
  reason,
  findings,
}: JsonObject): JsonObject {
  const broken = (isJsonList(findings) ? findings : [])
    .filter(isJsonObject)
    .find(({ result }) => result === "violated");
  return {
    ...given({ requirement, level, verdict, reason }),
    ...(broken === undefined
      ? {}
      : given({ expected: broken["expected"], actual: broken["actual"] })),
  };
}

function given(values: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
