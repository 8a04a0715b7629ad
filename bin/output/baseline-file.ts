import { readFileSync, writeFileSync } from "node:fs";
import { isJsonObject, profiles } from "#contract";
import type { ProfileName } from "#contract";
import { baselineProblemIn, jsonText } from "#reports";
import { codeOf, reasonOf } from "#targets";
import { yamlText } from "#targets/dialect-file";
import { baselineFormat } from "#verdicts";
import type { Secrets } from "#targets";
import type { Baseline } from "#verdicts";
import { parseYaml } from "../options/parse-yaml.ts";
import { HarnessError, UsageError } from "../process/program-errors.ts";

/**
 * Reads a baseline in YAML or JSON.
 *
 * @throws UsageError if the file is missing, or invalid (with line and column).
 */
export function readBaseline(path: string, profile: ProfileName): Baseline {
  const content = parseYaml(readText(path), `the baseline ${path}`);
  assertBaseline(content, path);
  const own: string = content.profile;
  const wanted: string = profile;
  if (own !== wanted) {
    throw new UsageError(`the baseline ${path} is for ${own}, but the run is for ${wanted}`, {
      fix: "Keep one baseline per profile.",
    });
  }
  const entries = [...content.failures, ...(content.skips ?? [])];
  for (const { requirement, expires } of entries) checkDay(path, requirement, expires);
  return content;
}

export function readBaselineIfAny(path: string, profile: ProfileName): Baseline | undefined {
  try {
    return readBaseline(path, profile);
  } catch (error) {
    const cause = error instanceof UsageError ? error.cause : undefined;
    if (cause instanceof Error && codeOf(cause) === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a baseline with secrets redacted, as JSON or YAML depending on the file extension. */
export function writeBaseline(path: string, baseline: Baseline, secrets?: Secrets): void {
  const text = path.endsWith(".json") ? jsonText(baseline) : `${header}${yamlText(baseline)}`;
  try {
    writeFileSync(path, secrets?.redact(text) ?? text);
  } catch (error) {
    throw new HarnessError(`cannot write the baseline ${path}: ${reasonOf(error)}`, {
      fix: "Choose a file in an existing folder with --baseline.",
      cause: error,
    });
  }
}

const header = `# Known failures that are accepted for now. A run fails if an entry no longer matches.
# Give each entry a reason; optionally an issue (a URL) and an expiry date (expires: 2026-12-31).
`;

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read the baseline ${path}: ${reasonOf(error)}`, {
      fix: "Create it with --update-baseline.",
      cause: error,
    });
  }
}

function assertBaseline(content: unknown, path: string): asserts content is Baseline {
  const format = isJsonObject(content) ? content["format"] : undefined;
  const problem =
    typeof format === "number" && format > baselineFormat
      ? `its format is ${format}, but this release only supports format ${baselineFormat}`
      : baselineProblemIn(content);
  if (problem === undefined) return;
  throw new UsageError(`the baseline ${path}: ${problem}`, {
    fix: `Expected structure: format: ${baselineFormat}, profile: ${Object.keys(profiles)[0]}, failures: [{requirement, kind, fingerprints, reason}].`,
  });
}

/** Whether a text is a day that exists. JavaScript reads February 30 as a day in March. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/u.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function checkDay(path: string, requirement: string, expires: string | undefined): void {
  if (expires === undefined) return;
  if (isDay(expires)) return;
  throw new UsageError(
    `the baseline ${path}: the expiry date of ${requirement} is invalid: "${expires}"`,
    {
      fix: "Write the date as 2026-12-31.",
    },
  );
}
