import type { WriteOptions } from "#contract";

/** Converts the options of a write to query parameters. Unknown values are sent unchanged. */
export function optionParameters(options: WriteOptions = {}): Readonly<Record<string, string>> {
  const { dryRun, fieldManager, fieldValidation, force } = options;
  return {
    ...(dryRun === true ? { dryRun: "All" } : {}),
    ...(fieldManager === undefined ? {} : { fieldManager }),
    ...(fieldValidation === undefined ? {} : { fieldValidation: validationOf(fieldValidation) }),
    ...(force === undefined ? {} : { force: String(force) }),
  };
}

const validations: ReadonlyMap<string, string> = new Map([
  ["STRICT", "Strict"],
  ["WARN", "Warn"],
  ["IGNORE", "Ignore"],
]);

function validationOf(text: string): string {
  return validations.get(text) ?? text;
}
